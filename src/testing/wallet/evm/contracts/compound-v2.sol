// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// The getters of Compound v2 that a scan reads, with the arithmetic of its source (CToken.sol, Comptroller.sol), over amounts that anyone may set.
contract Market {
  address public immutable underlying;
  uint256 public price;
  uint256 public factor;
  uint256 public rate;
  mapping(address => uint256) private shares;
  mapping(address => uint256) private debts;

  constructor(address asset, uint256 price_, uint256 factor_, uint256 rate_) {
    (underlying, price, factor, rate) = (asset, price_, factor_, rate_);
  }

  function set(address user, uint256 share, uint256 debt) external {
    (shares[user], debts[user]) = (share, debt);
  }

  function getAccountSnapshot(address user) external view returns (uint256, uint256, uint256, uint256) {
    return (0, shares[user], debts[user], rate);
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
