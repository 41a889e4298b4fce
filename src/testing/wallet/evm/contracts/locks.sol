// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What the escrows of Curve, Pendle, Convex and Velodrome answer about locks, behind their published interfaces. Not their code.
contract Escrow {
  struct Lock { int128 amount; uint256 end; }
  struct NftLock { int128 amount; uint256 end; bool isPermanent; }
  struct Batch { uint112 amount; uint112 boosted; uint32 unlockTime; }

  mapping(address => Lock) private locks;
  mapping(address => Batch[]) private batches;
  mapping(address => uint256[]) private nfts;
  NftLock[] private nftLocks;

  function lock(int128 amount, uint256 end) external { locks[msg.sender] = Lock(amount, end); }

  function addBatch(uint112 amount, uint32 end) external { batches[msg.sender].push(Batch(amount, 0, end)); }

  function mint(int128 amount, uint256 end, bool isPermanent) external {
    nfts[msg.sender].push(nftLocks.length);
    nftLocks.push(NftLock(amount, end, isPermanent));
  }

  function locked(address owner) external view returns (int128, uint256) {
    return (locks[owner].amount, locks[owner].end);
  }

  function positionData(address owner) external view returns (uint128, uint128) {
    return (uint128(locks[owner].amount), uint128(locks[owner].end));
  }

  function lockedBalances(address owner)
    external view returns (uint256 total, uint256 unlockable, uint256 stillLocked, Batch[] memory open)
  {
    Batch[] storage all = batches[owner];
    uint256 count;
    for (uint256 i; i < all.length; ++i) if (all[i].unlockTime > block.timestamp) ++count;
    open = new Batch[](count);
    count = 0;
    for (uint256 i; i < all.length; ++i) {
      total += all[i].amount;
      if (all[i].unlockTime > block.timestamp) {
        open[count++] = all[i];
        stillLocked += all[i].amount;
      } else unlockable += all[i].amount;
    }
  }

  function balanceOf(address owner) external view returns (uint256) { return nfts[owner].length; }

  function ownerToNFTokenIdList(address owner, uint256 at) external view returns (uint256) { return nfts[owner][at]; }

  function locked(uint256 id) external view returns (NftLock memory) { return nftLocks[id]; }
}
