// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './Foreign.sol';

/// Never deployed: run by eth_call from its creation code. Finds the NFTs of an owner in a collection that does not list them by owner.
contract Owned {
  uint256 private constant CALL_GAS = 100_000;
  uint256 private constant LOOP_GAS = 300_000;
  uint256 private constant MAX_FOUND = 200;

  /// The owner's ids among `count` from the newest back, after the first `skip`; `counter` is the `f()` of the collection that returns its last id or
  /// the one after it. An id that was burned has no owner. Reverts when the counter does not answer or the gas does not suffice.
  function owned(address collection, bytes4 counter, address owner, uint256 skip, uint256 count) external view returns (uint256[] memory found) {
    (bool ok, uint256 last) = read(collection, abi.encodePacked(counter));
    require(ok, 'counter');
    found = new uint256[](MAX_FOUND);
    uint256 size;
    for (uint256 at = skip; at < skip + count && at <= last && size < MAX_FOUND; at++) {
      require(gasleft() > LOOP_GAS, 'gas');
      (bool exists, uint256 holder) = read(collection, abi.encodeWithSignature('ownerOf(uint256)', last - at));
      if (exists && holder == uint160(owner)) found[size++] = last - at;
    }
    assembly {
      mstore(found, size)
    }
  }

  /// The memory of the question is used again.
  function read(address to, bytes memory question) private view returns (bool ok, uint256 word) {
    (ok, word) = Foreign.word(to, CALL_GAS, question);
    assembly {
      mstore(0x40, question)
    }
  }
}
