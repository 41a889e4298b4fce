// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What the withdrawal queues of Renzo, Kelp and Swell answer, behind their published interfaces. Not their code.
contract RenzoQueue {
  struct Request { address asset; uint256 id; uint256 amount; uint256 shares; uint256 createdAt; }
  struct Status { bool queued; uint256 fillAt; }
  struct Queue { uint256 toFill; uint256 filled; }

  uint256 public coolDownPeriod = 3 days;
  uint256 public withdrawCooldownPeriod;
  mapping(address => Request[]) public withdrawRequests;
  mapping(bytes32 => Status) public withdrawQueued;
  mapping(address => Queue) public erc20WithdrawQueue;
  Queue public ethWithdrawQueue;
  uint256 private count;

  function withdraw(address asset, uint256 amount, uint256 createdAt) public {
    withdrawRequests[msg.sender].push(Request(asset, ++count, amount, amount, createdAt));
  }

  /// A request for more than there is.
  function queue(address asset, uint256 amount, uint256 createdAt) external {
    withdraw(asset, amount, createdAt);
    erc20WithdrawQueue[asset].toFill += amount;
    Request memory last = withdrawRequests[msg.sender][withdrawRequests[msg.sender].length - 1];
    withdrawQueued[keccak256(abi.encode(last, msg.sender))] = Status(true, erc20WithdrawQueue[asset].toFill);
  }

  function fill(address asset, uint256 amount) external { erc20WithdrawQueue[asset].filled += amount; }

  function slowDown(uint256 time) external { withdrawCooldownPeriod = time; }

  function riskOracleMiddleware() external view returns (address) { return address(this); }

  function getOutstandingWithdrawRequests(address user) external view returns (uint256) { return withdrawRequests[user].length; }
}

contract KelpQueue {
  struct Deque { uint128 first; uint128 end; mapping(uint128 => uint256) nonces; }
  struct Request { uint256 shares; uint256 amount; uint256 startBlock; }

  uint256 public withdrawalDelayBlocks = 5;
  mapping(address => uint256) public nextLockedNonce;
  mapping(address => mapping(address => Deque)) public userAssociatedNonces;
  mapping(address => mapping(uint256 => Request)) private requests;
  mapping(address => uint256) private nextNonce;

  function initiateWithdrawal(address asset, uint256 amount) external {
    Deque storage own = userAssociatedNonces[asset][msg.sender];
    own.nonces[own.end++] = nextNonce[asset];
    requests[asset][nextNonce[asset]++] = Request(amount, amount, block.number);
  }

  function unlock(address asset, uint256 end) external { nextLockedNonce[asset] = end; }

  function completeWithdrawal(address asset) external { userAssociatedNonces[asset][msg.sender].first++; }

  function getUserWithdrawalRequest(address asset, address user, uint256 at)
    external view returns (uint256, uint256, uint256, uint256)
  {
    Deque storage own = userAssociatedNonces[asset][user];
    require(own.first + at < own.end, 'out of bounds');
    uint256 nonce = own.nonces[own.first + uint128(at)];
    Request storage found = requests[asset][nonce];
    return (found.shares, found.amount, found.startBlock, nonce);
  }
}

contract SwellQueue {
  struct Request { uint256 amount; uint256 lastTokenIdProcessed; uint256 rateWhenCreated; }

  mapping(address => uint256[]) public tokenOfOwnerByIndex;
  mapping(uint256 => Request) public withdrawalRequests;
  uint256 private count;
  uint256 private lastProcessed;
  uint256 private processedRate;

  function createWithdrawRequest(uint256 amount, uint256 rate) external {
    withdrawalRequests[++count] = Request(amount, lastProcessed, rate);
    tokenOfOwnerByIndex[msg.sender].push(count);
  }

  function processWithdrawals(uint256 last, uint256 rate) external { (lastProcessed, processedRate) = (last, rate); }

  function balanceOf(address owner) external view returns (uint256) { return tokenOfOwnerByIndex[owner].length; }

  function getProcessedRateForTokenId(uint256 id) external view returns (bool, uint256) {
    return id > lastProcessed ? (false, 0) : (true, processedRate);
  }
}
