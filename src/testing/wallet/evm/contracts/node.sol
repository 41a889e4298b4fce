// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What Rocket Pool's node staking answers, behind its published interface. Not its code.
contract NodeStaking {
  mapping(address => uint256) public getNodeETHBonded;
  mapping(address => uint256) public getNodeStakedRPL;
  mapping(address => uint256) public getNodeUnstakingRPL;
  mapping(bytes32 => uint256) public getUint;

  function bond(uint256 eth, uint256 rpl) external {
    getNodeETHBonded[msg.sender] += eth;
    getNodeStakedRPL[msg.sender] += rpl;
  }

  function keep(string calldata name, uint256 eth) external {
    getUint[keccak256(abi.encodePacked(name, msg.sender))] += eth;
  }

  function unstakeRPL(uint256 rpl) external {
    getNodeStakedRPL[msg.sender] -= rpl;
    getNodeUnstakingRPL[msg.sender] += rpl;
  }
}
