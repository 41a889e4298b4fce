// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IAsset {
  function balanceOf(address owner) external view returns (uint256);
  function transfer(address to, uint256 amount) external returns (bool);
  function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// The getters of Compound v2 that a scan reads, with the arithmetic of its source (CToken.sol, Comptroller.sol), over amounts that move
/// tokens, or that anyone may set. Whether a loan is covered is not asked.
contract Market {
  address public immutable underlying;
  uint256 public price;
  uint256 public factor;
  uint256 public rate;
  uint256 private index = 1e18;
  mapping(address => uint256) private shares;
  mapping(address => uint256) private debts;

  constructor(address asset, uint256 price_, uint256 factor_, uint256 rate_) {
    (underlying, price, factor, rate) = (asset, price_, factor_, rate_);
  }

  function set(address user, uint256 share, uint256 debt) external {
    (shares[user], debts[user]) = (share, (debt * 1e18) / index);
  }

  function mint(uint256 amount) external {
    IAsset(underlying).transferFrom(msg.sender, address(this), amount);
    shares[msg.sender] += (amount * 1e18) / rate;
  }

  function borrow(uint256 amount) external {
    debts[msg.sender] += (amount * 1e18) / index;
    IAsset(underlying).transfer(msg.sender, amount);
  }

  /// Interest in parts of 1e18.
  function accrue(uint256 part) external {
    index += (index * part) / 1e18;
    rate += (rate * part) / 1e18;
  }

  function redeemAll() external {
    uint256 amount = (shares[msg.sender] * rate) / 1e18;
    shares[msg.sender] = 0;
    IAsset(underlying).transfer(msg.sender, amount);
  }

  function repayAll() external {
    IAsset(underlying).transferFrom(msg.sender, address(this), owed(msg.sender));
    debts[msg.sender] = 0;
  }

  function getAccountSnapshot(address user) external view returns (uint256, uint256, uint256, uint256) {
    return (0, shares[user], owed(user), rate);
  }

  function owed(address user) private view returns (uint256) {
    return (debts[user] * index) / 1e18;
  }
}

/// The market of the native coin: it has no `underlying()`.
contract NativeMarket {
  Market private immutable inner;

  constructor(Market market) {
    inner = market;
  }

  function price() external view returns (uint256) {
    return inner.price();
  }

  function factor() external view returns (uint256) {
    return inner.factor();
  }

  function getAccountSnapshot(address user) external view returns (uint256, uint256, uint256, uint256) {
    return inner.getAccountSnapshot(user);
  }
}

/// Comptroller and price oracle in one.
contract Comptroller {
  Market[] private markets;
  mapping(address => Market[]) private entered;
  IAsset private comp;
  mapping(address => uint256) public compAccrued;
  mapping(address => uint256) private undistributed;

  function reward(IAsset comp_, address user, uint256 accrued, uint256 later) external {
    comp = comp_;
    (compAccrued[user], undistributed[user]) = (accrued, later);
  }

  /// Writes down what was earned since, and pays it if there is enough.
  function claimComp(address user) external {
    uint256 owed = compAccrued[user] + undistributed[user];
    undistributed[user] = 0;
    bool isPaid = comp.balanceOf(address(this)) >= owed;
    compAccrued[user] = isPaid ? 0 : owed;
    if (isPaid) comp.transfer(user, owed);
  }

  function list(Market market) external {
    markets.push(market);
  }

  function enter(address user, Market market) external {
    entered[user].push(market);
  }

  function getAllMarkets() external view returns (Market[] memory) {
    return markets;
  }

  function getAssetsIn(address user) external view returns (Market[] memory) {
    return entered[user];
  }

  function oracle() external view returns (address) {
    return address(this);
  }

  function getUnderlyingPrice(Market market) external view returns (uint256) {
    return market.price();
  }

  function getAccountLiquidity(address user) external view returns (uint256, uint256, uint256) {
    uint256 covered;
    uint256 owed;
    for (uint256 at; at < entered[user].length; at++) {
      Market market = entered[user][at];
      (, uint256 share, uint256 debt, uint256 rate) = market.getAccountSnapshot(user);
      covered += (((share * rate) / 1e18) * ((market.factor() * market.price()) / 1e18)) / 1e18;
      owed += (debt * market.price()) / 1e18;
    }
    uint256 none;
    return covered > owed ? (none, covered - owed, none) : (none, none, owed - covered);
  }
}

/// What a claim would pay, found as `CompoundLens` does: by claiming.
contract CompLens {
  struct Metadata { uint256 balance; uint256 votes; address delegate; uint256 allocated; }

  function getCompBalanceMetadataExt(IAsset comp, Comptroller comptroller, address user) external returns (Metadata memory) {
    uint256 before = comp.balanceOf(user);
    comptroller.claimComp(user);
    return Metadata(before, 0, user, comp.balanceOf(user) + comptroller.compAccrued(user) - before);
  }
}
