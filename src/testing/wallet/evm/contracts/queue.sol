// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What Lido's withdrawal queue answers, behind its published interface. Not its code: finalizing names the share that is paid out.
contract Queue {
  struct Status { uint256 amountOfStETH; uint256 amountOfShares; address owner; uint256 timestamp; bool isFinalized; bool isClaimed; }

  mapping(address => uint256[]) private requestsOf;
  mapping(uint256 => Status) private requests;
  uint256[] private paidPercent = [0];
  uint256[] private lastIds = [0];
  uint256 private count;

  function request(uint256 amount) external {
    requests[++count] = Status(amount, amount, msg.sender, block.timestamp, false, false);
    requestsOf[msg.sender].push(count);
  }

  /// The order of the list is not that of the requests, as in a set from which one was taken.
  function swapFirstTwo() external {
    uint256[] storage ids = requestsOf[msg.sender];
    (ids[0], ids[1]) = (ids[1], ids[0]);
  }

  function finalize(uint256 lastId, uint256 percent) external {
    for (uint256 id = lastIds[lastIds.length - 1] + 1; id <= lastId; ++id) requests[id].isFinalized = true;
    lastIds.push(lastId);
    paidPercent.push(percent);
  }

  function getWithdrawalRequests(address owner) external view returns (uint256[] memory) { return requestsOf[owner]; }

  function getLastFinalizedRequestId() external view returns (uint256) { return lastIds[lastIds.length - 1]; }

  function getLastCheckpointIndex() external view returns (uint256) { return lastIds.length - 1; }

  function getWithdrawalStatus(uint256[] calldata ids) external view returns (Status[] memory found) {
    found = new Status[](ids.length);
    for (uint256 i; i < ids.length; ++i) found[i] = requests[ids[i]];
  }

  function findCheckpointHints(uint256[] calldata ids, uint256 first, uint256 last)
    external view returns (uint256[] memory hints)
  {
    hints = new uint256[](ids.length);
    for (uint256 i; i < ids.length; ++i) {
      require(i == 0 || ids[i - 1] < ids[i], "not sorted");
      for (uint256 at = last; at >= first; --at) if (lastIds[at] >= ids[i]) hints[i] = at;
    }
  }

  function getClaimableEther(uint256[] calldata ids, uint256[] calldata hints) external view returns (uint256[] memory paid) {
    paid = new uint256[](ids.length);
    for (uint256 i; i < ids.length; ++i) paid[i] = (requests[ids[i]].amountOfStETH * paidPercent[hints[i]]) / 100;
  }
}
