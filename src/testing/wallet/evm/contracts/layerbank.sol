// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What LayerBank's core and markets answer, behind their published interfaces. Not their code: every coin costs one dollar.
contract LayerMarket {
  struct Snapshot { uint256 lTokenBalance; uint256 borrowBalance; uint256 exchangeRate; }

  address public underlying;
  uint256 private rate;
  mapping(address => uint256) private shares;
  mapping(address => uint256) private debts;

  constructor(address underlying_, uint256 rate_) { (underlying, rate) = (underlying_, rate_); }

  function supply(uint256 amount) external { shares[msg.sender] += amount; }

  function borrow(uint256 amount) external { debts[msg.sender] += amount; }

  function accountSnapshot(address account) external view returns (Snapshot memory) {
    return Snapshot(shares[account], debts[account], rate);
  }
}

contract LayerCore {
  address[] private markets;
  mapping(address => address[]) private entered;

  function list(address market) external { markets.push(market); }

  function enterMarkets(address[] calldata those) external { entered[msg.sender] = those; }

  function allMarkets() external view returns (address[] memory) { return markets; }

  function marketListOf(address account) external view returns (address[] memory) { return entered[account]; }

  function accountLiquidityOf(address account) external view returns (uint256 collateral, uint256 supplied, uint256 debt) {
    for (uint256 at; at < markets.length; at++) {
      LayerMarket.Snapshot memory one = LayerMarket(markets[at]).accountSnapshot(account);
      supplied += one.lTokenBalance * one.exchangeRate / 1e18;
      debt += one.borrowBalance;
    }
    for (uint256 at; at < entered[account].length; at++) {
      LayerMarket.Snapshot memory one = LayerMarket(entered[account][at]).accountSnapshot(account);
      collateral += one.lTokenBalance * one.exchangeRate / 1e18 * 3 / 4;
    }
  }
}
