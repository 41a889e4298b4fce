// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What the pools and farms of Stargate's second version answer about shares, behind their published interfaces. Not their code.
contract StargatePool {
  address public token;

  constructor(address token_) { token = token_; }
}

contract StargateStaking {
  mapping(address => mapping(address => uint256)) public balanceOf;

  function deposit(address share, uint256 amount) external { balanceOf[share][msg.sender] += amount; }
}
