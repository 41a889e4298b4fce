// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './Foreign.sol';

/// Never deployed: run by eth_call from its creation code. Returns which tokens of an owner are vaults (ERC-4626), aTokens (Aave) or pairs
/// (Uniswap v2) by their own interface, and what they hold. Anyone can write such a token and send it to anyone, so one counts
/// only when it holds what it promises the owner. Every foreign contract is called with limited gas and limited return data.
contract Unlisted {
  uint256 private constant CALL_GAS = 150_000;
  /// More than one token can use.
  uint256 private constant TOKEN_GAS = 2_000_000;

  enum Kind {
    None,
    Vault,
    AToken,
    Pair
  }

  struct Found {
    address token;
    Kind kind;
    /// What the owner's tokens are worth; the second only of a pair.
    address first;
    uint256 firstAmount;
    address second;
    uint256 secondAmount;
  }

  /// Those among the tokens that are one of the three kinds. Reverts when the gas does not suffice.
  function read(address[] calldata tokens, address owner) external view returns (Found[] memory found) {
    found = new Found[](tokens.length);
    uint256 size;
    for (uint256 at; at < tokens.length; at++) {
      require(gasleft() > TOKEN_GAS, 'gas');
      Found memory one = known(tokens[at], owner);
      if (one.kind != Kind.None) found[size++] = one;
    }
    assembly {
      mstore(found, size)
    }
  }

  function known(address token, address owner) private view returns (Found memory one) {
    uint256 balance = balanceOf(token, owner);
    if (balance == 0) return one;
    one.token = token;
    (bool isVault, address asset) = addressAt(token, 'asset()');
    if (isVault) {
      (bool ok, uint256 worth) = number(token, abi.encodeWithSignature('convertToAssets(uint256)', balance));
      if (ok && holds(token, asset, worth)) (one.kind, one.first, one.firstAmount) = (Kind.Vault, asset, worth);
      return one;
    }
    (bool isAave, address underlying) = addressAt(token, 'UNDERLYING_ASSET_ADDRESS()');
    if (isAave) {
      // A debt token has an underlying too, but no treasury.
      (bool ok, ) = addressAt(token, 'RESERVE_TREASURY_ADDRESS()');
      if (ok && holds(token, underlying, balance)) (one.kind, one.first, one.firstAmount) = (Kind.AToken, underlying, balance);
      return one;
    }
    return pair(one, token, balance);
  }

  function pair(Found memory one, address token, uint256 balance) private view returns (Found memory) {
    bool ok;
    (ok, one.first) = addressAt(token, 'token0()');
    if (!ok) return one;
    (ok, one.second) = addressAt(token, 'token1()');
    if (!ok) return one;
    (bool hasSupply, uint256 supply) = number(token, abi.encodeWithSignature('totalSupply()'));
    if (!hasSupply || supply < balance || balance > type(uint128).max) return one;
    (bool hasReserves, uint256[] memory reserves) = Foreign.words(token, CALL_GAS, abi.encodeWithSignature('getReserves()'), 2, 2);
    if (!hasReserves || reserves[0] > type(uint112).max || reserves[1] > type(uint112).max) return one;
    if (!holds(token, one.first, reserves[0]) || !holds(token, one.second, reserves[1])) return one;
    one.kind = Kind.Pair;
    one.firstAmount = reserves[0] * balance / supply;
    one.secondAmount = reserves[1] * balance / supply;
    return one;
  }

  function holds(address token, address underlying, uint256 amount) private view returns (bool) {
    return amount > 0 && balanceOf(underlying, token) >= amount;
  }

  function balanceOf(address token, address owner) private view returns (uint256 balance) {
    (, balance) = number(token, abi.encodeWithSignature('balanceOf(address)', owner));
  }

  function addressAt(address target, string memory signature) private view returns (bool ok, address found) {
    uint256 value;
    (ok, value) = number(target, abi.encodeWithSignature(signature));
    ok = ok && value != 0 && value <= type(uint160).max;
    if (ok) found = address(uint160(value));
  }

  function number(address target, bytes memory question) private view returns (bool, uint256) {
    return Foreign.word(target, CALL_GAS, question);
  }
}
