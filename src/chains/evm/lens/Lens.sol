// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './Foreign.sol';

/// Never deployed: run by eth_call from its creation code, so that one request answers what would take four rounds.
/// Every foreign contract is called with limited gas and limited return data, since a wallet can be sent an NFT
/// whose tokens are untrusted. What cannot be read is left zero and `readable` stays false.
contract Lens {
  uint256 private constant POOL_GAS = 300_000;
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
    /// `f(uint256 id)` of the holder that returns the reward of a staked position; zero for none.
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

  /// Positions of one owner at one manager, at most `max` after the first `skip`, with all that their amounts and fees are computed from.
  function positions(Request calldata r) external view returns (uint256 total, Position[] memory found, Foreign.Token[] memory tokens) {
    (bool ok, bytes memory data) = Foreign.data(r.holder, POOL_GAS, abi.encodeWithSignature('balanceOf(address)', r.owner), 32);
    require(ok && data.length == 32, 'balanceOf');
    total = abi.decode(data, (uint256));
    uint256 n = total > r.skip ? total - r.skip : 0;
    if (n > r.max) n = r.max;
    found = new Position[](n);
    Foreign.Token[] memory seen = new Foreign.Token[](2 * n);
    uint256 count;
    for (uint256 i; i < n; i++) {
      (ok, data) = Foreign.data(r.holder, POOL_GAS, abi.encodeWithSignature('tokenOfOwnerByIndex(address,uint256)', r.owner, r.skip + i), 32);
      require(ok && data.length == 32, 'tokenOfOwnerByIndex');
      found[i].id = abi.decode(data, (uint256));
      if (!readPosition(r, found[i])) continue;
      if (found[i].liquidity == 0 && found[i].owed0 == 0 && found[i].owed1 == 0) {
        found[i].readable = true;
        continue;
      }
      found[i].readable = readPool(r, found[i]);
      if (!found[i].readable) continue;
      count = Foreign.addToken(seen, count, found[i].token0);
      count = Foreign.addToken(seen, count, found[i].token1);
    }
    tokens = new Foreign.Token[](count);
    for (uint256 i; i < count; i++) tokens[i] = seen[i];
  }

  function readPosition(Request calldata r, Position memory p) private view returns (bool) {
    uint256 at = r.shape == ALGEBRA ? 7 : 8;
    (bool ok, bytes memory data) = Foreign.data(r.manager, POOL_GAS, abi.encodeWithSignature('positions(uint256)', p.id), 32 * (at + 4));
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
      (ok, data) = Foreign.data(r.holder, POOL_GAS, abi.encodeWithSelector(r.reward, p.id), 32);
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
    (bool ok, bytes memory data) = Foreign.data(r.factory, POOL_GAS, find, 32);
    if (!ok || data.length != 32) return false;
    address pool = abi.decode(data, (address));
    (ok, data) = Foreign.data(pool, POOL_GAS, abi.encodeWithSignature(algebra ? 'globalState()' : 'slot0()'), 64);
    if (!ok || data.length != 64) return false;
    (p.sqrtPrice, p.tick) = abi.decode(data, (uint160, int24));
    (ok, data) = Foreign.data(pool, POOL_GAS, abi.encodeWithSignature(algebra ? 'totalFeeGrowth0Token()' : 'feeGrowthGlobal0X128()'), 32);
    if (!ok || data.length != 32) return false;
    p.global0 = word(data, 0);
    (ok, data) = Foreign.data(pool, POOL_GAS, abi.encodeWithSignature(algebra ? 'totalFeeGrowth1Token()' : 'feeGrowthGlobal1X128()'), 32);
    if (!ok || data.length != 32) return false;
    p.global1 = word(data, 0);
    uint256 at = r.shape == SLIPSTREAM ? 3 : 2;
    (ok, data) = Foreign.data(pool, POOL_GAS, abi.encodeWithSignature('ticks(int24)', p.tickLower), 160);
    if (!ok || data.length != 160) return false;
    (p.lower0, p.lower1) = (word(data, at), word(data, at + 1));
    (ok, data) = Foreign.data(pool, POOL_GAS, abi.encodeWithSignature('ticks(int24)', p.tickUpper), 160);
    if (!ok || data.length != 160) return false;
    (p.upper0, p.upper1) = (word(data, at), word(data, at + 1));
    return true;
  }

  function word(bytes memory data, uint256 i) private pure returns (uint256 value) {
    assembly ("memory-safe") { value := mload(add(add(data, 32), mul(i, 32))) }
  }
}
