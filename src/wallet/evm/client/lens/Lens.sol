// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Never deployed: run by eth_call from its creation code, so that one request answers what would take four rounds.
/// Every foreign contract is called with limited gas and limited return data, since a wallet can be sent an NFT
/// whose tokens nobody vouches for. What cannot be read is left zero and `readable` stays false.
contract Lens {
  uint256 private constant POOL_GAS = 300_000;
  uint256 private constant TOKEN_GAS = 60_000;
  uint256 private constant SYMBOL_BYTES = 96;
  /// Slipstream: pools are found by tick spacing and a tick holds one word more before its fees.
  uint8 private constant SLIPSTREAM = 1;
  /// Algebra: one pool for two tokens, so no fee in a position, and other names.
  uint8 private constant ALGEBRA = 2;

  struct Request {
    /// Who lists the ids of the owner: the position manager itself, or a contract in which positions are staked.
    address holder;
    address manager;
    address factory;
    /// One of the shapes below.
    uint8 shape;
    /// `f(uint256 id)` of the holder that tells the reward of a staked position; zero for none.
    bytes4 reward;
    address owner;
    uint256 skip;
    uint256 max;
  }

  struct Position {
    uint256 id;
    bool readable;
    address token0;
    address token1;
    uint24 fee;
    int24 tickLower;
    int24 tickUpper;
    uint128 liquidity;
    uint256 insideLast0;
    uint256 insideLast1;
    uint128 owed0;
    uint128 owed1;
    uint160 sqrtPrice;
    int24 tick;
    uint256 global0;
    uint256 global1;
    uint256 lower0;
    uint256 lower1;
    uint256 upper0;
    uint256 upper1;
    uint256 reward;
  }

  struct Token {
    address token;
    bool known;
    uint256 decimals;
    bytes symbol;
  }

  /// Positions of one owner at one manager, at most `max` after the first `skip`, with all that their amounts and fees are computed from.
  function positions(Request calldata r) external view returns (uint256 total, Position[] memory found, Token[] memory tokens) {
    (bool ok, bytes memory data) = read(r.holder, POOL_GAS, 32, abi.encodeWithSignature('balanceOf(address)', r.owner));
    require(ok && data.length == 32, 'balanceOf');
    total = abi.decode(data, (uint256));
    uint256 n = total > r.skip ? total - r.skip : 0;
    if (n > r.max) n = r.max;
    found = new Position[](n);
    Token[] memory seen = new Token[](2 * n);
    uint256 count;
    for (uint256 i; i < n; i++) {
      (ok, data) = read(r.holder, POOL_GAS, 32, abi.encodeWithSignature('tokenOfOwnerByIndex(address,uint256)', r.owner, r.skip + i));
      require(ok && data.length == 32, 'tokenOfOwnerByIndex');
      found[i].id = abi.decode(data, (uint256));
      if (!readPosition(r, found[i])) continue;
      if (found[i].liquidity == 0 && found[i].owed0 == 0 && found[i].owed1 == 0) {
        found[i].readable = true;
        continue;
      }
      found[i].readable = readPool(r, found[i]);
      if (!found[i].readable) continue;
      count = readToken(seen, count, found[i].token0);
      count = readToken(seen, count, found[i].token1);
    }
    tokens = new Token[](count);
    for (uint256 i; i < count; i++) tokens[i] = seen[i];
  }

  function readPosition(Request calldata r, Position memory p) private view returns (bool) {
    uint256 at = r.shape == ALGEBRA ? 7 : 8;
    (bool ok, bytes memory data) = read(r.manager, POOL_GAS, 32 * (at + 4), abi.encodeWithSignature('positions(uint256)', p.id));
    if (!ok || data.length != 32 * (at + 4)) return false;
    if (r.shape == ALGEBRA) {
      (, , p.token0, p.token1, p.tickLower, p.tickUpper, p.liquidity) =
        abi.decode(data, (uint256, uint256, address, address, int24, int24, uint128));
    } else {
      (, , p.token0, p.token1, p.fee, p.tickLower, p.tickUpper, p.liquidity) =
        abi.decode(data, (uint256, uint256, address, address, uint24, int24, int24, uint128));
    }
    p.insideLast0 = word(data, at);
    p.insideLast1 = word(data, at + 1);
    p.owed0 = uint128(word(data, at + 2));
    p.owed1 = uint128(word(data, at + 3));
    if (r.reward != 0) {
      (ok, data) = read(r.holder, POOL_GAS, 32, abi.encodeWithSelector(r.reward, p.id));
      if (ok && data.length == 32) p.reward = word(data, 0);
    }
    return true;
  }

  function readPool(Request calldata r, Position memory p) private view returns (bool) {
    bool algebra = r.shape == ALGEBRA;
    bytes memory find = algebra
      ? abi.encodeWithSignature('poolByPair(address,address)', p.token0, p.token1)
      : r.shape == SLIPSTREAM
        ? abi.encodeWithSignature('getPool(address,address,int24)', p.token0, p.token1, int24(p.fee))
        : abi.encodeWithSignature('getPool(address,address,uint24)', p.token0, p.token1, p.fee);
    (bool ok, bytes memory data) = read(r.factory, POOL_GAS, 32, find);
    if (!ok || data.length != 32) return false;
    address pool = abi.decode(data, (address));
    (ok, data) = read(pool, POOL_GAS, 64, abi.encodeWithSignature(algebra ? 'globalState()' : 'slot0()'));
    if (!ok || data.length != 64) return false;
    (p.sqrtPrice, p.tick) = abi.decode(data, (uint160, int24));
    (ok, data) = read(pool, POOL_GAS, 32, abi.encodeWithSignature(algebra ? 'totalFeeGrowth0Token()' : 'feeGrowthGlobal0X128()'));
    if (!ok || data.length != 32) return false;
    p.global0 = word(data, 0);
    (ok, data) = read(pool, POOL_GAS, 32, abi.encodeWithSignature(algebra ? 'totalFeeGrowth1Token()' : 'feeGrowthGlobal1X128()'));
    if (!ok || data.length != 32) return false;
    p.global1 = word(data, 0);
    uint256 at = r.shape == SLIPSTREAM ? 3 : 2;
    (ok, data) = read(pool, POOL_GAS, 160, abi.encodeWithSignature('ticks(int24)', p.tickLower));
    if (!ok || data.length != 160) return false;
    (p.lower0, p.lower1) = (word(data, at), word(data, at + 1));
    (ok, data) = read(pool, POOL_GAS, 160, abi.encodeWithSignature('ticks(int24)', p.tickUpper));
    if (!ok || data.length != 160) return false;
    (p.upper0, p.upper1) = (word(data, at), word(data, at + 1));
    return true;
  }

  function readToken(Token[] memory seen, uint256 count, address token) private view returns (uint256) {
    for (uint256 i; i < count; i++) if (seen[i].token == token) return count;
    Token memory t = seen[count];
    t.token = token;
    (bool ok, bytes memory data) = read(token, TOKEN_GAS, 32, abi.encodeWithSignature('decimals()'));
    if (ok && data.length == 32 && word(data, 0) <= 255) {
      t.known = true;
      t.decimals = word(data, 0);
    }
    (ok, data) = read(token, TOKEN_GAS, SYMBOL_BYTES, abi.encodeWithSignature('symbol()'));
    if (ok) t.symbol = data;
    return count + 1;
  }

  function word(bytes memory data, uint256 i) private pure returns (uint256 value) {
    assembly ("memory-safe") { value := mload(add(add(data, 32), mul(i, 32))) }
  }

  /// At most `size` bytes of the answer are copied, however much is returned.
  function read(address to, uint256 gasLimit, uint256 size, bytes memory input) private view returns (bool ok, bytes memory data) {
    data = new bytes(size);
    assembly ("memory-safe") {
      ok := staticcall(gasLimit, to, add(input, 32), mload(input), add(data, 32), size)
      if lt(returndatasize(), size) { mstore(data, returndatasize()) }
    }
  }
}
