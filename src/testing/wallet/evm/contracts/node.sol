// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What Rocket Pool's node staking answers, behind its published interface. Not its code.
contract NodeStaking {
  mapping(address => uint256) public getNodeETHBonded;
  mapping(address => uint256) public getNodeStakedRPL;
  mapping(address => uint256) public getNodeUnstakingRPL;

  function bond(uint256 eth, uint256 rpl) external {
    getNodeETHBonded[msg.sender] += eth;
    getNodeStakedRPL[msg.sender] += rpl;
  }

  function unstakeRPL(uint256 rpl) external {
    getNodeStakedRPL[msg.sender] -= rpl;
    getNodeUnstakingRPL[msg.sender] += rpl;
  }
}
