// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import './Foreign.sol';

/// Never deployed: run by eth_call from its creation code. Finds what an owner has in the contracts that a factory of Symbiotic made, where
/// no contract lists them by owner. Every foreign contract is called with limited gas and limited return data.
contract Entities {
  uint256 private constant CALL_GAS = 300_000;
  uint256 private constant LOOP_GAS = 1_000_000;
  /// Creation code may return at most 24,576 bytes; an amount takes 160.
  uint256 private constant MAX_FOUND = 140;
  uint256 private constant MAX_WORD = 2 ** 255;

  /// An amount of a token; `unlocksAt` is zero for one whose payout was not requested.
  struct Held {
    address entity;
    address token;
    uint256 amount;
    uint256 epoch;
    uint256 unlocksAt;
  }

  struct Search {
    address collaterals;
    address owner;
    uint256 epochs;
    uint256 size;
    uint256 unread;
    Held[] found;
  }

  /// `total` contracts of the factory, and what the owner has in the `count` after the first `skip`. Withdrawals are looked for in the next
  /// epoch of a vault and in `epochs` before it. `unread` counts contracts that did not answer, and amounts that there is no room for.
  /// Reverts when the factory does not answer or the gas does not suffice.
  function held(address factory, address collaterals, address owner, uint256 skip, uint256 count, uint256 epochs)
    external
    view
    returns (uint256 total, uint256 unread, Held[] memory found)
  {
    Search memory s = Search(collaterals, owner, epochs, 0, 0, new Held[](MAX_FOUND));
    total = must(factory, abi.encodeWithSignature('totalEntities()'));
    uint256 end = skip + count < total ? skip + count : total;
    for (uint256 at = skip; at < end; at++) {
      require(gasleft() > LOOP_GAS, 'gas');
      address entity = Foreign.asAddress(must(factory, abi.encodeWithSignature('entity(uint256)', at)));
      if (factory == collaterals) ofCollateral(s, entity);
      else ofVault(s, entity);
    }
    (unread, found) = (s.unread, s.found);
    uint256 size = s.size;
    assembly {
      mstore(found, size)
    }
  }

  /// A default collateral is a token that is one of its asset.
  function ofCollateral(Search memory s, address entity) private view {
    (bool ok, uint256 amount) = read(entity, abi.encodeWithSignature('balanceOf(address)', s.owner));
    if (ok && amount == 0) return;
    (bool known, uint256 asset) = read(entity, abi.encodeWithSignature('asset()'));
    add(s, ok && known, Held(entity, Foreign.asAddress(asset), amount, 0, 0));
  }

  function ofVault(Search memory s, address entity) private view {
    (bool hasEpochs, uint256 active) = read(entity, abi.encodeWithSignature('activeBalanceOf(address)', s.owner));
    if (!hasEpochs) return ofShares(s, entity);
    if (active > 0) addStaked(s, true, Held(entity, address(0), active, 0, 0));
    (bool ok, uint256 epoch) = read(entity, abi.encodeWithSignature('currentEpoch()'));
    if (!ok) s.unread++;
    else withdrawals(s, entity, epoch + 1);
  }

  function withdrawals(Search memory s, address entity, uint256 last) private view {
    for (uint256 epoch = last > s.epochs ? last - s.epochs : 0; epoch <= last; epoch++) {
      // Shares take one slot to read, the amount three.
      (bool isRead, uint256 shares) = read(entity, abi.encodeWithSignature('withdrawalSharesOf(uint256,address)', epoch, s.owner));
      if (!isRead) s.unread++;
      if (shares == 0 || isClaimed(entity, epoch, s.owner)) continue;
      (bool isRated, uint256 amount) = read(entity, abi.encodeWithSignature('withdrawalsOf(uint256,address)', epoch, s.owner));
      (bool isTimed, uint256 unlocksAt) = endOf(entity, epoch);
      addStaked(s, isRated && isTimed, Held(entity, address(0), amount, epoch, unlocksAt));
    }
  }

  /// A vault of the second version is an ERC-4626 vault.
  function ofShares(Search memory s, address entity) private view {
    (bool ok, uint256 shares) = read(entity, abi.encodeWithSignature('balanceOf(address)', s.owner));
    if (ok && shares == 0) return;
    (bool isRated, uint256 amount) = read(entity, abi.encodeWithSignature('convertToAssets(uint256)', shares));
    (bool known, uint256 asset) = read(entity, abi.encodeWithSignature('asset()'));
    add(s, ok && isRated && known, Held(entity, Foreign.asAddress(asset), amount, 0, 0));
  }

  /// A vault's collateral; the asset of one that is a default collateral.
  function tokenOf(address entity, address collaterals) private view returns (bool, address) {
    (bool ok, uint256 collateral) = read(entity, abi.encodeWithSignature('collateral()'));
    (bool known, uint256 isDefault) = read(collaterals, abi.encodeWithSignature('isEntity(address)', Foreign.asAddress(collateral)));
    if (!ok || !known || isDefault == 0) return (ok && known, Foreign.asAddress(collateral));
    uint256 asset;
    (ok, asset) = read(Foreign.asAddress(collateral), abi.encodeWithSignature('asset()'));
    return (ok, Foreign.asAddress(asset));
  }

  function isClaimed(address entity, uint256 epoch, address owner) private view returns (bool) {
    (bool ok, uint256 claimed) = read(entity, abi.encodeWithSignature('isWithdrawalsClaimed(uint256,address)', epoch, owner));
    return ok && claimed != 0;
  }

  /// When an epoch is over, and its withdrawals can be claimed.
  function endOf(address entity, uint256 epoch) private view returns (bool, uint256) {
    (bool ok, uint256 start) = read(entity, abi.encodeWithSignature('epochDurationInit()'));
    (bool known, uint256 duration) = read(entity, abi.encodeWithSignature('epochDuration()'));
    if (!ok || !known || start >= 2 ** 48 || duration >= 2 ** 48) return (false, 0);
    return (true, start + (epoch + 1) * duration);
  }

  /// Only what was found is asked for its token.
  function addStaked(Search memory s, bool isRead, Held memory each) private view {
    bool known;
    (known, each.token) = tokenOf(each.entity, s.collaterals);
    add(s, known && isRead, each);
  }

  function add(Search memory s, bool isKnown, Held memory each) private pure {
    if (isKnown && s.size < MAX_FOUND) s.found[s.size++] = each;
    else s.unread++;
  }

  function must(address to, bytes memory question) private view returns (uint256 word) {
    bool ok;
    (ok, word) = read(to, question);
    require(ok, 'factory');
  }

  /// Not what is more than sums can take.
  function read(address to, bytes memory question) private view returns (bool ok, uint256 word) {
    (ok, word) = Foreign.word(to, CALL_GAS, question);
    if (word >= MAX_WORD) return (false, 0);
  }
}
