// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Never deployed: run by eth_call from its creation code. Walks a registry of pools and tells in which of them an owner has a balance,
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
    /// Addresses of 20 bytes each that stand for a registry where there is none; pools, or with `lpOf` contracts they are staked in.
    bytes list;
    /// `f()` of such a contract that tells the pool's token; zero for a list of pools.
    bytes4 lpOf;
    /// `f() returns (uint256)`: how many pools there are.
    bytes4 count;
    /// `f(uint256)`: the pool of a number, or a record of up to six words.
    bytes4 item;
    /// Which word of the record is the pool's token, and which the contract it is staked in; 255 for none.
    uint8 tokenWord;
    uint8 holderWord;
    /// `f()` of the pool that tells such a record, where the registry tells the pool alone; zero where `item` tells it.
    bytes4 recordOf;
    /// `f(address pool, address owner)` of the registry that tells what is staked in it. It then answers `recordOf` too, as `f(address pool)`, and
    /// loose balances are not asked.
    bytes4 stakeOf;
    /// `f(address pool)` of the registry that tells the pool's token; zero where the pool is its token.
    bytes4 tokenOf;
    /// `f(address)` of a contract that tells the gauge of a pool; zero for none.
    address gauges;
    bytes4 gaugeOf;
    /// Asked in the same way about pools without a gauge there; zero for none.
    address olderGauges;
    /// `f(address token)` of a contract, or `f()` of the token itself if that is zero, that tells where the pool's content is; zero for none.
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
    total = r.list.length > 0 ? r.list.length / 20 : uint256(must(r.registry, abi.encodePacked(r.count), 1)[0]);
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
    bytes32[WORDS] memory record;
    if (r.list.length > 0) record[0] = listed(r, at);
    else record = must(r.registry, abi.encodeWithSelector(r.item, at), isRecord && r.recordOf == 0 ? r.holderWord + 1 : 1);
    if (r.stakeOf != 0) return kept(r, asAddress(record[0]));
    if (r.recordOf != 0) return own(r, asAddress(record[0]));
    ok = true;
    if (isRecord) {
      each.token = asAddress(record[r.tokenWord]);
      each.holder = asAddress(record[r.holderWord]);
      each.pool = each.token;
    } else {
      each.pool = asAddress(record[0]);
      each.token = each.pool;
      if (r.tokenOf != 0) each.token = asAddress(must(r.registry, abi.encodeWithSelector(r.tokenOf, each.pool), 1)[0]);
      (ok, each.loose) = balance(each.token, r.owner);
      if (r.gaugeOf != 0) {
        (bool known, bytes32[WORDS] memory gauge) = read(r.gauges, abi.encodeWithSelector(r.gaugeOf, each.pool), 1);
        if (known && gauge[0] == 0 && r.olderGauges != address(0))
          (known, gauge) = read(r.olderGauges, abi.encodeWithSelector(r.gaugeOf, each.pool), 1);
        ok = ok && known;
        if (known) each.holder = asAddress(gauge[0]);
      }
    }
    bool isRead;
    (isRead, each.staked) = balance(each.holder, r.owner);
    ok = ok && isRead;
    if (each.loose + each.staked > 0) each.key = keyOf(r, each.token);
  }

  /// Of a pool that tells its record itself.
  function own(Request calldata r, address pool) private view returns (bool ok, Held memory each) {
    (bool known, bytes32[WORDS] memory record) = read(pool, abi.encodePacked(r.recordOf), r.holderWord + 1);
    if (!known) return (false, each);
    each.pool = pool;
    each.token = asAddress(record[r.tokenWord]);
    each.holder = asAddress(record[r.holderWord]);
    bool isRead;
    (ok, each.loose) = balance(each.token, r.owner);
    (isRead, each.staked) = balance(each.holder, r.owner);
    ok = ok && isRead;
  }

  /// Of a pool whose stakes are in the registry's own books. The holder is the registry where its record names none.
  function kept(Request calldata r, address pool) private view returns (bool ok, Held memory each) {
    bytes32[WORDS] memory words;
    (ok, words) = read(r.registry, abi.encodeWithSelector(r.stakeOf, pool, r.owner), 1);
    if (!ok || uint256(words[0]) >= 2 ** 255) return (false, each);
    each.staked = uint256(words[0]);
    if (each.staked == 0) return (true, each);
    words = must(r.registry, abi.encodeWithSelector(r.recordOf, pool), r.holderWord + 1);
    each.pool = pool;
    each.token = asAddress(words[r.tokenWord]);
    each.holder = asAddress(words[r.holderWord]);
    if (each.holder == address(0)) each.holder = r.registry;
  }

  /// With the pool's coins, for as long as it names them. The pool of a token is its key, where one was asked for.
  function filled(Held memory each) private view returns (Held memory) {
    address pool = each.key == 0 ? each.pool : asAddress(each.key);
    address[] memory coins = new address[](MAX_COINS);
    uint256[] memory balances = new uint256[](MAX_COINS);
    uint256 size;
    for (; size < MAX_COINS; size++) {
      (bool isCoin, bytes32[WORDS] memory coin) = read(pool, abi.encodeWithSignature('coins(uint256)', size), 1);
      if (!isCoin || coin[0] == 0) break;
      (bool isRead, bytes32[WORDS] memory amount) = read(pool, abi.encodeWithSignature('balances(uint256)', size), 1);
      if (!isRead) {
        size = 0;
        break;
      }
      coins[size] = asAddress(coin[0]);
      balances[size] = uint256(amount[0]);
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
    each.holder = asAddress(listed(r, at));
    (ok, each.staked) = balance(each.holder, r.owner);
    if (each.staked == 0) return (ok, each);
    each.token = asAddress(must(each.holder, abi.encodePacked(r.lpOf), 1)[0]);
    each.pool = each.token;
    each.key = keyOf(r, each.token);
  }

  function keyOf(Request calldata r, address token) private view returns (bytes32) {
    if (r.keyOf == 0) return 0;
    bool isOwn = r.keys == address(0);
    bytes memory question = isOwn ? abi.encodePacked(r.keyOf) : abi.encodeWithSelector(r.keyOf, token);
    (bool known, bytes32[WORDS] memory key) = read(isOwn ? token : r.keys, question, 1);
    return known ? key[0] : bytes32(0);
  }

  function listed(Request calldata r, uint256 at) private pure returns (bytes32) {
    return bytes32(uint256(uint160(bytes20(r.list[at * 20:at * 20 + 20]))));
  }

  /// Zero where there is no contract.
  function balance(address token, address owner) private view returns (bool ok, uint256 amount) {
    if (token.code.length == 0) return (true, 0);
    bytes32[WORDS] memory words;
    (ok, words) = read(token, abi.encodeWithSignature('balanceOf(address)', owner), 1);
    amount = uint256(words[0]);
    // A sum of two such balances must not overflow.
    if (amount >= 2 ** 255) return (false, 0);
  }

  function must(address to, bytes memory question, uint256 least) private view returns (bytes32[WORDS] memory words) {
    bool ok;
    (ok, words) = read(to, question, least);
    require(ok, 'registry');
  }

  /// The first words of an answer; false when it reverted or is shorter than `least` words.
  function read(address to, bytes memory question, uint256 least) private view returns (bool ok, bytes32[WORDS] memory words) {
    uint256 size;
    assembly {
      ok := staticcall(CALL_GAS, to, add(question, 32), mload(question), words, mul(WORDS, 32))
      size := returndatasize()
    }
    if (!ok || size < least * 32) {
      bytes32[WORDS] memory none;
      return (false, none);
    }
  }

  function asAddress(bytes32 word) private pure returns (address) {
    return address(uint160(uint256(word)));
  }
}
