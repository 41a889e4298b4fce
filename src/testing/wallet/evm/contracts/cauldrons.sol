// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// Small contracts with the published interfaces of Abracadabra over real bookkeeping: a box whose shares of a token grow, and a cauldron that
// lends a coin against them and whose debts grow with interest.

contract Box {
  mapping(address => uint256) private amounts;
  mapping(address => uint256) private shares;

  function deposit(address token, uint256 amount) external returns (uint256 share) {
    share = amounts[token] == 0 ? amount : (amount * shares[token]) / amounts[token];
    amounts[token] += amount;
    shares[token] += share;
  }

  /// The box has earned something with a token.
  function earn(address token, uint256 amount) external { amounts[token] += amount; }

  function toAmount(address token, uint256 share, bool roundUp) external view returns (uint256 amount) {
    if (shares[token] == 0) return share;
    amount = (share * amounts[token]) / shares[token];
    if (roundUp && (amount * shares[token]) / amounts[token] < share) amount++;
  }
}

contract Cauldron {
  Box public immutable bentoBox;
  address public immutable collateral;
  address public immutable magicInternetMoney;
  uint256 private immutable limit;
  uint128 private elastic;
  uint128 private base;
  mapping(address => uint256) public userCollateralShare;
  mapping(address => uint256) public userBorrowPart;

  constructor(Box box, address token, address coin, uint256 rate) {
    (bentoBox, collateral, magicInternetMoney, limit) = (box, token, coin, rate);
  }

  /// The first version keeps it to itself.
  function COLLATERIZATION_RATE() external view returns (uint256) {
    require(limit != 0);
    return limit;
  }

  function totalBorrow() external view returns (uint128, uint128) { return (elastic, base); }

  function addCollateral(uint256 amount) external {
    userCollateralShare[msg.sender] += bentoBox.deposit(collateral, amount);
  }

  function borrow(uint128 amount) external {
    uint128 part = base == 0 ? amount : uint128((uint256(amount) * base + elastic - 1) / elastic);
    (elastic, base) = (elastic + amount, base + part);
    userBorrowPart[msg.sender] += part;
  }

  function accrue(uint128 interest) external { elastic += interest; }

  /// Others have paid back a part of the debt and taken all of the collateral.
  function liquidate(address owner, uint256 part) external {
    uint128 amount = uint128((part * elastic) / base);
    (elastic, base) = (elastic - amount, base - uint128(part));
    userBorrowPart[owner] -= part;
    userCollateralShare[owner] = 0;
  }

  /// What repaying all of it would take.
  function owed(address owner) external view returns (uint256) {
    uint256 part = userBorrowPart[owner];
    uint256 amount = (part * elastic) / base;
    return (amount * base) / elastic < part ? amount + 1 : amount;
  }
}
