// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20, ERC4626, IERC20} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// Keeps what waits to be paid out.
contract Silo {
  IERC20 private immutable asset;
  address private immutable vault = msg.sender;

  constructor(IERC20 asset_) { asset = asset_; }

  function withdraw(address to, uint256 amount) external {
    require(msg.sender == vault);
    asset.transfer(to, amount);
  }
}

/// As Ethena's staked USDe: shares are redeemed in two steps, a week apart (code-423n4/2023-10-ethena, IStakedUSDeCooldown).
contract StakedUSDe is ERC4626 {
  struct UserCooldown { uint104 cooldownEnd; uint152 underlyingAmount; }

  uint24 public constant cooldownDuration = 7 days;
  Silo public immutable silo;
  mapping(address => UserCooldown) public cooldowns;

  constructor(IERC20 asset_) ERC4626(asset_) ERC20("Staked USDe", "sUSDe") { silo = new Silo(asset_); }

  function cooldownShares(uint256 shares) external returns (uint256 assets) {
    assets = previewRedeem(shares);
    cooldowns[msg.sender].cooldownEnd = uint104(block.timestamp) + cooldownDuration;
    cooldowns[msg.sender].underlyingAmount += uint152(assets);
    _withdraw(msg.sender, address(silo), msg.sender, assets, shares);
  }

  function unstake(address receiver) external {
    UserCooldown memory waiting = cooldowns[msg.sender];
    require(block.timestamp >= waiting.cooldownEnd, "InvalidCooldown");
    delete cooldowns[msg.sender];
    silo.withdraw(receiver, waiting.underlyingAmount);
  }
}
