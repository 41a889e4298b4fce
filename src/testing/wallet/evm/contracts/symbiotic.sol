// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What Symbiotic's factories, vaults and default collateral answer, behind their published interfaces. Not their code.
contract SymbioticFactory {
  address[] private entities;
  mapping(address => bool) public isEntity;

  function add(address made) external {
    entities.push(made);
    isEntity[made] = true;
  }

  function addMany(address made, uint256 count) external {
    for (uint256 at; at < count; at++) entities.push(made);
  }

  function totalEntities() external view returns (uint256) { return entities.length; }

  function entity(uint256 at) external view returns (address) { return entities[at]; }
}

contract SymbioticVault {
  address public collateral;
  uint48 public epochDurationInit;
  uint48 public epochDuration;
  uint256 private stake;
  uint256 private shares;
  mapping(address => uint256) private sharesOf;
  mapping(uint256 => uint256) private paid;
  mapping(uint256 => uint256) private withdrawalShares;
  mapping(uint256 => mapping(address => uint256)) public withdrawalSharesOf;
  mapping(uint256 => mapping(address => bool)) public isWithdrawalsClaimed;

  constructor(address collateral_, uint48 start, uint48 duration) {
    (collateral, epochDurationInit, epochDuration) = (collateral_, start, duration);
  }

  function deposit(uint256 amount) external {
    stake += amount;
    shares += amount;
    sharesOf[msg.sender] += amount;
  }

  /// Leaves nine of ten to everybody.
  function slash() external { stake = stake * 9 / 10; }

  /// A withdrawal asked for in an epoch is paid out after the next one.
  function withdraw(uint256 epoch, uint256 amount) external {
    sharesOf[msg.sender] -= amount;
    shares -= amount;
    stake -= amount;
    paid[epoch] += amount;
    withdrawalShares[epoch] += amount;
    withdrawalSharesOf[epoch][msg.sender] += amount;
  }

  function claim(uint256 epoch) external { isWithdrawalsClaimed[epoch][msg.sender] = true; }

  function currentEpoch() external view returns (uint256) { return (block.timestamp - epochDurationInit) / epochDuration; }

  function activeBalanceOf(address owner) external view returns (uint256) {
    return shares == 0 ? 0 : sharesOf[owner] * stake / shares;
  }

  function withdrawalsOf(uint256 epoch, address owner) external view returns (uint256) {
    return withdrawalShares[epoch] == 0 ? 0 : withdrawalSharesOf[epoch][owner] * paid[epoch] / withdrawalShares[epoch];
  }
}

/// A vault of the second version, whose share is three of its asset.
contract SymbioticShares {
  address public asset;
  mapping(address => uint256) public balanceOf;

  constructor(address asset_) { asset = asset_; }

  function mint(address owner, uint256 shares) external { balanceOf[owner] += shares; }

  function convertToAssets(uint256 shares) external pure returns (uint256) { return shares * 3; }
}

contract SymbioticCollateral {
  address public asset;
  mapping(address => uint256) public balanceOf;

  constructor(address asset_) { asset = asset_; }

  function mint(address owner, uint256 amount) external { balanceOf[owner] += amount; }
}
