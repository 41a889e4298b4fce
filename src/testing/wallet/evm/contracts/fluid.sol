// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// The resolvers of Fluid, with the structs that Instadapp/fluid-contracts-public publishes (deployments/mainnet/LendingResolver.json and
/// VaultResolver.json; a struct of fixed size is encoded like its fields), over vaults that move tokens.
contract LendingResolver {
  struct Supply {
    bool modeWithInterest; uint256 supply; uint256 withdrawalLimit; uint256 lastUpdateTimestamp; uint256 expandPercent;
    uint256 expandDuration; uint256 baseWithdrawalLimit; uint256 withdrawableUntilLimit; uint256 withdrawable;
    uint256 decayEndTimestamp; uint256 decayAmount;
  }
  struct Details {
    address tokenAddress; bool eip2612Deposits; bool isNativeUnderlying; string name; string symbol; uint256 decimals;
    address asset; uint256 totalAssets; uint256 totalSupply; uint256 convertToShares; uint256 convertToAssets;
    uint256 rewardsRate; uint256 supplyRate; int256 rebalanceDifference; Supply liquidityUserSupplyData;
  }
  struct User { uint256 fTokenShares; uint256 underlyingAssets; uint256 underlyingBalance; uint256 allowance; }
  struct Position { Details fTokenDetails; User userPosition; }

  ERC4626[] private all;

  function add(ERC4626 fToken) external { all.push(fToken); }

  function getUserPositions(address user) external view returns (Position[] memory found) {
    found = new Position[](all.length);
    for (uint256 at; at < all.length; at++) {
      ERC4626 token = all[at];
      Details memory it = found[at].fTokenDetails;
      (it.tokenAddress, it.name, it.symbol, it.decimals) = (address(token), token.name(), token.symbol(), token.decimals());
      (it.asset, it.totalAssets, it.totalSupply) = (token.asset(), token.totalAssets(), token.totalSupply());
      found[at].userPosition = User(
        token.balanceOf(user), token.convertToAssets(token.balanceOf(user)), ERC20(token.asset()).balanceOf(user),
        ERC20(token.asset()).allowance(user, address(token))
      );
    }
  }
}

/// A vault of Fluid: collateral in, debt out, in NFTs. Debt grows with its price.
contract FluidVault {
  struct Loan { address owner; uint256 supply; uint256 borrow; }

  ERC20 public immutable supplyToken;
  ERC20 public immutable borrowToken;
  /// Smallest units of debt for one of collateral, times 1e27.
  uint256 public immutable price;
  uint256 public constant liquidationThreshold = 9000;
  uint256 public exchangePrice = 1e12;
  Loan[] private loans;

  constructor(ERC20 supply, ERC20 borrow, uint256 price_) { (supplyToken, borrowToken, price) = (supply, borrow, price_); }

  function accrue(uint256 percent) external { exchangePrice += (exchangePrice * percent) / 100; }

  /// Opens a position with an id of 0.
  function operate(uint256 id, uint256 collateral, uint256 debt, address to) external returns (uint256) {
    if (id == 0) {
      loans.push(Loan(msg.sender, 0, 0));
      id = loans.length;
    }
    Loan storage loan = loans[id - 1];
    require(loan.owner == msg.sender, "NotOwner");
    supplyToken.transferFrom(msg.sender, address(this), collateral);
    borrowToken.transfer(to, debt);
    loan.supply += collateral;
    loan.borrow += (debt * 1e12) / exchangePrice;
    (, uint256 supplied, uint256 borrowed) = position(id);
    require(borrowed * 1e4 * 1e27 <= supplied * price * liquidationThreshold, "PositionAboveCF");
    return id;
  }

  function count() external view returns (uint256) { return loans.length; }

  function position(uint256 id) public view returns (address, uint256, uint256) {
    Loan storage loan = loans[id - 1];
    return (loan.owner, loan.supply, (loan.borrow * exchangePrice + 1e12 - 1) / 1e12);
  }
}

contract VaultResolver {
  struct Position {
    uint256 nftId; address owner; bool isLiquidated; bool isSupplyPosition; int256 tick; uint256 tickId; uint256 beforeSupply;
    uint256 beforeBorrow; uint256 beforeDustBorrow; uint256 supply; uint256 borrow; uint256 dustBorrow;
  }
  struct Tokens { address token0; address token1; }
  struct Constants {
    address liquidity; address factory; address operateImplementation; address adminImplementation;
    address secondaryImplementation; address deployer; address supply; address borrow; Tokens supplyToken; Tokens borrowToken;
    uint256 vaultId; uint256 vaultType; bytes32 supplyExchangePriceSlot; bytes32 borrowExchangePriceSlot;
    bytes32 userSupplySlot; bytes32 userBorrowSlot;
  }
  struct Configs {
    uint16 supplyRateMagnifier; uint16 borrowRateMagnifier; uint16 collateralFactor; uint16 liquidationThreshold;
    uint16 liquidationMaxLimit; uint16 withdrawalGap; uint16 liquidationPenalty; uint16 borrowFee; address oracle;
    uint256 oraclePriceOperate; uint256 oraclePriceLiquidate; address rebalancer; uint256 lastUpdateTimestamp;
  }
  /// Rates, totals, limits, state and the vault's own accounts: 63 words.
  struct Vault {
    address vault; bool isSmartCol; bool isSmartDebt; Constants constantVariables; Configs configs; uint256[63] rest;
  }

  FluidVault[] private all;

  function add(FluidVault vault) external { all.push(vault); }

  function positionsByUser(address user) external view returns (Position[] memory positions, Vault[] memory vaults) {
    uint256 size;
    for (uint256 at; at < all.length; at++) size += all[at].count();
    (positions, vaults) = (new Position[](size), new Vault[](size));
    size = 0;
    for (uint256 at; at < all.length; at++) {
      for (uint256 id = 1; id <= all[at].count(); id++) {
        (address owner, uint256 supply, uint256 borrow) = all[at].position(id);
        if (owner != user) continue;
        Position memory each = positions[size];
        (each.nftId, each.owner, each.supply, each.borrow) = (id, owner, supply, borrow);
        each.isSupplyPosition = borrow == 0;
        vaults[size++] = vaultData(at);
      }
    }
    assembly {
      mstore(positions, size)
      mstore(vaults, size)
    }
  }

  function vaultData(uint256 at) private view returns (Vault memory data) {
    data.vault = address(all[at]);
    data.constantVariables.supplyToken.token0 = address(all[at].supplyToken());
    data.constantVariables.borrowToken.token0 = address(all[at].borrowToken());
    data.constantVariables.vaultId = at + 1;
    data.configs.liquidationThreshold = uint16(all[at].liquidationThreshold());
    data.configs.oraclePriceLiquidate = all[at].price();
  }
}
