// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface Connector {
  function getCollaterals(address account) external view returns (address[] memory);
  function getControllers(address account) external view returns (address[] memory);
}

/// Never deployed: run by eth_call from its creation code. Which of an owner's 256 accounts at Euler's connector are in use, in one
/// request instead of 512 calls. Reverts when the connector does not answer.
contract Accounts {
  struct Account {
    uint256 number;
    address[] collaterals;
    address[] controllers;
  }

  /// Accounts that use a vault as collateral or borrow. They share all but the last byte, which is the owner's XOR their number.
  function used(Connector connector, address owner) external view returns (Account[] memory found) {
    Account[] memory all = new Account[](256);
    uint256 count;
    for (uint160 number; number < 256; number++) {
      address account = address(uint160(owner) ^ number);
      address[] memory collaterals = connector.getCollaterals(account);
      address[] memory controllers = connector.getControllers(account);
      if (collaterals.length + controllers.length > 0) all[count++] = Account(number, collaterals, controllers);
    }
    found = new Account[](count);
    for (uint256 at; at < count; at++) found[at] = all[at];
  }
}
