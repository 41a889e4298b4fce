// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface Factory {
  function accountsGlobalCounter() external view returns (uint256);
  function guard() external view returns (Guard);
}

interface Guard {
  function owners(address account) external view returns (address);
}

/// Never deployed: run by eth_call from its creation code. Finds the accounts of an owner among all that a factory made, where no
/// contract lists them by owner. Reverts when the factory does not answer.
contract Clones {
  /// How many accounts the factory made, and those of the owner among the `count` from number `first`; the factory counts from one.
  function owned(Factory factory, address owner, uint256 first, uint256 count)
    external
    view
    returns (uint256 made, address[] memory found)
  {
    made = factory.accountsGlobalCounter();
    Guard guard = factory.guard();
    uint256 end = first + count > made + 1 ? made + 1 : first + count;
    if (end <= first) return (made, found);
    address[] memory all = new address[](end - first);
    uint256 held;
    for (uint256 number = first; number < end; number++) {
      // The first contract that the factory made is the code of all accounts.
      address account = created(address(factory), number + 1);
      if (guard.owners(account) == owner) all[held++] = account;
    }
    found = new address[](held);
    for (uint256 at; at < held; at++) found[at] = all[at];
  }

  /// The address of the contract that a creator made as its `nonce`th, up to 65,535: the hash of both in RLP (Ethereum's yellow paper, section 7).
  function created(address creator, uint256 nonce) private pure returns (address) {
    bytes memory rlp;
    if (nonce < 0x80) rlp = abi.encodePacked(hex"d694", creator, uint8(nonce));
    else if (nonce < 0x100) rlp = abi.encodePacked(hex"d794", creator, hex"81", uint8(nonce));
    else rlp = abi.encodePacked(hex"d894", creator, hex"82", uint16(nonce));
    return address(uint160(uint256(keccak256(rlp))));
  }
}
