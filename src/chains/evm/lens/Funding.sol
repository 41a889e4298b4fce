// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './Foreign.sol';

/// Never deployed: run by eth_call from its creation code. Finds what an account may claim in the markets of GMX v2. Its store keeps the amounts
/// under a hash of market, token and account and lists them nowhere, so both tokens of every market are asked for, in one request.
contract Funding {
  uint256 private constant CALL_GAS = 100_000;
  uint256 private constant LOOP_GAS = 300_000;
  /// Creation code may return at most 24,576 bytes; a claim takes 96.
  uint256 private constant MAX_FOUND = 200;
  /// `Keys.CLAIMABLE_FUNDING_AMOUNT` of gmx-io/gmx-synthetics.
  bytes32 private constant CLAIMABLE = keccak256(abi.encode('CLAIMABLE_FUNDING_AMOUNT'));

  struct Market {
    address market;
    address index;
    address long;
    address short;
  }

  struct Claim {
    address market;
    address token;
    uint256 amount;
  }

  /// The amounts that are not zero, in the first `max` markets of the store, and how many markets there are among those. Reverts when one
  /// does not answer, when the answer has no room for all, or when the gas does not suffice.
  function claimable(address reader, address store, address owner, uint256 max) external view returns (uint256 total, Claim[] memory found) {
    (bool ok, bytes memory answer) = reader.staticcall(
      abi.encodeWithSignature('getMarkets(address,uint256,uint256)', store, 0, max)
    );
    require(ok, 'reader');
    Market[] memory markets = abi.decode(answer, (Market[]));
    total = markets.length;
    found = new Claim[](MAX_FOUND);
    uint256 size;
    for (uint256 at; at < total; at++) {
      Market memory each = markets[at];
      size = add(store, owner, each.market, each.long, found, size);
      if (each.short != each.long) size = add(store, owner, each.market, each.short, found, size);
    }
    assembly {
      mstore(found, size)
    }
  }

  function add(address store, address owner, address market, address token, Claim[] memory found, uint256 size)
    private
    view
    returns (uint256)
  {
    require(gasleft() > LOOP_GAS, 'gas');
    bytes32 key = keccak256(abi.encode(CLAIMABLE, market, token, owner));
    (bool ok, uint256 amount) = Foreign.word(store, CALL_GAS, abi.encodeWithSignature('getUint(bytes32)', key));
    require(ok, 'store');
    if (amount == 0) return size;
    require(size < MAX_FOUND, 'room');
    found[size] = Claim(market, token, amount);
    return size + 1;
  }
}
