// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Never deployed: run by eth_call from its creation code. Asks every contract of a registry, or of a list, what it has of an owner, in one
/// request instead of hundreds of calls. Every one of them is asked with limited gas and limited return data.
contract Members {
  uint256 private constant CALL_GAS = 300_000;
  uint256 private constant LOOP_GAS = 500_000;
  uint256 private constant WORDS = 4;
  /// Creation code may return at most 24,576 bytes; a member takes 160.
  uint256 private constant MAX_FOUND = 120;

  struct Request {
    address registry;
    /// `f() returns (address[])` of the registry.
    bytes4 listing;
    /// Addresses of 20 bytes each that stand for a registry where there is none.
    bytes list;
    /// `f(address owner)` of a member.
    bytes4 question;
    /// How many words of the answer tell what the owner has, at most four.
    uint8 words;
    address owner;
    uint256 skip;
    uint256 max;
  }

  struct Held {
    address member;
    uint256[WORDS] words;
  }

  /// Members whose answer is not all zero, among `max` after the first `skip`. `unread` counts those that did not answer, and those that the answer
  /// has no room for. Reverts when the registry does not answer or the gas does not suffice.
  function held(Request calldata r) external view returns (uint256 total, uint256 unread, Held[] memory found) {
    address[] memory listed;
    if (r.list.length == 0) {
      (bool ok, bytes memory answer) = r.registry.staticcall(abi.encodePacked(r.listing));
      require(ok, 'registry');
      listed = abi.decode(answer, (address[]));
    }
    total = r.list.length == 0 ? listed.length : r.list.length / 20;
    uint256 end = r.skip + r.max < total ? r.skip + r.max : total;
    found = new Held[](MAX_FOUND);
    uint256 size;
    bytes memory question = abi.encodeWithSelector(r.question, r.owner);
    uint256[WORDS] memory words;
    for (uint256 at = r.skip; at < end; at++) {
      require(gasleft() > LOOP_GAS, 'gas');
      address member = r.list.length == 0 ? listed[at] : address(bytes20(r.list[at * 20:at * 20 + 20]));
      (bool isRead, bool hasAny) = ask(member, question, r.words, words);
      if (!isRead) unread++;
      if (!hasAny) continue;
      if (size == MAX_FOUND) unread++;
      else found[size++] = Held(member, [words[0], words[1], words[2], words[3]]);
    }
    assembly {
      mstore(found, size)
    }
  }

  /// Writes the first words of an answer over `words`. Not read when it reverted or is shorter.
  function ask(address member, bytes memory question, uint256 count, uint256[WORDS] memory words)
    private
    view
    returns (bool isRead, bool hasAny)
  {
    for (uint256 i; i < WORDS; i++) words[i] = 0;
    uint256 size;
    assembly {
      isRead := staticcall(CALL_GAS, member, add(question, 32), mload(question), words, mul(count, 32))
      size := returndatasize()
    }
    if (!isRead || count > WORDS || size < count * 32) return (false, false);
    for (uint256 i; i < WORDS; i++) hasAny = hasAny || words[i] != 0;
  }
}
