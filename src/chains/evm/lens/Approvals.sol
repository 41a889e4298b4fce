// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './Foreign.sol';

/// Never deployed: run by eth_call from its creation code. Who may take an owner's tokens: allowances of tokens, of Permit2, and operators of
/// collections. Only what is not zero is returned. Every foreign contract is called with limited gas and limited return data, and one that does not
/// answer is asked nothing more.
contract Approvals {
  uint256 private constant CALL_GAS = 100_000;
  /// To call one more token, and to end.
  uint256 private constant RESERVE = 700_000;
  uint256 private constant ROW = 37;
  /// Creation code may return at most 24,576 bytes.
  uint256 private constant MAX_ROWS = 600;
  /// Rows that are kept for what did not answer.
  uint256 private constant SPARE = 40;
  /// What each row costs when it is returned from creation code, 200 gas for a byte.
  uint256 private constant ROW_GAS = 8_000;

  uint8 private constant BALANCE = 0;
  uint8 private constant ALLOWANCE = 1;
  uint8 private constant PERMIT = 2;
  uint8 private constant OPERATOR = 3;
  uint8 private constant UNREAD = 4;
  uint8 private constant UNREAD_COLLECTION = 5;

  /// `tokens`: for each token 20 bytes of address, 2 of how many spenders are its own, and these. `always`: how many of the first tokens are asked for
  /// their spenders even if the owner holds none. The other lists are addresses of 20 bytes.
  struct Question {
    address owner;
    address permit2;
    uint256 always;
    bytes tokens;
    bytes spenders;
    bytes collections;
    bytes operators;
  }

  /// `asked`: how many of the first tokens were asked before gas or room ran low. `rows`: 37 bytes each, the kind, the index of the token or
  /// collection, that of the spender (its own ones after the common ones), and a word. The word of Permit2 is the amount, and above 160 bits the end.
  function read(Question calldata q) external view returns (uint256 asked, bytes memory rows) {
    rows = new bytes(MAX_ROWS * ROW);
    uint256 count = ofCollections(q, rows);
    uint256 at;
    while (at < q.tokens.length) {
      uint256 end = at + 22 + 20 * uint16(bytes2(q.tokens[at + 20:at + 22]));
      (bool isDone, uint256 next) = ofToken(q, rows, count, asked, q.tokens[at:end]);
      if (!isDone) break;
      (at, count) = (end, next);
      asked++;
    }
    assembly ("memory-safe") {
      mstore(rows, mul(count, ROW))
    }
  }

  function ofCollections(Question calldata q, bytes memory rows) private view returns (uint256 count) {
    for (uint256 at; at < q.collections.length / 20; at++) {
      address collection = addressAt(q.collections, at);
      bytes memory question = abi.encodeWithSignature('isApprovedForAll(address,address)', q.owner, address(0));
      for (uint256 n; n < q.operators.length / 20; n++) {
        (bool ok, uint256 isOperator) = askOf(collection, question, addressAt(q.operators, n));
        if (!hasRoom(count)) ok = false;
        if (!ok) {
          add(rows, count++, UNREAD_COLLECTION, at, 0, 0);
          break;
        }
        if (isOperator > 0) add(rows, count++, OPERATOR, at, n, isOperator);
      }
    }
  }

  /// Not done when gas or room runs low: then the token is asked for again.
  function ofToken(Question calldata q, bytes memory rows, uint256 count, uint256 index, bytes calldata group)
    private
    view
    returns (bool isDone, uint256 next)
  {
    if (!hasRoom(count)) return (false, count);
    address token = address(bytes20(group[:20]));
    (bool ok, uint256 word) = Foreign.word(token, CALL_GAS, abi.encodeWithSignature('balanceOf(address)', q.owner));
    if (ok && word == 0 && index >= q.always) return (true, count);
    if (ok && word > 0) add(rows, count++, BALANCE, index, 0, word);
    bool isPermitted;
    bytes memory question = abi.encodeWithSignature('allowance(address,address)', q.owner, address(0));
    uint256 spenders = q.spenders.length / 20 + group.length / 20 - 1;
    for (uint256 n; ok && n < spenders; n++) {
      if (!hasRoom(count)) return (false, count);
      address spender = spenderAt(q, group, n);
      (ok, word) = askOf(token, question, spender);
      if (!ok || word == 0) continue;
      add(rows, count++, ALLOWANCE, index, n, word);
      if (spender == q.permit2) isPermitted = true;
    }
    for (uint256 n; ok && isPermitted && n < spenders; n++) {
      if (!hasRoom(count)) return (false, count);
      uint256[] memory words;
      question = abi.encodeWithSignature('allowance(address,address,address)', q.owner, token, spenderAt(q, group, n));
      (ok, words) = Foreign.words(q.permit2, CALL_GAS, question, 2, 3);
      if (ok && words[0] > 0 && words[1] >= block.timestamp)
        add(rows, count++, PERMIT, index, n, uint160(words[0]) | (words[1] << 160));
    }
    // Where there is no code there is nothing to take.
    if (!ok && token.code.length > 0) add(rows, count++, UNREAD, index, 0, 0);
    return (true, count);
  }

  /// Those of all tokens, then those of one.
  function spenderAt(Question calldata q, bytes calldata group, uint256 at) private pure returns (address) {
    uint256 common = q.spenders.length / 20;
    return at < common ? addressAt(q.spenders, at) : addressAt(group[22:], at - common);
  }

  function addressAt(bytes calldata list, uint256 at) private pure returns (address) {
    return address(bytes20(list[20 * at:20 * at + 20]));
  }

  /// A question about the owner and another account, which is put in its second place.
  function askOf(address to, bytes memory question, address account) private view returns (bool, uint256) {
    assembly ("memory-safe") {
      mstore(add(question, 68), account)
    }
    return Foreign.word(to, CALL_GAS, question);
  }

  function hasRoom(uint256 count) private view returns (bool) {
    return gasleft() > RESERVE + count * ROW_GAS && count < MAX_ROWS - SPARE;
  }

  function add(bytes memory rows, uint256 at, uint8 kind, uint256 index, uint256 spender, uint256 word) private pure {
    assembly ("memory-safe") {
      let row := add(add(rows, 32), mul(at, ROW))
      mstore8(row, kind)
      mstore8(add(row, 1), shr(8, index))
      mstore8(add(row, 2), and(index, 0xff))
      mstore8(add(row, 3), shr(8, spender))
      mstore8(add(row, 4), and(spender, 0xff))
      mstore(add(row, 5), word)
    }
  }
}
