// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Reads of untrusted contracts, with limited gas and limited return data. What reverts or answers with less is not `ok`, and
/// its words are zero.
library Foreign {
  uint256 private constant TOKEN_GAS = 60_000;
  uint256 private constant SYMBOL_BYTES = 96;

  /// A token as it describes itself; `symbol` is the answer as it came.
  struct Token {
    address token;
    bool known;
    uint256 decimals;
    bytes symbol;
  }

  /// The first word of an answer.
  function word(address to, uint256 gasLimit, bytes memory question) internal view returns (bool ok, uint256 value) {
    assembly ("memory-safe") {
      ok := staticcall(gasLimit, to, add(question, 32), mload(question), 0, 32)
      ok := and(ok, gt(returndatasize(), 31))
      value := mul(ok, mload(0))
    }
  }

  /// The first words of an answer that has at least so many.
  function words(address to, uint256 gasLimit, bytes memory question, uint256 room, uint256 least)
    internal
    view
    returns (bool ok, uint256[] memory values)
  {
    values = new uint256[](room);
    assembly ("memory-safe") {
      ok := staticcall(gasLimit, to, add(question, 32), mload(question), add(values, 32), mul(room, 32))
      ok := and(ok, iszero(lt(returndatasize(), mul(least, 32))))
    }
    if (!ok) values = new uint256[](room);
  }

  /// The first bytes of an answer, however much is returned.
  function data(address to, uint256 gasLimit, bytes memory question, uint256 size) internal view returns (bool ok, bytes memory answer) {
    answer = new bytes(size);
    assembly ("memory-safe") {
      ok := staticcall(gasLimit, to, add(question, 32), mload(question), add(answer, 32), size)
      if lt(returndatasize(), size) { mstore(answer, returndatasize()) }
    }
  }

  /// Adds a token to the first `count` of a list, unless it is among them, and returns how many there are then.
  function addToken(Token[] memory seen, uint256 count, address token) internal view returns (uint256) {
    for (uint256 i; i < count; i++) if (seen[i].token == token) return count;
    Token memory each = seen[count];
    each.token = token;
    (each.known, each.decimals) = word(token, TOKEN_GAS, abi.encodeWithSignature('decimals()'));
    (bool ok, bytes memory symbol) = data(token, TOKEN_GAS, abi.encodeWithSignature('symbol()'), SYMBOL_BYTES);
    if (ok) each.symbol = symbol;
    return count + 1;
  }

  function asAddress(uint256 value) internal pure returns (address) {
    return address(uint160(value));
  }
}
