// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './Foreign.sol';

interface PositionManager {
  struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
  }

  function poolManager() external view returns (PoolManager);
  function getPoolAndPositionInfo(uint256 id) external view returns (PoolKey memory key, uint256 info);
}

interface PoolManager {
  function extsload(bytes32 start, uint256 count) external view returns (bytes32[] memory words);
}

/// Never deployed: run by eth_call from its creation code. Reads positions of Uniswap v4 with all that their amounts and fees are computed
/// from, in one request. Only tokens are strangers: they are called with limited gas and limited return data. Storage is that of
/// `StateLibrary` and `Pool.State` (v4-core).
contract V4Positions {
  uint256 private constant POOLS = 6;
  uint256 private constant TICKS = 4;
  uint256 private constant POSITIONS = 6;

  struct Position {
    uint256 id;
    PositionManager.PoolKey key;
    int24 tickLower;
    int24 tickUpper;
    uint128 liquidity;
    uint256 insideLast0;
    uint256 insideLast1;
    uint160 sqrtPrice;
    int24 tick;
    uint256 global0;
    uint256 global1;
    uint256 lower0;
    uint256 lower1;
    uint256 upper0;
    uint256 upper1;
  }

  /// The positions of these ids, and the tokens in them. Reverts when a manager does not answer.
  function positions(PositionManager manager, uint256[] calldata ids)
    external
    view
    returns (Position[] memory found, Foreign.Token[] memory tokens)
  {
    PoolManager pools = manager.poolManager();
    found = new Position[](ids.length);
    tokens = new Foreign.Token[](2 * ids.length);
    uint256 seen;
    for (uint256 i; i < ids.length; i++) {
      Position memory each = found[i];
      each.id = ids[i];
      readPosition(manager, pools, each);
      // The zero address is the native coin, which no contract describes.
      if (each.key.currency0 != address(0)) seen = Foreign.addToken(tokens, seen, each.key.currency0);
      seen = Foreign.addToken(tokens, seen, each.key.currency1);
    }
    assembly {
      mstore(tokens, seen)
    }
  }

  function readPosition(PositionManager manager, PoolManager pools, Position memory p) private view {
    uint256 info;
    (p.key, info) = manager.getPoolAndPositionInfo(p.id);
    p.tickLower = int24(int256(info >> 8));
    p.tickUpper = int24(int256(info >> 32));
    uint256 pool = uint256(keccak256(abi.encode(keccak256(abi.encode(p.key)), POOLS)));

    bytes32[] memory words = pools.extsload(bytes32(pool), 3);
    p.sqrtPrice = uint160(uint256(words[0]));
    p.tick = int24(int256(uint256(words[0]) >> 160));
    (p.global0, p.global1) = (uint256(words[1]), uint256(words[2]));

    bytes32 name = keccak256(abi.encodePacked(address(manager), p.tickLower, p.tickUpper, p.id));
    words = pools.extsload(keccak256(abi.encode(name, pool + POSITIONS)), 3);
    p.liquidity = uint128(uint256(words[0]));
    (p.insideLast0, p.insideLast1) = (uint256(words[1]), uint256(words[2]));

    (p.lower0, p.lower1) = outside(pools, pool, p.tickLower);
    (p.upper0, p.upper1) = outside(pools, pool, p.tickUpper);
  }

  function outside(PoolManager pools, uint256 pool, int24 tick) private view returns (uint256, uint256) {
    bytes32 slot = keccak256(abi.encode(int256(tick), pool + TICKS));
    bytes32[] memory words = pools.extsload(slot, 3);
    return (uint256(words[1]), uint256(words[2]));
  }
}
