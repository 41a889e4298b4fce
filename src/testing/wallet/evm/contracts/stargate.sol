// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What the pools and farms of Stargate answer about shares, behind their published interfaces. Not their code.
contract StargatePool {
  address public token;
  mapping(address => uint256) public balanceOf;
  uint256 public totalSupply;
  uint256 private liquidity;

  constructor(address token_) { token = token_; }

  function mint(address owner, uint256 shares, uint256 paid) external {
    balanceOf[owner] += shares;
    totalSupply += shares;
    liquidity += paid;
  }

  function amountLPtoLD(uint256 shares) external view returns (uint256) {
    require(totalSupply > 0, 'no shares');
    return shares * liquidity / totalSupply;
  }
}

contract StargateFarm {
  struct User { uint256 amount; uint256 rewardDebt; }
  struct Place { address share; uint256 points; uint256 lastTime; uint256 accumulated; }

  Place[] public poolInfo;
  mapping(uint256 => mapping(address => User)) public userInfo;

  function add(address share) external { poolInfo.push(Place(share, 1, 0, 0)); }

  function deposit(uint256 at, uint256 amount) external { userInfo[at][msg.sender].amount += amount; }
}

contract StargateStaking {
  mapping(address => mapping(address => uint256)) public balanceOf;

  function deposit(address share, uint256 amount) external { balanceOf[share][msg.sender] += amount; }
}
