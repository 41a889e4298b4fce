// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

uint256 constant WAD = 1e18;
uint64 constant NEVER = type(uint64).max;

/// As OsTokenVaultController and OsTokenConfig of StakeWise: what an osToken is worth, and how much of a stake it may be.
contract OsTokens {
  struct Config { uint128 liqBonusPercent; uint64 liqThresholdPercent; uint64 ltvPercent; }

  uint256 private rate = WAD;
  mapping(address => Config) private configs;

  function setRate(uint256 rate_) external { rate = rate_; }

  function setThreshold(address vault, uint64 percent) external { configs[vault] = Config(1.01e18, percent, 0.9e18); }

  function convertToAssets(uint256 shares) external view returns (uint256) { return shares * rate / WAD; }

  function getConfig(address vault) external view returns (Config memory) { return configs[vault]; }
}

/// A vault with the published interface of StakeWise v3 over real bookkeeping.
contract StakeVault {
  OsTokens private immutable osTokens;
  uint256 private totalAssets;
  uint256 private totalShares;
  mapping(address => uint256) public getShares;
  mapping(address => uint128) public osTokenPositions;

  constructor(OsTokens osTokens_) { osTokens = osTokens_; }

  function deposit(uint256 assets) external {
    uint256 shares = totalShares == 0 ? assets : assets * totalShares / totalAssets;
    totalAssets += assets;
    totalShares += shares;
    getShares[msg.sender] += shares;
  }

  function earn(uint256 assets) external { totalAssets += assets; }

  function mintOsToken(uint128 shares) external { osTokenPositions[msg.sender] += shares; }

  function convertToAssets(uint256 shares) public view returns (uint256) {
    return totalShares == 0 ? shares : shares * totalAssets / totalShares;
  }

  /// The check that guards a liquidation.
  function isLiquidatable(address owner) external view returns (bool) {
    uint64 limit = osTokens.getConfig(address(this)).liqThresholdPercent;
    uint256 minted = osTokens.convertToAssets(osTokenPositions[owner]);
    return limit != NEVER && convertToAssets(getShares[owner]) * limit / minted < WAD;
  }
}
