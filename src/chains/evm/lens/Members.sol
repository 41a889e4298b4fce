// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './Foreign.sol';

/// Never deployed: run by eth_call from its creation code. Asks every contract of a registry, or of a list, what it has of an owner, in one
/// request instead of hundreds of calls. Every one of them is asked with limited gas and limited return data.
contract Members {
  uint256 private constant CALL_GAS = 500_000;
  uint256 private constant LOOP_GAS = 700_000;
  uint256 private constant WORDS = 4;
  /// Creation code may return at most 24,576 bytes; a member takes 160.
  uint256 private constant MAX_FOUND = 120;

  struct Request {
    address registry;
    /// `f() returns (address[])` of the registry: all members. Zero where it lists them otherwise.
    bytes4 listing;
    /// `f() returns (uint256)`: the number after that of the last member.
    bytes4 count;
    /// `f(uint256)`: the member of a number; with a list `f(address)`: the member for each address of it. A zero address is no member.
    bytes4 item;
    /// The number of the first member.
    uint256 first;
    /// Addresses of 20 bytes each: members, or with `item` what the registry knows members by.
    bytes list;
    /// Who is asked `f(address member, address owner)`; if zero, the member is asked `f(address owner)`.
    address asker;
    bytes4 question;
    /// How many words of the answer say what the owner has.
    uint8 words;
    /// `f()` of a member that has something; so many words of its answer follow the others, at most four in all.
    bytes4 detail;
    uint8 details;
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
    require(r.words + r.details <= WORDS, 'words');
    address[] memory listed;
    (total, listed) = everyone(r);
    uint256 end = r.skip + r.max < total ? r.skip + r.max : total;
    found = new Held[](MAX_FOUND);
    uint256 size;
    for (uint256 at = r.skip; at < end; at++) {
      require(gasleft() > LOOP_GAS, 'gas');
      uint256 free;
      assembly {
        free := mload(0x40)
      }
      address member = memberAt(r, listed, at);
      if (member == address(0)) continue;
      (bool isRead, uint256[WORDS] memory words) = ask(r, member);
      if (!isRead) unread++;
      if (words[0] | words[1] | words[2] | words[3] == 0) {
        // Nothing of it is kept: memory costs more the more is in use.
        assembly {
          mstore(0x40, free)
        }
        continue;
      }
      if (size == MAX_FOUND || !describe(r, member, words)) unread++;
      else found[size++] = Held(member, words);
    }
    assembly {
      mstore(found, size)
    }
  }

  function everyone(Request calldata r) private view returns (uint256 total, address[] memory listed) {
    if (r.list.length > 0) return (r.list.length / 20, listed);
    if (r.count != 0) {
      total = must(r.registry, abi.encodePacked(r.count));
      return (total > r.first ? total - r.first : 0, listed);
    }
    (bool ok, bytes memory answer) = r.registry.staticcall(abi.encodePacked(r.listing));
    require(ok, 'registry');
    listed = abi.decode(answer, (address[]));
    total = listed.length;
  }

  function memberAt(Request calldata r, address[] memory listed, uint256 at) private view returns (address) {
    if (r.list.length > 0) {
      address each = address(bytes20(r.list[at * 20:at * 20 + 20]));
      return r.item == 0 ? each : Foreign.asAddress(must(r.registry, abi.encodeWithSelector(r.item, each)));
    }
    return r.count == 0 ? listed[at] : Foreign.asAddress(must(r.registry, abi.encodeWithSelector(r.item, r.first + at)));
  }

  function ask(Request calldata r, address member) private view returns (bool ok, uint256[WORDS] memory words) {
    (address to, bytes memory question) = r.asker == address(0)
      ? (member, abi.encodeWithSelector(r.question, r.owner))
      : (r.asker, abi.encodeWithSelector(r.question, member, r.owner));
    uint256[] memory answer;
    (ok, answer) = Foreign.words(to, CALL_GAS, question, r.words, r.words);
    for (uint256 i; i < r.words; i++) words[i] = answer[i];
  }

  /// Writes what the member says about itself after the words.
  function describe(Request calldata r, address member, uint256[WORDS] memory words) private view returns (bool ok) {
    if (r.details == 0) return true;
    uint256[] memory answer;
    (ok, answer) = Foreign.words(member, CALL_GAS, abi.encodePacked(r.detail), r.details, r.details);
    for (uint256 i; i < r.details; i++) words[r.words + i] = answer[i];
  }

  function must(address to, bytes memory question) private view returns (uint256 word) {
    bool ok;
    (ok, word) = Foreign.word(to, CALL_GAS, question);
    require(ok, 'registry');
  }
}
