// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// The surface of Slipstream, Velodrome's fork of Uniswap v3, over the real Uniswap v3: pools are keyed by tick spacing instead of by fee,
// and a tick holds what is staked (velodrome-finance/slipstream, ICLPoolState, ICLFactory, INonfungiblePositionManager).

interface IPool {
  function token0() external view returns (address);
  function token1() external view returns (address);
  function tickSpacing() external view returns (int24);
  function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool);
  function feeGrowthGlobal0X128() external view returns (uint256);
  function feeGrowthGlobal1X128() external view returns (uint256);
  function ticks(int24 tick)
    external view returns (uint128, int128, uint256, uint256, int56, uint160, uint32, bool);
}

interface IFactory {
  function feeAmountTickSpacing(uint24 fee) external view returns (int24);
}

interface IManager {
  struct Position {
    uint96 nonce; address operator; address token0; address token1; uint24 fee; int24 lower; int24 upper; uint128 liquidity;
    uint256 growth0; uint256 growth1; uint128 owed0; uint128 owed1;
  }
  function factory() external view returns (IFactory);
  function balanceOf(address owner) external view returns (uint256);
  function tokenOfOwnerByIndex(address owner, uint256 index) external view returns (uint256);
  function positions(uint256 id) external view returns (Position memory);
}

contract SlipstreamPool {
  IPool private immutable pool;

  constructor(IPool inner) { pool = inner; }

  function slot0() external view returns (uint160, int24, uint16, uint16, uint16, bool) {
    (uint160 price, int24 tick, uint16 index, uint16 cardinality, uint16 next,, bool unlocked) = pool.slot0();
    return (price, tick, index, cardinality, next, unlocked);
  }

  function feeGrowthGlobal0X128() external view returns (uint256) { return pool.feeGrowthGlobal0X128(); }
  function feeGrowthGlobal1X128() external view returns (uint256) { return pool.feeGrowthGlobal1X128(); }

  function ticks(int24 tick)
    external view returns (uint128 gross, int128 net, int128 staked, uint256 fees0, uint256 fees1, uint256, int56, uint160, uint32, bool)
  {
    (gross, net, fees0, fees1,,,,) = pool.ticks(tick);
    staked = 0;
  }
}

contract SlipstreamFactory {
  mapping(address => mapping(address => mapping(int24 => SlipstreamPool))) public getPool;

  function add(IPool pool) external {
    getPool[pool.token0()][pool.token1()][pool.tickSpacing()] = new SlipstreamPool(pool);
  }
}

contract SlipstreamManager {
  struct Position {
    uint96 nonce; address operator; address token0; address token1; int24 tickSpacing; int24 lower; int24 upper; uint128 liquidity;
    uint256 growth0; uint256 growth1; uint128 owed0; uint128 owed1;
  }

  IManager private immutable manager;

  constructor(IManager inner) { manager = inner; }

  function balanceOf(address owner) external view returns (uint256) { return manager.balanceOf(owner); }

  function tokenOfOwnerByIndex(address owner, uint256 index) external view returns (uint256) {
    return manager.tokenOfOwnerByIndex(owner, index);
  }

  function positions(uint256 id) external view returns (Position memory) {
    IManager.Position memory it = manager.positions(id);
    return Position(
      it.nonce, it.operator, it.token0, it.token1, manager.factory().feeAmountTickSpacing(it.fee), it.lower, it.upper,
      it.liquidity, it.growth0, it.growth1, it.owed0, it.owed1
    );
  }
}
