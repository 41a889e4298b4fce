// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface IMorpho {
  function position(bytes32 id, address owner) external view returns (uint256, uint128, uint128);
}

/// A vault of the first version, which lends in the markets of its queue.
interface IVaultV1 {
  function withdrawQueueLength() external view returns (uint256);
  function withdrawQueue(uint256 at) external view returns (bytes32);
}

/// One of the second version, which lends through adapters.
interface IVaultV2 {
  function adaptersLength() external view returns (uint256);
  function adapters(uint256 at) external view returns (address);
}

/// Adapters: to markets, by their ids or in the first version by their parameters, and to a vault of the first version.
interface IAdapter {
  function marketIdsLength() external view returns (uint256);
  function marketIds(uint256 at) external view returns (bytes32);
  function marketParamsListLength() external view returns (uint256);
  function marketParamsList(uint256 at) external view returns (address, address, address, address, uint256);
  function morphoVaultV1() external view returns (address);
}

/// Never deployed: run by eth_call from its creation code. Finds an owner's positions in the markets of Morpho that its vaults lend in, because
/// no contract lists its markets. Every foreign contract is called with limited gas and limited return data.
contract Markets {
  uint256 private constant CALL_GAS = 100_000;
  /// To call one more contract, and to end.
  uint256 private constant RESERVE = 500_000;
  /// What each position costs when it is returned from creation code, 200 gas for a byte.
  uint256 private constant FOUND_GAS = 30_000;
  /// Of a vault or an adapter: a queue has at most 30 markets, and 100 at Moolah.
  uint256 private constant MAX_ITEMS = 100;
  /// Markets are kept in a table with twice the room, so that each is asked once.
  uint256 private constant MAX_MARKETS = 2048;
  uint256 private constant SLOTS = 4096;
  /// Creation code may return at most 24,576 bytes; a position takes 128.
  uint256 private constant MAX_FOUND = 180;

  struct Held {
    bytes32 id;
    uint256 supplyShares;
    uint256 borrowShares;
    uint256 collateral;
  }

  struct Walk {
    address morpho;
    address owner;
    bytes32[] seen;
    uint256 markets;
    uint256 unread;
    Held[] found;
    uint256 size;
    /// The first words of the last answer.
    bytes32[5] answer;
  }

  /// `vaults`: addresses of 20 bytes. `markets`: how many different ones they name. `unread` counts vaults and markets that did not answer, and
  /// those that there is no room for. Reverts when the gas does not suffice.
  function held(address morpho, address owner, bytes calldata vaults)
    external
    view
    returns (uint256 markets, uint256 unread, Held[] memory found)
  {
    Walk memory w;
    (w.morpho, w.owner) = (morpho, owner);
    (w.seen, w.found) = (new bytes32[](SLOTS), new Held[](MAX_FOUND));
    for (uint256 at; at < vaults.length; at += 20) ofVault(w, address(bytes20(vaults[at:at + 20])));
    (markets, unread, found) = (w.markets, w.unread, w.found);
    uint256 size = w.size;
    assembly {
      mstore(found, size)
    }
  }

  function ofVault(Walk memory w, address vault) private view {
    if (hasQueue(w, vault)) return;
    uint256 count = ask(w, vault, IVaultV2.adaptersLength.selector) ? uint256(w.answer[0]) : MAX_ITEMS + 1;
    if (count > MAX_ITEMS) {
      w.unread++;
      return;
    }
    for (uint256 at; at < count; at++) {
      if (askAt(w, vault, IVaultV2.adapters.selector, at, 1)) ofAdapter(w, answered(w));
      else w.unread++;
    }
  }

  /// An adapter of another kind lends elsewhere.
  function ofAdapter(Walk memory w, address adapter) private view {
    if (hasList(w, adapter, IAdapter.marketIdsLength.selector, IAdapter.marketIds.selector, 1)) return;
    if (hasList(w, adapter, IAdapter.marketParamsListLength.selector, IAdapter.marketParamsList.selector, 5)) return;
    if (ask(w, adapter, IAdapter.morphoVaultV1.selector) && !hasQueue(w, answered(w))) w.unread++;
  }

  /// Every market that the vault has enabled is in its queue for withdrawals; the queue for deposits has only some of them.
  function hasQueue(Walk memory w, address vault) private view returns (bool) {
    return hasList(w, vault, IVaultV1.withdrawQueueLength.selector, IVaultV1.withdrawQueue.selector, 1);
  }

  /// Asks the markets of a list, whose items are ids or, of five words, parameters. False where there is no such list.
  function hasList(Walk memory w, address from, bytes4 length, bytes4 item, uint256 words) private view returns (bool) {
    if (!ask(w, from, length)) return false;
    uint256 count = uint256(w.answer[0]);
    if (count > MAX_ITEMS) {
      w.unread++;
      return true;
    }
    for (uint256 at; at < count; at++) {
      if (askAt(w, from, item, at, words)) ofMarket(w, words == 1 ? w.answer[0] : idOf(w.answer));
      else w.unread++;
    }
    return true;
  }

  function ofMarket(Walk memory w, bytes32 id) private view {
    uint256 slot = uint256(id) % SLOTS;
    for (; w.seen[slot] != 0; slot = (slot + 1) % SLOTS) {
      if (w.seen[slot] == id) return;
    }
    if (w.markets == MAX_MARKETS) {
      w.unread++;
      return;
    }
    w.seen[slot] = id;
    w.markets++;
    if (!read(w, w.morpho, IMorpho.position.selector, uint256(id), uint256(uint160(w.owner)), 68, 3)) w.unread++;
    else if (w.answer[0] | w.answer[1] | w.answer[2] == 0) return;
    else if (w.size == MAX_FOUND) w.unread++;
    else w.found[w.size++] = Held(id, uint256(w.answer[0]), uint256(w.answer[1]), uint256(w.answer[2]));
  }

  /// How Morpho makes a market's id of its parameters.
  function idOf(bytes32[5] memory params) private pure returns (bytes32 id) {
    assembly ("memory-safe") {
      id := keccak256(params, 160)
    }
  }

  function ask(Walk memory w, address to, bytes4 selector) private view returns (bool) {
    return read(w, to, selector, 0, 0, 4, 1);
  }

  function askAt(Walk memory w, address to, bytes4 selector, uint256 at, uint256 words) private view returns (bool) {
    return read(w, to, selector, at, 0, 36, words);
  }

  /// Writes the first words of an answer over the last one; false when it reverted or is shorter.
  function read(Walk memory w, address to, bytes4 selector, uint256 first, uint256 second, uint256 size, uint256 words)
    private
    view
    returns (bool ok)
  {
    require(gasleft() > RESERVE + w.size * FOUND_GAS, 'gas');
    bytes32[5] memory answer = w.answer;
    assembly ("memory-safe") {
      // The question is forgotten at once, so it needs no memory of its own.
      let question := mload(0x40)
      mstore(question, selector)
      mstore(add(question, 4), first)
      mstore(add(question, 36), second)
      ok := staticcall(CALL_GAS, to, question, size, answer, mul(words, 32))
      ok := and(ok, iszero(lt(returndatasize(), mul(words, 32))))
    }
  }

  function answered(Walk memory w) private pure returns (address) {
    return address(uint160(uint256(w.answer[0])));
  }
}
