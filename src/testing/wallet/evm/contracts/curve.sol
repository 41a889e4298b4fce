// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

// Pools with the published interface of Curve over real bookkeeping: tokens move, shares are minted for what is paid in, and a
// withdrawal pays the same fraction of every coin. Prices are one to one, since no scan depends on them.

contract PoolToken is ERC20 {
  address private immutable pool;

  constructor() ERC20("Curve.fi", "CRV LP") { pool = msg.sender; }

  function mint(address to, uint256 amount) external { require(msg.sender == pool); _mint(to, amount); }
  function burn(address from, uint256 amount) external { require(msg.sender == pool); _burn(from, amount); }
}

/// As a Curve pool, whose token is a contract of its own.
abstract contract CurvePool {
  PoolToken public immutable token;
  address[] public coins;
  uint256[] internal held;

  constructor(address[] memory coins_) {
    token = new PoolToken();
    coins = coins_;
    held = new uint256[](coins_.length);
  }

  function add_liquidity(uint256[] calldata amounts) external {
    uint256 shares;
    uint256 supply = token.totalSupply();
    for (uint256 at; at < coins.length; at++) {
      shares += supply == 0 ? scaled(at, amounts[at]) : (amounts[at] * supply) / held[at] / coins.length;
      ERC20(coins[at]).transferFrom(msg.sender, address(this), amounts[at]);
      held[at] += amounts[at];
    }
    token.mint(msg.sender, shares);
  }

  /// Four hundredths of a percent stay in the pool.
  function exchange(uint256 from, uint256 to, uint256 amount) external {
    ERC20(coins[from]).transferFrom(msg.sender, address(this), amount);
    held[from] += amount;
    uint256 paid = (scaled(from, amount) * 9996) / 10000 / 10 ** (18 - ERC20(coins[to]).decimals());
    held[to] -= paid;
    ERC20(coins[to]).transfer(msg.sender, paid);
  }

  /// The same fraction of every coin.
  function remove_liquidity(uint256 shares) external returns (uint256[] memory paid) {
    uint256 supply = token.totalSupply();
    token.burn(msg.sender, shares);
    paid = new uint256[](coins.length);
    for (uint256 at; at < paid.length; at++) {
      paid[at] = (held[at] * shares) / supply;
      held[at] -= paid[at];
      ERC20(coins[at]).transfer(msg.sender, paid[at]);
    }
  }

  function scaled(uint256 at, uint256 amount) private view returns (uint256) {
    return amount * 10 ** (18 - ERC20(coins[at]).decimals());
  }
}

contract CurvePoolOfToday is CurvePool {
  constructor(address[] memory coins_) CurvePool(coins_) {}
  function balances(uint256 at) external view returns (uint256) { return held[at]; }
}

contract CurvePoolOfOld is CurvePool {
  constructor(address[] memory coins_) CurvePool(coins_) {}
  function balances(int128 at) external view returns (uint256) { return held[uint128(at)]; }
}
