// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './Foreign.sol';

/// Never deployed: run by eth_call from its creation code. Walks a registry of pools and returns in which of them an owner has a balance,
/// in one request instead of thousands of calls. Every foreign contract is called with limited gas and limited return data.
contract Pools {
  uint256 private constant CALL_GAS = 300_000;
  uint256 private constant LOOP_GAS = 500_000;
  uint256 private constant WORDS = 6;
  uint256 private constant MAX_COINS = 8;
  /// Creation code may return at most 24,576 bytes; a pool takes at most 896.
  uint256 private constant MAX_FOUND = 25;

  struct Request {
    address registry;
    /// Addresses of 20 bytes each that replace a registry where there is none; pools, or with `lpOf` contracts they are staked in, or with `item`
    /// registries whose pools are counted on from one to the next.
    bytes list;
    /// `f()` of such a contract that returns the pool's token; zero for a list of pools.
    bytes4 lpOf;
    /// `f() returns (uint256)`: how many pools there are.
    bytes4 count;
    /// `f(uint256)`: the pool of a number, or a record of up to six words.
    bytes4 item;
    /// Which word of the record is the pool's token, and which the contract it is staked in; 255 for none.
    uint8 tokenWord;
    uint8 holderWord;
    /// `f()` of the pool that returns such a record, where the registry returns the pool alone; zero where `item` returns it.
    bytes4 recordOf;
    /// `f(address pool, address owner)` of the registry that returns what is staked in it. It then answers `recordOf` too, as `f(address pool)`, and
    /// loose balances are not asked.
    bytes4 stakeOf;
    /// `f(address pool)` of the registry that returns the pool's token; zero where the pool is its token.
    bytes4 tokenOf;
    /// `f(address)` of a contract that returns the gauge of a pool; zero for none.
    address gauges;
    bytes4 gaugeOf;
    /// Asked in the same way about pools without a gauge there; zero for none.
    address olderGauges;
    /// `f(address token)` of a contract, or `f()` of the token itself if that is zero, that returns where the pool's content is; zero for none.
    address keys;
    bytes4 keyOf;
    /// Whether to read `coins(i)` and `balances(i)` of a pool, as Curve has them.
    bool coins;
    address owner;
    uint256 skip;
    uint256 max;
  }

  struct Held {
    address pool;
    address token;
    address holder;
    bytes32 key;
    uint256 loose;
    uint256 staked;
    address[] coins;
    uint256[] balances;
  }

  /// Pools with a balance of the owner, among `max` after the first `skip`. `unread` counts the pools whose contracts did not answer, and those that
  /// the answer has no room for.
  /// Reverts when the registry does not answer or the gas does not suffice.
  function held(Request calldata r) external view returns (uint256 total, uint256 unread, Held[] memory found) {
    total = r.list.length == 0 ? must(r.registry, abi.encodePacked(r.count)) : r.item == 0 ? r.list.length / 20 : countOf(r);
    uint256 end = r.skip + r.max < total ? r.skip + r.max : total;
    found = new Held[](MAX_FOUND);
    uint256 size;
    for (uint256 at = r.skip; at < end; at++) {
      require(gasleft() > LOOP_GAS, 'gas');
      uint256 free;
      assembly {
        free := mload(0x40)
      }
      (bool ok, Held memory each) = r.lpOf != 0 ? farm(r, at) : one(r, at);
      if (!ok) unread++;
      if (each.loose + each.staked == 0) {
        // Nothing of it is kept: memory costs more the more is in use.
        assembly {
          mstore(0x40, free)
        }
        continue;
      }
      if (size == MAX_FOUND) unread++;
      else found[size++] = r.coins ? filled(each) : each;
    }
    assembly {
      mstore(found, size)
    }
  }

  function one(Request calldata r, uint256 at) private view returns (bool ok, Held memory each) {
    bool isRecord = r.tokenWord < WORDS && r.holderWord < WORDS;
    if (isRecord && r.recordOf == 0) {
      (each.token, each.holder) = recordFrom(r, r.registry, abi.encodeWithSelector(r.item, at));
      each.pool = each.token;
      ok = true;
    } else {
      address pool = r.list.length == 0 ? itemOf(r, r.registry, at) : r.item == 0 ? listed(r, at) : counted(r, at);
      if (r.stakeOf != 0) return kept(r, pool);
      if (r.recordOf != 0) return own(r, pool);
      (each.pool, each.token) = (pool, pool);
      if (r.tokenOf != 0) each.token = Foreign.asAddress(must(r.registry, abi.encodeWithSelector(r.tokenOf, pool)));
      (ok, each.loose) = balance(each.token, r.owner);
      if (r.gaugeOf != 0) {
        (bool known, uint256 gauge) = read(r.gauges, abi.encodeWithSelector(r.gaugeOf, pool));
        if (known && gauge == 0 && r.olderGauges != address(0))
          (known, gauge) = read(r.olderGauges, abi.encodeWithSelector(r.gaugeOf, pool));
        ok = ok && known;
        each.holder = Foreign.asAddress(gauge);
      }
    }
    bool isRead;
    (isRead, each.staked) = balance(each.holder, r.owner);
    ok = ok && isRead;
    if (each.loose + each.staked > 0) each.key = keyOf(r, each.token);
  }

  /// Of a pool that returns its record itself.
  function own(Request calldata r, address pool) private view returns (bool ok, Held memory each) {
    (bool known, uint256[] memory record) = recordAt(r, pool, abi.encodePacked(r.recordOf));
    if (!known) return (false, each);
    each.pool = pool;
    each.token = Foreign.asAddress(record[r.tokenWord]);
    each.holder = Foreign.asAddress(record[r.holderWord]);
    bool isRead;
    (ok, each.loose) = balance(each.token, r.owner);
    (isRead, each.staked) = balance(each.holder, r.owner);
    ok = ok && isRead;
  }

  /// Of a pool whose stakes are in the registry's own books. The holder is the registry where its record names none.
  function kept(Request calldata r, address pool) private view returns (bool ok, Held memory each) {
    uint256 stake;
    (ok, stake) = read(r.registry, abi.encodeWithSelector(r.stakeOf, pool, r.owner));
    if (!ok || stake >= 2 ** 255) return (false, each);
    if (stake == 0) return (true, each);
    each.staked = stake;
    each.pool = pool;
    (each.token, each.holder) = recordFrom(r, r.registry, abi.encodeWithSelector(r.recordOf, pool));
    if (each.holder == address(0)) each.holder = r.registry;
  }

  /// With the pool's coins, for as long as it names them. The pool of a token is its key, where one was asked for.
  function filled(Held memory each) private view returns (Held memory) {
    address pool = each.key == 0 ? each.pool : Foreign.asAddress(uint256(each.key));
    address[] memory coins = new address[](MAX_COINS);
    uint256[] memory balances = new uint256[](MAX_COINS);
    uint256 size;
    for (; size < MAX_COINS; size++) {
      (bool isCoin, uint256 coin) = read(pool, abi.encodeWithSignature('coins(uint256)', size));
      if (!isCoin || coin == 0) break;
      (bool isRead, uint256 amount) = read(pool, abi.encodeWithSignature('balances(uint256)', size));
      if (!isRead) {
        size = 0;
        break;
      }
      coins[size] = Foreign.asAddress(coin);
      balances[size] = amount;
    }
    assembly {
      mstore(coins, size)
      mstore(balances, size)
    }
    each.coins = coins;
    each.balances = balances;
    return each;
  }

  function farm(Request calldata r, uint256 at) private view returns (bool ok, Held memory each) {
    each.holder = listed(r, at);
    (ok, each.staked) = balance(each.holder, r.owner);
    if (each.staked == 0) return (ok, each);
    each.token = Foreign.asAddress(must(each.holder, abi.encodePacked(r.lpOf)));
    each.pool = each.token;
    each.key = keyOf(r, each.token);
  }

  function keyOf(Request calldata r, address token) private view returns (bytes32) {
    if (r.keyOf == 0) return 0;
    bool isOwn = r.keys == address(0);
    bytes memory question = isOwn ? abi.encodePacked(r.keyOf) : abi.encodeWithSelector(r.keyOf, token);
    (, uint256 key) = read(isOwn ? token : r.keys, question);
    return bytes32(key);
  }

  /// How many pools all listed registries have.
  function countOf(Request calldata r) private view returns (uint256 total) {
    for (uint256 each; each < r.list.length / 20; each++) total += must(listed(r, each), abi.encodePacked(r.count));
  }

  /// The pool of a number that counts on from one registry to the next.
  function counted(Request calldata r, uint256 at) private view returns (address) {
    for (uint256 each; ; each++) {
      address registry = listed(r, each);
      uint256 count = must(registry, abi.encodePacked(r.count));
      if (at < count) return itemOf(r, registry, at);
      at -= count;
    }
  }

  function itemOf(Request calldata r, address registry, uint256 at) private view returns (address) {
    return Foreign.asAddress(must(registry, abi.encodeWithSelector(r.item, at)));
  }

  function listed(Request calldata r, uint256 at) private pure returns (address) {
    return address(bytes20(r.list[at * 20:at * 20 + 20]));
  }

  /// Zero where there is no contract.
  function balance(address token, address owner) private view returns (bool ok, uint256 amount) {
    if (token.code.length == 0) return (true, 0);
    (ok, amount) = read(token, abi.encodeWithSignature('balanceOf(address)', owner));
    // A sum of two such balances must not overflow.
    if (amount >= 2 ** 255) return (false, 0);
  }

  /// The token and the holder in a record. Reverts when there is none.
  function recordFrom(Request calldata r, address from, bytes memory question) private view returns (address, address) {
    (bool ok, uint256[] memory record) = recordAt(r, from, question);
    require(ok, 'registry');
    return (Foreign.asAddress(record[r.tokenWord]), Foreign.asAddress(record[r.holderWord]));
  }

  function recordAt(Request calldata r, address from, bytes memory question) private view returns (bool, uint256[] memory) {
    return Foreign.words(from, CALL_GAS, question, WORDS, r.holderWord + 1);
  }

  function must(address to, bytes memory question) private view returns (uint256 value) {
    bool ok;
    (ok, value) = read(to, question);
    require(ok, 'registry');
  }

  function read(address to, bytes memory question) private view returns (bool, uint256) {
    return Foreign.word(to, CALL_GAS, question);
  }
}
