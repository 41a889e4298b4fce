// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What lockers of UNCX answer, behind their published interfaces. Not their code.
abstract contract Locks {
  struct Lock { uint256 lockDate; uint256 amount; uint256 initialAmount; uint256 unlockDate; uint256 lockID; address owner; }

  mapping(address => address[]) private tokens;
  mapping(address => mapping(address => Lock[])) internal locks;
  uint256 private count;

  function lockLPToken(address token, uint256 amount, uint256 unlockDate) external {
    Lock[] storage own = locks[msg.sender][token];
    if (own.length == 0) tokens[msg.sender].push(token);
    own.push(Lock(block.timestamp, amount, amount, unlockDate, count++, msg.sender));
  }

  /// A part of a lock can be taken out.
  function withdraw(address token, uint256 at, uint256 amount) external { locks[msg.sender][token][at].amount -= amount; }

  function getUserNumLockedTokens(address user) external view returns (uint256) { return tokens[user].length; }

  function getUserLockedTokenAtIndex(address user, uint256 at) external view returns (address) { return tokens[user][at]; }

  function getUserNumLocksForToken(address user, address token) external view returns (uint256) { return locks[user][token].length; }
}

contract UncxLocker is Locks {
  function getUserLockForTokenAtIndex(address user, address token, uint256 at)
    external view returns (uint256, uint256, uint256, uint256, uint256, address)
  {
    Lock storage one = locks[user][token][at];
    return (one.lockDate, one.amount, one.initialAmount, one.unlockDate, one.lockID, one.owner);
  }
}

/// The second version knows the country of the owner.
contract UncxSecondLocker is Locks {
  function getUserLockForTokenAtIndex(address user, address token, uint256 at)
    external view returns (address, Lock memory, uint16)
  {
    return (token, locks[user][token][at], 840);
  }
}
