// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What staked AAVE answers, behind its published interface. Not its code: one share is two of the token.
contract StakedAave {
  struct Cooldown { uint40 timestamp; uint216 amount; }

  uint256 public constant getCooldownSeconds = 20 days;
  uint256 public constant UNSTAKE_WINDOW = 2 days;
  mapping(address => uint256) public balanceOf;
  mapping(address => Cooldown) public stakersCooldowns;

  function mint(address owner, uint256 amount) external { balanceOf[owner] += amount; }

  function cooldown(uint40 start, uint216 amount) external { stakersCooldowns[msg.sender] = Cooldown(start, amount); }

  function previewRedeem(uint256 shares) external pure returns (uint256) { return shares * 2; }
}
