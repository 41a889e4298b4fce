// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// The two getters of Euler's vault connector that a scan reads, over lists that anyone may set.
contract Connector {
  mapping(address => address[]) private collaterals;
  mapping(address => address[]) private controllers;

  function set(address account, address[] calldata backing, address[] calldata lenders) external {
    collaterals[account] = backing;
    controllers[account] = lenders;
  }

  function getCollaterals(address account) external view returns (address[] memory) {
    return collaterals[account];
  }

  function getControllers(address account) external view returns (address[] memory) {
    return controllers[account];
  }
}
