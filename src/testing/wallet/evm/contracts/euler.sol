// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20, ERC4626, IERC20} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// Euler's connector: a user owns 256 accounts that share all but the last byte, says for each what backs it and who lends to it, and
/// acts in its name through `call`.
contract VaultConnector {
  mapping(address => address[]) private collaterals;
  mapping(address => address[]) private controllers;
  address public onBehalf;

  modifier owned(address account) {
    require(uint160(account) >> 8 == uint160(msg.sender) >> 8, "NotAuthorized");
    _;
  }

  function enableCollateral(address account, address vault) external owned(account) { collaterals[account].push(vault); }

  function enableController(address account, address vault) external owned(account) {
    require(controllers[account].length == 0, "ControllerViolation");
    controllers[account].push(vault);
  }

  function getCollaterals(address account) external view returns (address[] memory) { return collaterals[account]; }
  function getControllers(address account) external view returns (address[] memory) { return controllers[account]; }

  function call(address target, address account, uint256, bytes calldata data) external owned(account) returns (bytes memory) {
    onBehalf = account;
    (bool ok, bytes memory result) = target.call(data);
    onBehalf = address(0);
    require(ok, "call");
    return result;
  }
}

/// A vault of Euler: shares of a token, of which some is lent to accounts whose collateral is worth enough.
contract EVault is ERC4626 {
  VaultConnector private immutable connector;
  /// Of one whole token, with 18 decimals.
  uint256 public immutable price;
  uint256 private lent;
  uint256 private index = 1e27;
  mapping(address => uint256) private scaled;
  mapping(address => uint16) public LTVLiquidation;

  constructor(VaultConnector connector_, IERC20 asset_, string memory symbol_, uint256 price_)
    ERC4626(asset_)
    ERC20(symbol_, symbol_)
  {
    (connector, price) = (connector_, price_);
  }

  function setLTV(address collateral, uint16 ltv) external { LTVLiquidation[collateral] = ltv; }

  /// Interest in parts of 1e27.
  function accrue(uint256 onDebt) external { index += (index * onDebt) / 1e27; }

  function totalAssets() public view override returns (uint256) {
    return super.totalAssets() + (lent * index) / 1e27;
  }

  function borrow(uint256 amount, address receiver) external returns (uint256) {
    address account = connector.onBehalf();
    require(msg.sender == address(connector) && connector.getControllers(account)[0] == address(this), "ControllerDisabled");
    scaled[account] += (amount * 1e27) / index;
    lent += (amount * 1e27) / index;
    (uint256 backed, uint256 owed) = accountLiquidity(account, false);
    require(backed >= owed, "AccountLiquidity");
    IERC20(asset()).transfer(receiver, amount);
    return amount;
  }

  function debtOf(address account) public view returns (uint256) {
    return (scaled[account] * index + 1e27 - 1) / 1e27;
  }

  /// Reverts without a debt, as Euler's vaults do for an account that they do not control.
  function accountLiquidity(address account, bool) public view returns (uint256 backed, uint256 owed) {
    address[] memory lenders = connector.getControllers(account);
    require(lenders.length == 1 && lenders[0] == address(this), "NotController");
    address[] memory backing = connector.getCollaterals(account);
    for (uint256 at; at < backing.length; at++) {
      EVault vault = EVault(backing[at]);
      backed += (vault.valueOf(vault.convertToAssets(vault.balanceOf(account))) * LTVLiquidation[backing[at]]) / 1e4;
    }
    owed = valueOf(debtOf(account));
  }

  function valueOf(uint256 amount) public view returns (uint256) {
    return (amount * price) / 10 ** ERC20(asset()).decimals();
  }
}
