// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// Small contracts with the published interfaces of Silo over real bookkeeping: deposits and debts by asset, and a lens that values them.

uint256 constant WAD = 1e18;

/// One side of a market of the second version.
contract OneSilo {
  address public immutable asset;
  uint256 public price;
  mapping(address => uint256) public deposits;
  mapping(address => uint256) public protectedDeposits;
  mapping(address => uint256) public debts;

  constructor(address asset_, uint256 price_) { (asset, price) = (asset_, price_); }

  function setPrice(uint256 price_) external { price = price_; }

  function deposit(uint256 amount) external { deposits[msg.sender] += amount; }

  function depositProtected(uint256 amount) external { protectedDeposits[msg.sender] += amount; }

  function borrow(uint256 amount) external { debts[msg.sender] += amount; }

  function valueOf(uint256 amount) external view returns (uint256) {
    require(price > 0, "no price");
    return amount * price;
  }
}

/// A market of two silos. The collateral of a debt is in the other one.
contract Market {
  OneSilo private immutable silo0;
  OneSilo private immutable silo1;

  constructor(OneSilo silo0_, OneSilo silo1_) { (silo0, silo1) = (silo0_, silo1_); }

  function getSilos() external view returns (OneSilo, OneSilo) { return (silo0, silo1); }

  function borrowerCollateralSilo(address owner) external view returns (address) {
    if (silo0.debts(owner) > 0) return address(silo1);
    return silo1.debts(owner) > 0 ? address(silo0) : address(0);
  }
}

/// Numbers its markets from 100 on.
contract MarketFactory {
  mapping(uint256 => address) public idToSiloConfig;
  uint256 public getNextSiloId = 100;

  function add(address market) external { idToSiloConfig[getNextSiloId++] = market; }

  function skip() external { getNextSiloId++; }
}

contract MarketLens {
  uint256 public constant LT = 0.9e18;
  mapping(OneSilo => Market) private markets;

  function know(Market market) external {
    (OneSilo silo0, OneSilo silo1) = market.getSilos();
    (markets[silo0], markets[silo1]) = (market, market);
  }

  function hasPosition(Market market, address owner) external view returns (bool) {
    (OneSilo silo0, OneSilo silo1) = market.getSilos();
    return collateralBalanceOfUnderlying(silo0, owner) + collateralBalanceOfUnderlying(silo1, owner) > 0;
  }

  function collateralBalanceOfUnderlying(OneSilo silo, address owner) public view returns (uint256) {
    return silo.deposits(owner) + silo.protectedDeposits(owner);
  }

  function debtBalanceOfUnderlying(OneSilo silo, address owner) external view returns (uint256) { return silo.debts(owner); }

  function getUserLTV(OneSilo silo, address owner) external view returns (uint256) {
    (OneSilo silo0, OneSilo silo1) = markets[silo].getSilos();
    OneSilo pledged = OneSilo(markets[silo].borrowerCollateralSilo(owner));
    if (address(pledged) == address(0)) return 0;
    OneSilo lender = pledged == silo0 ? silo1 : silo0;
    return lender.valueOf(lender.debts(owner)) * WAD / pledged.valueOf(collateralBalanceOfUnderlying(pledged, owner));
  }

  function getUserLT(OneSilo silo, address owner) external view returns (uint256) {
    return markets[silo].borrowerCollateralSilo(owner) == address(0) ? 0 : LT;
  }
}

/// Shares of the deposits of an asset that only serve as collateral.
contract IdleShares {
  mapping(address => uint256) public balanceOf;
  uint256 public totalSupply;

  function mint(address owner, uint256 amount) external {
    balanceOf[owner] += amount;
    totalSupply += amount;
  }
}

/// A silo of the first version, of several assets.
contract FirstSilo {
  struct State { address shares; IdleShares idleShares; address debtShares; uint256 deposits; uint256 idle; uint256 borrowed; }

  address[] public assets;
  mapping(address => State) private states;
  mapping(address => mapping(address => uint256)) public deposits;
  mapping(address => mapping(address => uint256)) public debts;

  constructor(address[] memory assets_) {
    assets = assets_;
    for (uint256 i; i < assets.length; i++) states[assets[i]].idleShares = new IdleShares();
  }

  function getAssetsWithState() external view returns (address[] memory, State[] memory all) {
    all = new State[](assets.length);
    for (uint256 i; i < assets.length; i++) all[i] = states[assets[i]];
    return (assets, all);
  }

  function deposit(address asset, uint256 amount) external { deposits[asset][msg.sender] += amount; }

  /// Half as many shares.
  function depositIdle(address asset, uint256 amount) external {
    states[asset].idle += amount;
    states[asset].idleShares.mint(msg.sender, amount / 2);
  }

  function borrow(address asset, uint256 amount) external { debts[asset][msg.sender] += amount; }
}

contract Repository {
  mapping(address => bool) public isSilo;

  function add(address silo) external { isSilo[silo] = true; }
}

/// Values every asset at one to one, with the limit of its repository.
contract FirstLens {
  uint256 private immutable limit;
  /// In percent, of the block that is read.
  uint256 public interest;

  constructor(uint256 limit_) { limit = limit_; }

  function setInterest(uint256 percent) external { interest = percent; }

  function hasPosition(FirstSilo silo, address owner) external view returns (bool) {
    (address[] memory assets,) = silo.getAssetsWithState();
    for (uint256 i; i < assets.length; i++) {
      if (silo.deposits(assets[i], owner) + silo.debts(assets[i], owner) > 0) return true;
    }
    return false;
  }

  function getDepositAmount(FirstSilo silo, address asset, address owner, uint256 time) external view returns (uint256) {
    return withInterest(silo.deposits(asset, owner), time);
  }

  function getBorrowAmount(FirstSilo silo, address asset, address owner, uint256 time) external view returns (uint256) {
    return withInterest(silo.debts(asset, owner), time);
  }

  function balanceOfUnderlying(uint256 total, address shares, address owner) external view returns (uint256) {
    // Other shares are not kept here.
    if (shares == address(0)) return 0;
    uint256 share = IdleShares(shares).balanceOf(owner);
    return share == 0 ? 0 : share * total / IdleShares(shares).totalSupply();
  }

  function withInterest(uint256 amount, uint256 time) private view returns (uint256) {
    require(time == block.timestamp, "another time");
    return amount * (100 + interest) / 100;
  }

  function getUserLTV(FirstSilo silo, address owner) external view returns (uint256) {
    (address[] memory assets,) = silo.getAssetsWithState();
    uint256 supply;
    uint256 debt;
    for (uint256 i; i < assets.length; i++) {
      supply += silo.deposits(assets[i], owner);
      debt += silo.debts(assets[i], owner);
    }
    return debt * WAD / supply;
  }

  function getUserLiquidationThreshold(FirstSilo, address) external view returns (uint256) { return limit; }
}
