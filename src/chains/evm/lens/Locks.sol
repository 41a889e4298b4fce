// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './Foreign.sol';

/// Never deployed: run by eth_call from its creation code. Reads the locks of an owner in a locker of UNCX, with the content of the locked
/// pairs, in one request instead of five rounds. Anybody can lock any token, so every foreign contract is called with limited gas and
/// limited return data.
contract Locks {
  uint256 private constant CALL_GAS = 100_000;
  uint256 private constant LOOP_GAS = 1_500_000;
  /// A lock takes six words in a locker of the first version, eight in one of the second.
  uint256 private constant WORDS = 8;
  uint256 private constant FEWEST = 6;
  /// Creation code may return at most 24,576 bytes; a lock takes 288.
  uint256 private constant MAX_FOUND = 80;
  /// A product of two such numbers does not overflow.
  uint256 private constant MAX_WORD = 2 ** 127;

  struct Lock {
    address token;
    uint256 id;
    uint256 amount;
    uint256 unlocksAt;
    address token0;
    address token1;
    uint256 balance0;
    uint256 balance1;
    uint256 supply;
  }

  /// `unread` counts locks that there is no room for. Of a token that is no pair the supply is zero. Reverts when the locker does not answer
  /// or the gas does not suffice.
  function locks(address locker, address owner) external view returns (uint256 unread, Lock[] memory found) {
    found = new Lock[](MAX_FOUND);
    uint256 size;
    uint256 tokens = must(locker, abi.encodeWithSignature('getUserNumLockedTokens(address)', owner));
    for (uint256 at; at < tokens; at++) {
      address token = Foreign.asAddress(must(locker, abi.encodeWithSignature('getUserLockedTokenAtIndex(address,uint256)', owner, at)));
      uint256 count = must(locker, abi.encodeWithSignature('getUserNumLocksForToken(address,address)', owner, token));
      if (size + count > MAX_FOUND) {
        unread += size + count - MAX_FOUND;
        count = MAX_FOUND - size;
      }
      for (uint256 each; each < count; each++) {
        require(gasleft() > LOOP_GAS, 'gas');
        found[size++] = filled(lock(locker, owner, token, each));
      }
    }
    assembly {
      mstore(found, size)
    }
  }

  /// A lock is returned as its date, amount, first amount, end, number and owner; in the second version its token goes before them.
  function lock(address locker, address owner, address token, uint256 at) private view returns (Lock memory each) {
    bytes memory question = abi.encodeWithSignature('getUserLockForTokenAtIndex(address,address,uint256)', owner, token, at);
    (bool ok, uint256[] memory words) = Foreign.words(locker, CALL_GAS, question, WORDS, FEWEST);
    require(ok, 'locker');
    uint256 start = Foreign.asAddress(words[0]) == token ? 1 : 0;
    each.token = token;
    each.amount = words[start + 1];
    each.unlocksAt = words[start + 3];
    each.id = words[start + 4];
  }

  function filled(Lock memory each) private view returns (Lock memory) {
    (bool isPair, uint256 token0) = number(each.token, abi.encodeWithSignature('token0()'), type(uint160).max);
    (bool isWhole, uint256 token1) = number(each.token, abi.encodeWithSignature('token1()'), type(uint160).max);
    if (!isPair || !isWhole) return each;
    bytes memory balance = abi.encodeWithSignature('balanceOf(address)', each.token);
    bool[3] memory ok;
    (ok[0], each.balance0) = number(Foreign.asAddress(token0), balance, MAX_WORD);
    (ok[1], each.balance1) = number(Foreign.asAddress(token1), balance, MAX_WORD);
    uint256 supply;
    (ok[2], supply) = number(each.token, abi.encodeWithSignature('totalSupply()'), MAX_WORD);
    each.token0 = Foreign.asAddress(token0);
    each.token1 = Foreign.asAddress(token1);
    if (ok[0] && ok[1] && ok[2]) each.supply = supply;
    return each;
  }

  function number(address to, bytes memory question, uint256 most) private view returns (bool ok, uint256 word) {
    (ok, word) = Foreign.word(to, CALL_GAS, question);
    if (word > most) return (false, 0);
  }

  function must(address to, bytes memory question) private view returns (uint256 word) {
    bool ok;
    (ok, word) = Foreign.word(to, CALL_GAS, question);
    require(ok, 'locker');
  }
}
