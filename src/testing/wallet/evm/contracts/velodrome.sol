// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

// Pools with the published interface of Velodrome, and the reader of them, over real bookkeeping: tokens move, and a withdrawal or a
// claim pays what the contract says. The price of a trade is rough, since no scan depends on it.

/// As a pool of Velodrome: fees do not flow back into it, each owner claims a share of them.
contract VeloPool is ERC20("Velodrome", "vAMM") {
  address public immutable token0;
  address public immutable token1;
  uint256[2] public reserves;
  uint256[2] private feesPerShare;
  mapping(address => uint256[2]) private seen;
  mapping(address => uint256[2]) private kept;

  constructor(address a, address b) { (token0, token1) = (a, b); }

  function deposit(uint256 amount0, uint256 amount1) external {
    uint256 shares = totalSupply() == 0 ? amount0 : (amount0 * totalSupply()) / reserves[0];
    pull(0, amount0);
    pull(1, amount1);
    _mint(msg.sender, shares);
  }

  /// A trade: `amount` of one token in, of which 0.3 % go to the owners of shares, the rest out of the other one.
  function swap(uint256 side, uint256 amount) external {
    uint256 fee = (amount * 3) / 1000;
    pull(side, amount);
    reserves[side] -= fee;
    feesPerShare[side] += (fee * 1e18) / totalSupply();
    uint256 paid = ((amount - fee) * reserves[1 - side]) / (reserves[side]);
    reserves[1 - side] -= paid;
    ERC20(side == 0 ? token1 : token0).transfer(msg.sender, paid);
  }

  function burn(uint256 shares) external returns (uint256 paid0, uint256 paid1) {
    (paid0, paid1) = ((reserves[0] * shares) / totalSupply(), (reserves[1] * shares) / totalSupply());
    _burn(msg.sender, shares);
    (reserves[0], reserves[1]) = (reserves[0] - paid0, reserves[1] - paid1);
    ERC20(token0).transfer(msg.sender, paid0);
    ERC20(token1).transfer(msg.sender, paid1);
  }

  function claimFees() external returns (uint256 paid0, uint256 paid1) {
    settle(msg.sender);
    (paid0, paid1) = (kept[msg.sender][0], kept[msg.sender][1]);
    delete kept[msg.sender];
    ERC20(token0).transfer(msg.sender, paid0);
    ERC20(token1).transfer(msg.sender, paid1);
  }

  function claimable(address owner, uint256 side) public view returns (uint256) {
    return kept[owner][side] + (balanceOf(owner) * (feesPerShare[side] - seen[owner][side])) / 1e18;
  }

  function _update(address from, address to, uint256 amount) internal override {
    settle(from);
    settle(to);
    super._update(from, to, amount);
  }

  function settle(address owner) private {
    kept[owner] = [claimable(owner, 0), claimable(owner, 1)];
    seen[owner] = feesPerShare;
  }

  function pull(uint256 side, uint256 amount) private {
    ERC20(side == 0 ? token0 : token1).transferFrom(msg.sender, address(this), amount);
    reserves[side] += amount;
  }
}

interface IGauge {
  function balanceOf(address owner) external view returns (uint256);
  function earned(address owner) external view returns (uint256);
}

/// Pools in the order of their creation, each with its gauge, and the reader of them that Velodrome calls Sugar.
contract Sugar {
  struct Position {
    uint256 id; address lp; uint256 liquidity; uint256 staked; uint256 amount0; uint256 amount1; uint256 staked0;
    uint256 staked1; uint256 unstakedEarned0; uint256 unstakedEarned1; uint256 emissions; int24 tickLower; int24 tickUpper;
    uint160 ratioLower; uint160 ratioUpper; address locker; uint32 unlocksAt; address alm;
  }

  VeloPool[] public allPools;
  mapping(VeloPool => IGauge) public gauges;

  function add(VeloPool pool, IGauge gauge) external {
    allPools.push(pool);
    gauges[pool] = gauge;
  }

  function allPoolsLength() external view returns (uint256) { return allPools.length; }

  function positionsByFactory(uint256 limit, uint256 offset, address account, Sugar factory)
    external view returns (Position[] memory found)
  {
    uint256 end = offset + limit < factory.allPoolsLength() ? offset + limit : factory.allPoolsLength();
    found = new Position[](end - offset);
    uint256 size;
    for (uint256 at = offset; at < end; at++) {
      Position memory each = positionIn(factory.allPools(at), factory.gauges(factory.allPools(at)), account);
      if (each.liquidity + each.staked + each.emissions > 0) found[size++] = each;
    }
    assembly { mstore(found, size) }
  }

  function positionIn(VeloPool pool, IGauge gauge, address account) private view returns (Position memory each) {
    uint256 supply = pool.totalSupply();
    each.lp = address(pool);
    each.liquidity = pool.balanceOf(account);
    each.staked = gauge.balanceOf(account);
    each.emissions = gauge.earned(account);
    (each.amount0, each.amount1) = ((each.liquidity * pool.reserves(0)) / supply, (each.liquidity * pool.reserves(1)) / supply);
    (each.staked0, each.staked1) = ((each.staked * pool.reserves(0)) / supply, (each.staked * pool.reserves(1)) / supply);
    (each.unstakedEarned0, each.unstakedEarned1) = (pool.claimable(account, 0), pool.claimable(account, 1));
  }
}
