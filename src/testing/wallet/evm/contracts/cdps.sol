// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

// Small contracts with the published interfaces of protocols that lend a coin of their own, over real bookkeeping: a loan needs
// collateral, debts grow with their rate, and each contract says itself what is owed and what is safe.

uint256 constant WAD = 1e18;

/// As Liquity's contracts, in one: troves, the stability pool and the staking of its token.
contract Troves {
  uint256 public constant MCR = 1.1e18;
  uint256 public lastGoodPrice;
  mapping(address => uint256) private debts;
  mapping(address => uint256) private colls;
  mapping(address => uint256) public getCollateral;
  mapping(address => uint256) public getCompoundedLUSDDeposit;
  mapping(address => uint256) public getDepositorETHGain;
  mapping(address => uint256) public getDepositorLQTYGain;
  mapping(address => uint256) public stakes;
  mapping(address => uint256) public getPendingETHGain;
  mapping(address => uint256) public getPendingLUSDGain;

  function setPrice(uint256 price) external { lastGoodPrice = price; }

  function fetchPrice() external view returns (uint256) { return lastGoodPrice; }

  function openTrove(uint256 coll, uint256 debt) external {
    require(coll * lastGoodPrice >= debt * MCR, "ICR < MCR");
    (colls[msg.sender], debts[msg.sender]) = (coll, debt);
  }

  /// Another trove pays back the debt and the rest of the collateral stays to be claimed.
  function redeem(address owner) external {
    getCollateral[owner] += colls[owner] - (debts[owner] * WAD) / lastGoodPrice;
    (colls[owner], debts[owner]) = (0, 0);
  }

  function getEntireDebtAndColl(address owner) external view returns (uint256, uint256, uint256, uint256) {
    return (debts[owner], colls[owner], 0, 0);
  }

  function getCurrentICR(address owner, uint256 price) external view returns (uint256) {
    return (colls[owner] * price) / debts[owner];
  }

  function provideToSP(uint256 amount) external { getCompoundedLUSDDeposit[msg.sender] += amount; }

  /// The pool pays a debt off and takes the collateral.
  function offset(address depositor, uint256 debt, uint256 coll, uint256 reward) external {
    getCompoundedLUSDDeposit[depositor] -= debt;
    getDepositorETHGain[depositor] += coll;
    getDepositorLQTYGain[depositor] += reward;
  }

  function stake(uint256 amount) external { stakes[msg.sender] += amount; }

  function payFees(address staker, uint256 coll, uint256 debt) external {
    getPendingETHGain[staker] += coll;
    getPendingLUSDGain[staker] += debt;
  }
}

/// As a branch of Liquity v2, in one contract: a trove is an NFT whose id is made of who opened it, for whom and with which number.
contract Branch is ERC721("Troves", "TROVE") {
  struct Trove {
    uint256 entireDebt; uint256 entireColl; uint256 redistDebtGain; uint256 redistCollGain; uint256 accruedInterest;
    uint256 recordedDebt; uint256 annualInterestRate; uint256 weightedRecordedDebt; uint256 accruedBatchManagementFee;
    uint256 lastInterestRateAdjTime;
  }

  uint256 public constant MCR = 1.1e18;
  uint256 public constant lastGoodPrice = 2000e18;
  mapping(uint256 => Trove) private troves;
  mapping(address => uint256) public getCompoundedBoldDeposit;
  mapping(address => uint256) public getDepositorYieldGainWithPending;
  mapping(address => uint256) public getDepositorCollGain;
  mapping(address => uint256) public stashedColl;

  function openTrove(address owner, uint256 ownerIndex, uint256 coll, uint256 debt) external {
    uint256 id = uint256(keccak256(abi.encode(msg.sender, owner, ownerIndex)));
    require(coll * lastGoodPrice >= debt * MCR, "ICR < MCR");
    _mint(owner, id);
    (troves[id].entireColl, troves[id].entireDebt) = (coll, debt);
  }

  function getLatestTroveData(uint256 id) external view returns (Trove memory) { return troves[id]; }

  function getCurrentICR(uint256 id, uint256 price) external view returns (uint256) {
    return (troves[id].entireColl * price) / troves[id].entireDebt;
  }

  function provideToSP(uint256 amount) external { getCompoundedBoldDeposit[msg.sender] += amount; }

  function pay(address depositor, uint256 interest, uint256 gain, uint256 stashed) external {
    getDepositorYieldGainWithPending[depositor] += interest;
    getDepositorCollGain[depositor] += gain;
    stashedColl[depositor] += stashed;
  }
}

/// As Liquity's zappers: the number that it passes on is made of the caller's address and number.
contract Zapper {
  function openTrove(Branch branch, address owner, uint256 ownerIndex, uint256 coll, uint256 debt) external {
    branch.openTrove(owner, uint256(keccak256(abi.encode(msg.sender, ownerIndex))), coll, debt);
  }
}

/// As a controller of crvUSD. It sells within the range of the prices, here when a test says so.
contract Controller {
  uint256 public price_oracle;
  uint256 private immutable unit;
  mapping(address => uint256[3]) private state;

  address public immutable collateral_token;
  address public immutable borrowed_token;

  constructor(uint256 price, uint256 decimals, address collateral, address borrowed) {
    price_oracle = price;
    unit = 10 ** decimals;
    (collateral_token, borrowed_token) = (collateral, borrowed);
  }

  /// It is its own market.
  function amm() external view returns (address) { return address(this); }

  function create_loan(uint256 collateral, uint256 debt) external { state[msg.sender] = [collateral, 0, debt]; }

  function sell(address user, uint256 collateral) external {
    state[user][0] -= collateral;
    state[user][1] += (collateral * price_oracle) / unit;
  }

  function loan_exists(address user) external view returns (bool) { return state[user][2] > 0; }

  function user_state(address user) external view returns (uint256[4] memory) {
    return [state[user][0], state[user][1], state[user][2], uint256(10)];
  }

  function user_prices(address user) external view returns (uint256[2] memory) {
    uint256 upper = (state[user][2] * 12 * unit) / (10 * state[user][0]);
    return [upper, (upper * 9) / 10];
  }

  function health(address user, bool) external view returns (int256) {
    uint256 worth = (state[user][0] * price_oracle) / unit + state[user][1];
    return int256((worth * 94 * WAD) / (100 * state[user][2])) - int256(WAD);
  }
}

contract ControllerFactory {
  address[] public controllers;

  function add(address controller) external { controllers.push(controller); }

  function n_collaterals() external view returns (uint256) { return controllers.length; }

  function market_count() external view returns (uint256) { return controllers.length; }
}
