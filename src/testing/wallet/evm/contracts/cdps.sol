// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

// Small contracts with the published interfaces of protocols that lend a coin of their own, over real bookkeeping: a loan needs
// collateral, debts grow with their rate, and each contract says itself what is owed and what is safe.

uint256 constant WAD = 1e18;

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
  /// What a liquidated trove left over.
  mapping(address => uint256) public getCollateral;

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

  function leave(address owner, uint256 value) external { getCollateral[owner] += value; }
}

/// As Liquity's zappers: the number that it passes on is made of the caller's address and number.
contract Zapper {
  function openTrove(Branch branch, address owner, uint256 ownerIndex, uint256 coll, uint256 debt) external {
    branch.openTrove(owner, uint256(keccak256(abi.encode(msg.sender, ownerIndex))), coll, debt);
  }
}
