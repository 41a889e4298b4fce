// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Lists pairs as Fraxlend's registry does.
contract PairRegistry {
  address[] private pairs;

  function add(address pair) external { pairs.push(pair); }

  function getAllPairAddresses() external view returns (address[] memory) { return pairs; }
}

/// A pair with the published interface of Fraxlend over real bookkeeping: debts grow, and the pair says itself who is solvent.
abstract contract Bookkeeping is ERC20 {
  struct VaultAccount { uint128 amount; uint128 shares; }

  ERC20 public immutable asset;
  ERC20 public immutable collateralContract;
  VaultAccount public totalAsset;
  VaultAccount public totalBorrow;
  uint256 public maxLTV;
  uint256 internal rate;
  /// Interest that no one has made the pair write down yet.
  uint128 internal pending;
  mapping(address => uint256) public userBorrowShares;
  mapping(address => uint256) public userCollateralBalance;

  constructor(ERC20 asset_, ERC20 collateral, uint256 maxLtv, uint256 rate_) ERC20("pair", "fPair") {
    (asset, collateralContract, maxLTV, rate) = (asset_, collateral, maxLtv, rate_);
  }

  function deposit(uint128 amount) external {
    uint128 shares = totalAsset.shares == 0 ? amount : amount * totalAsset.shares / totalAsset.amount;
    totalAsset.amount += amount;
    totalAsset.shares += shares;
    _mint(msg.sender, shares);
  }

  function addCollateral(uint256 amount) external { userCollateralBalance[msg.sender] += amount; }

  function borrow(uint128 amount) external {
    uint128 shares = totalBorrow.shares == 0 ? amount : amount * totalBorrow.shares / totalBorrow.amount;
    totalBorrow.amount += amount;
    totalBorrow.shares += shares;
    userBorrowShares[msg.sender] += shares;
    require(isSolvent(msg.sender), "Insolvent");
  }

  function earn(uint128 interest) external { pending += interest; }

  function addInterest() external {
    totalAsset.amount += pending;
    totalBorrow.amount += pending;
    pending = 0;
  }

  function setRate(uint256 rate_) external { rate = rate_; }

  function getUserSnapshot(address user) external view returns (uint256, uint256, uint256) {
    return (balanceOf(user), userBorrowShares[user], userCollateralBalance[user]);
  }

  function isSolvent(address user) public view returns (bool) {
    if (maxLTV == 0 || userBorrowShares[user] == 0) return true;
    uint256 owed = userBorrowShares[user] * totalBorrow.amount / totalBorrow.shares;
    return owed * rate / 1e18 * 1e5 / userCollateralBalance[user] <= maxLTV;
  }
}

contract Pair is Bookkeeping {
  constructor(ERC20 asset_, ERC20 collateral, uint256 maxLtv, uint256 rate_) Bookkeeping(asset_, collateral, maxLtv, rate_) {}

  function toAssetAmount(uint256 shares, bool, bool preview) external view returns (uint256) {
    return totalAsset.shares == 0 ? 0 : shares * (totalAsset.amount + (preview ? pending : 0)) / totalAsset.shares;
  }

  function toBorrowAmount(uint256 shares, bool, bool preview) external view returns (uint256) {
    return totalBorrow.shares == 0 ? 0 : shares * (totalBorrow.amount + (preview ? pending : 0)) / totalBorrow.shares;
  }

  /// The higher rate is for new loans, the lower one for liquidations.
  function exchangeRateInfo() external view returns (address, uint32, uint184, uint256, uint256) {
    return (address(this), 5_000, uint184(block.timestamp), rate, rate * 2);
  }
}

/// The first version has one rate, and no preview of interest.
contract FirstPair is Bookkeeping {
  constructor(ERC20 asset_, ERC20 collateral, uint256 maxLtv, uint256 rate_) Bookkeeping(asset_, collateral, maxLtv, rate_) {}

  function exchangeRateInfo() external view returns (uint32, uint224) { return (uint32(block.timestamp), uint224(rate)); }
}
