// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

// Exchanges for perpetuals with the published interfaces of GMX and Gains over real bookkeeping: margin moves, a position keeps its
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

/// GMX v2's data store and reader in one, with what changes positions.
contract GmxStore {
  struct Addresses { address account; address market; address collateralToken; }
  struct Numbers {
    uint256 sizeInUsd; uint256 sizeInTokens; uint256 collateralAmount; int256 pendingImpactAmount; uint256 borrowingFactor;
    uint256 fundingFeeAmountPerSize; uint256 longTokenClaimableFundingAmountPerSize;
    uint256 shortTokenClaimableFundingAmountPerSize; uint256 increasedAtTime; uint256 decreasedAtTime;
  }
  struct Flags { bool isLong; }
  struct Position { Addresses addresses; Numbers numbers; Flags flags; }

  Position[] private all;

  /// `price`: US dollars with 30 decimals for one smallest unit of the index token.
  function increase(address market, address collateral, uint256 amount, uint256 size, uint256 price, bool isLong) external {
    ERC20(collateral).transferFrom(msg.sender, address(this), amount);
    Position storage position = all[find(msg.sender, market, collateral, isLong)];
    position.numbers.sizeInUsd += size;
    position.numbers.sizeInTokens += size / price;
    position.numbers.collateralAmount += amount;
    position.numbers.increasedAtTime = block.timestamp;
  }

  function close(address market, address collateral, bool isLong) external {
    Position storage position = all[find(msg.sender, market, collateral, isLong)];
    uint256 amount = position.numbers.collateralAmount;
    delete position.numbers;
    ERC20(collateral).transfer(msg.sender, amount);
  }

  function getAccountPositions(GmxStore store, address account, uint256 start, uint256 end)
    external view returns (Position[] memory found)
  {
    require(address(store) == address(this), "DataStore");
    found = new Position[](all.length);
    uint256 seen;
    uint256 size;
    for (uint256 at; at < all.length; at++) {
      if (all[at].addresses.account != account) continue;
      if (seen >= start && seen < end) found[size++] = all[at];
      seen++;
    }
    assembly { mstore(found, size) }
  }

  struct Market { address market; address index; address long; address short; }

  Market[] private markets;
  mapping(bytes32 => uint256) public getUint;

  function list(address market, address long, address short) external {
    markets.push(Market(market, long, long, short));
  }

  function pay(address market, address token, address account, uint256 amount) external {
    getUint[keccak256(abi.encode(keccak256(abi.encode("CLAIMABLE_FUNDING_AMOUNT")), market, token, account))] = amount;
  }

  function getMarkets(GmxStore store, uint256, uint256) external view returns (Market[] memory) {
    require(address(store) == address(this), "DataStore");
    return markets;
  }

  function find(address account, address market, address collateral, bool isLong) private returns (uint256 at) {
    for (; at < all.length; at++) {
      Addresses storage of_ = all[at].addresses;
      if (of_.account != account || of_.market != market || of_.collateralToken != collateral) continue;
      if (all[at].flags.isLong == isLong) return at;
    }
    all.push();
    (all[at].addresses, all[at].flags) = (Addresses(account, market, collateral), Flags(isLong));
  }
}

/// Gains' diamond: trades and orders by trader. Leverage has 3 decimals, prices of pairs 10, prices of collateral 8.
contract Diamond {
  struct Trade {
    address user; uint32 index; uint16 pairIndex; uint24 leverage; bool long; bool isOpen; uint8 collateralIndex; uint8 tradeType;
    uint120 collateralAmount; uint64 openPrice; uint64 tp; uint64 sl; bool isCounterTrade; uint160 positionSizeToken;
    uint24 placeholder;
  }
  struct Collateral { address collateral; bool isActive; uint88 placeholder; uint128 precision; uint128 precisionDelta; }
  struct Feed { address feed1; address feed2; uint8 feedCalculation; uint256 maxDeviationP; }
  struct Pair { string from; string to; Feed feed; uint256 spreadP; uint256 groupIndex; uint256 feeIndex; }

  Pair[] private listed;
  Collateral[] private collaterals;
  mapping(uint8 => uint256) public getCollateralPriceUsd;
  mapping(address => Trade[]) private trades;
  struct Realized { int256 profit; uint256 fees; int256 total; }
  mapping(address => mapping(uint32 => Realized)) public getTradeRealizedPnlCollateral;

  function realize(uint32 index, int256 profit, uint256 fees) external {
    getTradeRealizedPnlCollateral[msg.sender][index] = Realized(profit, fees, profit - int256(fees));
  }

  function addPair(string calldata from, string calldata to) external {
    listed.push();
    (listed[listed.length - 1].from, listed[listed.length - 1].to) = (from, to);
  }

  function addCollateral(address token, uint256 price) external {
    collaterals.push(Collateral(token, true, 0, uint128(10 ** ERC20(token).decimals()), 1));
    getCollateralPriceUsd[uint8(collaterals.length)] = price;
  }

  function openTrade(uint16 pair, uint24 leverage, bool isLong, uint8 collateral, uint8 tradeType, uint120 amount, uint64 price)
    external
  {
    ERC20(collaterals[collateral - 1].collateral).transferFrom(msg.sender, address(this), amount);
    uint32 index = uint32(trades[msg.sender].length);
    trades[msg.sender].push(
      Trade(msg.sender, index, pair, leverage, isLong, true, collateral, tradeType, amount, price, 0, 0, false, 0, 0)
    );
  }

  function cancel(uint32 index) external {
    Trade storage trade = trades[msg.sender][index];
    int256 left = int256(uint256(trade.collateralAmount)) + getTradeRealizedPnlCollateral[msg.sender][index].total;
    ERC20(collaterals[trade.collateralIndex - 1].collateral).transfer(msg.sender, left > 0 ? uint256(left) : 0);
    (trade.isOpen, trade.collateralAmount) = (false, 0);
  }

  function getTrades(address trader) external view returns (Trade[] memory) { return trades[trader]; }
  function getCollaterals() external view returns (Collateral[] memory) { return collaterals; }
  function pairs(uint256 index) external view returns (Pair memory) { return listed[index]; }
}
