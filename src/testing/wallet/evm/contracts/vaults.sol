// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// What vaults of Beefy and Maple answer about their shares, behind their published interfaces. Not their code.
abstract contract Shares is ERC20 {
  uint8 private immutable _decimals;

  constructor(string memory symbol, uint8 decimals_) ERC20(symbol, symbol) { _decimals = decimals_; }

  function decimals() public view override returns (uint8) { return _decimals; }

  function mint(address to, uint256 amount) external { _mint(to, amount); }
}

/// A share of Beefy has 18 decimals, and its price has 18 for the smallest units of share and asset.
contract FullPriceVault is Shares {
  ERC20 public immutable want;

  constructor(ERC20 want_, string memory symbol) Shares(symbol, 18) { want = want_; }

  function getPricePerFullShare() external view returns (uint256) {
    return want.balanceOf(address(this)) * 1e18 / totalSupply();
  }
}

/// An older one names its asset otherwise.
contract OldFullPriceVault is Shares {
  ERC20 public immutable token;

  constructor(ERC20 token_, string memory symbol) Shares(symbol, 18) { token = token_; }

  function getPricePerFullShare() external view returns (uint256) {
    return token.balanceOf(address(this)) * 1e18 / totalSupply();
  }
}

/// A manager of concentrated liquidity.
contract Manager is Shares {
  ERC20 private immutable one;
  ERC20 private immutable two;

  constructor(ERC20 one_, ERC20 two_, string memory symbol) Shares(symbol, 18) { (one, two) = (one_, two_); }

  function wants() external view returns (address, address) { return (address(one), address(two)); }

  function balances() public view returns (uint256, uint256) {
    return (one.balanceOf(address(this)), two.balanceOf(address(this)));
  }

  function previewWithdraw(uint256 shares) external view returns (uint256, uint256) {
    (uint256 amount0, uint256 amount1) = balances();
    return (amount0 * shares / totalSupply(), amount1 * shares / totalSupply());
  }
}

/// A pool of Maple of which a fifth is expected to be lost.
contract ImpairedPool is Shares {
  ERC20 public immutable asset;

  constructor(ERC20 asset_, string memory symbol) Shares(symbol, 6) { asset = asset_; }

  function convertToAssets(uint256 shares) public view returns (uint256) {
    return asset.balanceOf(address(this)) * shares / totalSupply();
  }

  function convertToExitAssets(uint256 shares) external view returns (uint256) { return convertToAssets(shares) * 4 / 5; }
}

/// Shares of nothing that it reports.
contract SilentVault is Shares {
  constructor(string memory symbol) Shares(symbol, 18) {}
}
