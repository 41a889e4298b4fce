// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

// Exchanges for perpetuals with the published interfaces of GMX over real bookkeeping: margin moves, a position keeps its
// size and its entry, and profit follows from the price that the contract itself keeps.

/// GMX v1's vault. US dollars have 30 decimals. No fees.
contract GmxVault {
  struct Position { uint256 size; uint256 collateral; uint256 averagePrice; uint256 reserve; uint256 time; }

  mapping(address => uint256) public getMaxPrice;
  mapping(bytes32 => Position) private positions;

  function setPrice(address token, uint256 price) external { getMaxPrice[token] = price; }

  function increasePosition(address collateral, address index, uint256 amount, uint256 size, bool isLong) external {
    ERC20(collateral).transferFrom(msg.sender, address(this), amount);
    Position storage position = positions[keyOf(msg.sender, collateral, index, isLong)];
    // Published as getNextAveragePrice: the entry at which the profit stays what it was.
    if (position.size == 0) position.averagePrice = getMaxPrice[index];
    else {
      (bool hasProfit, uint256 delta) = getDelta(index, position.size, position.averagePrice, isLong);
      uint256 whole = position.size + size;
      uint256 divisor = isLong == hasProfit ? whole + delta : whole - delta;
      position.averagePrice = (getMaxPrice[index] * whole) / divisor;
    }
    position.size += size;
    position.collateral += (amount * getMaxPrice[collateral]) / 10 ** ERC20(collateral).decimals();
    position.reserve = (position.size * 10 ** ERC20(collateral).decimals()) / getMaxPrice[collateral];
    position.time = block.timestamp;
  }

  /// Pays the margin with its profit or loss.
  function closePosition(address collateral, address index, bool isLong) external returns (uint256 paid) {
    bytes32 key = keyOf(msg.sender, collateral, index, isLong);
    Position memory position = positions[key];
    (bool hasProfit, uint256 delta) = getDelta(index, position.size, position.averagePrice, isLong);
    uint256 worth = hasProfit ? position.collateral + delta : position.collateral - delta;
    delete positions[key];
    paid = (worth * 10 ** ERC20(collateral).decimals()) / getMaxPrice[collateral];
    ERC20(collateral).transfer(msg.sender, paid);
  }

  function getPosition(address account, address collateral, address index, bool isLong)
    external view returns (uint256, uint256, uint256, uint256, uint256, uint256, bool, uint256)
  {
    Position memory position = positions[keyOf(account, collateral, index, isLong)];
    return (position.size, position.collateral, position.averagePrice, 0, position.reserve, 0, true, position.time);
  }

  function getDelta(address index, uint256 size, uint256 average, bool isLong) public view returns (bool, uint256) {
    uint256 price = getMaxPrice[index];
    uint256 moved = price > average ? price - average : average - price;
    return (isLong ? price > average : average > price, (size * moved) / average);
  }

  function keyOf(address account, address collateral, address index, bool isLong) private pure returns (bytes32) {
    return keccak256(abi.encodePacked(account, collateral, index, isLong));
  }
}

/// GMX v1's reader: nine words for each position asked for.
contract GmxReader {
  function getPositions(
    GmxVault vault, address account, address[] memory collaterals, address[] memory indexes, bool[] memory isLong
  ) external view returns (uint256[] memory amounts) {
    amounts = new uint256[](collaterals.length * 9);
    for (uint256 at; at < collaterals.length; at++) {
      (uint256 size, uint256 collateral, uint256 average,,,,, uint256 time) =
        vault.getPosition(account, collaterals[at], indexes[at], isLong[at]);
      uint256 row = at * 9;
      (amounts[row], amounts[row + 1], amounts[row + 2]) = (size, collateral, average);
      (amounts[row + 5], amounts[row + 6]) = (1, time);
      if (average == 0) continue;
      (bool hasProfit, uint256 delta) = vault.getDelta(indexes[at], size, average, isLong[at]);
      (amounts[row + 7], amounts[row + 8]) = (hasProfit ? 1 : 0, delta);
    }
  }
}

/// A tracker of GMX in which a token is staked for one of its own.
contract RewardTracker is ERC20("Staked", "sTOKEN") {
  mapping(address => mapping(address => uint256)) public depositBalances;

  function stake(address token, uint256 amount) external {
    ERC20(token).transferFrom(msg.sender, address(this), amount);
    depositBalances[msg.sender][token] += amount;
    _mint(msg.sender, amount);
  }

  function unstake(address token, uint256 amount) external {
    depositBalances[msg.sender][token] -= amount;
    _burn(msg.sender, amount);
    ERC20(token).transfer(msg.sender, amount);
  }
}
