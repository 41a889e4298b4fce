// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IToken {
  function balanceOf(address owner) external view returns (uint256);
}

/// Owes one token for each unit held of any asset, and nothing of another: the published surface of Aave's rewards controller, not its code.
contract Rewards {
  address[] private tokens;

  constructor(address paid, address unpaid) { tokens = [paid, unpaid]; }

  function getAllUserRewards(address[] calldata assets, address user)
    external view returns (address[] memory, uint256[] memory amounts)
  {
    amounts = new uint256[](2);
    for (uint256 i; i < assets.length; ++i) amounts[0] += IToken(assets[i]).balanceOf(user);
    return (tokens, amounts);
  }
}
