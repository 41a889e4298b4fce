// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

// Lenders with the published interfaces of Aave V4 and of Morpho's optimizers over real bookkeeping: tokens move, a loan needs
// collateral, and what is supplied and owed grows with an index.

abstract contract Ledger {
  uint256 internal constant RAY = 1e27;

  struct Asset {
    address underlying; uint8 decimals; uint256 price; uint256 supplyIndex; uint256 debtIndex;
  }

  Asset[] internal assets;
  mapping(uint256 => mapping(address => uint256)) internal shares;
  mapping(uint256 => mapping(address => uint256)) internal pledged;
  mapping(uint256 => mapping(address => uint256)) internal debts;

  /// A price has 8 decimals.
  function list(address underlying, uint8 decimals, uint256 price) external {
    assets.push(Asset(underlying, decimals, price, RAY, RAY));
  }

  /// Interest: both indexes grow by parts of 1e27.
  function accrue(uint256 id, uint256 onSupply, uint256 onDebt) external {
    assets[id].supplyIndex += (assets[id].supplyIndex * onSupply) / RAY;
    assets[id].debtIndex += (assets[id].debtIndex * onDebt) / RAY;
  }

  function supplied(uint256 id, address user) internal view returns (uint256) {
    return (shares[id][user] * assets[id].supplyIndex) / RAY;
  }

  function backing(uint256 id, address user) internal view returns (uint256) {
    return (pledged[id][user] * assets[id].supplyIndex) / RAY;
  }

  function owed(uint256 id, address user) internal view returns (uint256) {
    return (debts[id][user] * assets[id].debtIndex + RAY - 1) / RAY;
  }

  function worth(uint256 id, uint256 amount) internal view returns (uint256) {
    return (amount * assets[id].price * 1e18) / 10 ** assets[id].decimals / 1e8;
  }

  function pull(uint256 id, uint256 amount) internal {
    IERC20(assets[id].underlying).transferFrom(msg.sender, address(this), amount);
  }

  function lend(uint256 id, uint256 amount) internal {
    debts[id][msg.sender] += (amount * RAY) / assets[id].debtIndex;
    IERC20(assets[id].underlying).transfer(msg.sender, amount);
  }
}

/// A spoke of Aave V4: reserves by number, of which each user says whether they are collateral. 80 % of it may be owed.
contract Spoke is Ledger {
  struct Account {
    uint256 riskPremium; uint256 avgCollateralFactor; uint256 healthFactor; uint256 totalCollateralValue;
    uint256 totalDebtValueRay; uint256 activeCollateralCount; uint256 borrowCount;
  }
  struct Reserve {
    address underlying; address hub; uint16 assetId; uint8 decimals; uint24 collateralRisk; uint8 flags;
    uint32 dynamicConfigKey;
  }

  mapping(uint256 => mapping(address => bool)) private isCollateral;

  function supply(uint256 id, uint256 amount, address user) external {
    pull(id, amount);
    shares[id][user] += (amount * RAY) / assets[id].supplyIndex;
  }

  function setUsingAsCollateral(uint256 id, bool isUsed, address user) external {
    require(msg.sender == user);
    isCollateral[id][user] = isUsed;
  }

  function borrow(uint256 id, uint256 amount, address user) external {
    require(msg.sender == user);
    lend(id, amount);
    require(getUserAccountData(user).healthFactor >= 1e18, "HealthFactorBelowThreshold");
  }

  function getReserveCount() external view returns (uint256) { return assets.length; }

  function getReserve(uint256 id) external view returns (Reserve memory) {
    return Reserve(assets[id].underlying, address(this), uint16(id), assets[id].decimals, 0, 0, 0);
  }

  function getUserReserveStatus(uint256 id, address user) external view returns (bool, bool) {
    return (isCollateral[id][user], debts[id][user] > 0);
  }

  function getUserSuppliedAssets(uint256 id, address user) external view returns (uint256) { return supplied(id, user); }
  function getUserTotalDebt(uint256 id, address user) external view returns (uint256) { return owed(id, user); }

  function getUserAccountData(address user) public view returns (Account memory account) {
    uint256 debt;
    for (uint256 id; id < assets.length; id++) {
      debt += worth(id, owed(id, user));
      if (debts[id][user] > 0) account.borrowCount++;
      if (!isCollateral[id][user] || shares[id][user] == 0) continue;
      account.activeCollateralCount++;
      account.totalCollateralValue += worth(id, supplied(id, user));
    }
    account.avgCollateralFactor = 0.8e18;
    account.totalDebtValueRay = debt * RAY;
    account.healthFactor = debt == 0 ? type(uint256).max : (account.totalCollateralValue * 0.8e18) / debt;
  }
}

/// Morpho's optimizer over Aave v3: supply that earns, collateral that backs, and debts, by underlying token.
contract Optimizer is Ledger {
  struct Liquidity { uint256 borrowable; uint256 maxDebt; uint256 debt; }

  function supply(address underlying, uint256 amount, address user, uint256) external returns (uint256) {
    uint256 id = idOf(underlying);
    pull(id, amount);
    shares[id][user] += (amount * RAY) / assets[id].supplyIndex;
    return amount;
  }

  function supplyCollateral(address underlying, uint256 amount, address user) external returns (uint256) {
    uint256 id = idOf(underlying);
    pull(id, amount);
    pledged[id][user] += (amount * RAY) / assets[id].supplyIndex;
    return amount;
  }

  function borrow(address underlying, uint256 amount, address user, address, uint256) external returns (uint256) {
    require(msg.sender == user);
    lend(idOf(underlying), amount);
    require(liquidityData(user).debt <= liquidityData(user).maxDebt, "UnauthorizedBorrow");
    return amount;
  }

  function marketsCreated() external view returns (address[] memory all) {
    all = new address[](assets.length);
    for (uint256 id; id < all.length; id++) all[id] = assets[id].underlying;
  }

  function supplyBalance(address underlying, address user) external view returns (uint256) { return supplied(idOf(underlying), user); }
  function collateralBalance(address underlying, address user) external view returns (uint256) { return backing(idOf(underlying), user); }
  function borrowBalance(address underlying, address user) external view returns (uint256) { return owed(idOf(underlying), user); }

  function liquidityData(address user) public view returns (Liquidity memory sums) {
    for (uint256 id; id < assets.length; id++) {
      sums.maxDebt += (worth(id, backing(id, user)) * 8) / 10;
      sums.debt += worth(id, owed(id, user));
    }
  }

  function idOf(address underlying) internal view returns (uint256 id) {
    while (assets[id].underlying != underlying) id++;
  }
}

/// A market of Aave v2, by which the optimizer over it names what it holds.
contract PoolShare {
  address public immutable UNDERLYING_ASSET_ADDRESS;
  constructor(address underlying) { UNDERLYING_ASSET_ADDRESS = underlying; }
}

/// Morpho's optimizer over Aave v2 and the lens that tells about it, in one: a tenth of each amount is with other users, the rest at Aave.
contract OptimizerV2 is Ledger {
  PoolShare[] private markets;
  mapping(address => address[]) private entered;

  function open(uint256 id) external { require(id == markets.length); markets.push(new PoolShare(assets[id].underlying)); }

  function market(uint256 id) external view returns (PoolShare) { return markets[id]; }

  function supply(address poolToken, address user, uint256 amount) external {
    uint256 id = enter(poolToken, user);
    pull(id, amount);
    shares[id][user] += (amount * RAY) / assets[id].supplyIndex;
  }

  function borrow(address poolToken, uint256 amount) external {
    lend(enter(poolToken, msg.sender), amount);
    require(getUserHealthFactor(msg.sender) >= 1e18, "UnauthorisedBorrow");
  }

  function getEnteredMarkets(address user) external view returns (address[] memory) { return entered[user]; }

  function getCurrentSupplyBalanceInOf(address poolToken, address user) external view returns (uint256, uint256, uint256) {
    return split(supplied(idOf(poolToken), user));
  }

  function getCurrentBorrowBalanceInOf(address poolToken, address user) external view returns (uint256, uint256, uint256) {
    return split(owed(idOf(poolToken), user));
  }

  function getUserHealthFactor(address user) public view returns (uint256) {
    uint256 limit;
    uint256 debt;
    for (uint256 id; id < markets.length; id++) {
      limit += (worth(id, supplied(id, user)) * 8) / 10;
      debt += worth(id, owed(id, user));
    }
    return debt == 0 ? type(uint256).max : (limit * 1e18) / debt;
  }

  function split(uint256 total) private pure returns (uint256, uint256, uint256) {
    return (total - total / 10, total / 10, total);
  }

  function enter(address poolToken, address user) private returns (uint256 id) {
    id = idOf(poolToken);
    if (shares[id][user] + debts[id][user] == 0) entered[user].push(poolToken);
  }

  function idOf(address poolToken) private view returns (uint256 id) {
    while (address(markets[id]) != poolToken) id++;
  }
}
