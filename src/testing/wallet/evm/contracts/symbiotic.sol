// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import '@openzeppelin/contracts/token/ERC20/ERC20.sol';

/// What Symbiotic's factories, default collateral and newest vaults answer, behind their published interfaces. Not their code.
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

/// A vault of the second version, whose share is three of its asset.
contract SymbioticShares {
  address public asset;
  mapping(address => uint256) public balanceOf;

  constructor(address asset_) { asset = asset_; }

  function mint(address owner, uint256 shares) external { balanceOf[owner] += shares; }

  function convertToAssets(uint256 shares) external pure returns (uint256) { return shares * 3; }
}

contract SymbioticCollateral is ERC20 {
  address public asset;

  constructor(address asset_) ERC20('DC', 'DC') { asset = asset_; }

  function mint(address owner, uint256 amount) external { _mint(owner, amount); }
}
