// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Never deployed: run by eth_call from its creation code. An owner's balances of many tokens, of which most are zero: only the
/// others are returned. A token that reverts, burns its gas or answers with other than one word is named, to be asked alone; one without
/// code is no balance if `mayLackCode`.
contract Balances {
  uint256 private constant TOKEN_GAS = 200_000;
  /// To call one more token, and to end.
  uint256 private constant RESERVE = 500_000;
  /// What each row costs when it is returned from creation code, 200 gas for a byte.
  uint256 private constant ROW_GAS = 8_000;

  /// `tokens`: addresses of 20 bytes. `asked`: how many of the first were asked before the gas ran low.
  /// `held`: rows of 34 bytes, the index and the balance. `unread`: indexes of 2 bytes.
  function held(bytes calldata tokens, address owner, bool mayLackCode)
    external
    view
    returns (uint256 asked, bytes memory held_, bytes memory unread)
  {
    uint256 count = tokens.length / 20;
    held_ = new bytes(count * 34);
    unread = new bytes(count * 2);
    bytes memory input = abi.encodeWithSignature('balanceOf(address)', owner);
    uint256 rows;
    uint256 failures;
    for (; asked < count && gasleft() > RESERVE + rows * ROW_GAS; asked++) {
      address token = address(bytes20(tokens[asked * 20:asked * 20 + 20]));
      uint256 amount;
      bool isRead;
      assembly ("memory-safe") {
        isRead := staticcall(TOKEN_GAS, token, add(input, 32), mload(input), 0, 32)
        isRead := and(isRead, eq(returndatasize(), 32))
        amount := mload(0)
      }
      if (!isRead) {
        if (mayLackCode && token.code.length == 0) continue;
        unread[2 * failures] = bytes1(uint8(asked >> 8));
        unread[2 * failures++ + 1] = bytes1(uint8(asked));
      } else if (amount > 0) {
        assembly ("memory-safe") {
          let row := add(add(held_, 32), mul(rows, 34))
          mstore(add(row, 2), amount)
          mstore8(row, shr(8, asked))
          mstore8(add(row, 1), and(asked, 0xff))
        }
        rows++;
      }
    }
    assembly ("memory-safe") {
      mstore(held_, mul(rows, 34))
      mstore(unread, mul(failures, 2))
    }
  }
}
