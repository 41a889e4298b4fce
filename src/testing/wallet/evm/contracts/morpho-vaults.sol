// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// How Morpho's vaults name the markets that they lend in, behind their published interfaces. Not their code.
contract MorphoVaultV1 {
  bytes32[] public withdrawQueue;

  constructor(bytes32[] memory queue) { withdrawQueue = queue; }

  function withdrawQueueLength() external view returns (uint256) { return withdrawQueue.length; }
}

contract MorphoVaultV2 {
  address[] public adapters;

  constructor(address[] memory adapters_) { adapters = adapters_; }

  function adaptersLength() external view returns (uint256) { return adapters.length; }
}

/// To markets, by their ids.
contract MorphoIdsAdapter {
  bytes32[] public marketIds;

  constructor(bytes32[] memory ids) { marketIds = ids; }

  function marketIdsLength() external view returns (uint256) { return marketIds.length; }
}

/// To markets, by their parameters, as the first version of that adapter has them.
contract MorphoParamsAdapter {
  struct MarketParams {
    address loanToken;
    address collateralToken;
    address oracle;
    address irm;
    uint256 lltv;
  }

  MarketParams[] public marketParamsList;

  constructor(MarketParams memory params) { marketParamsList.push(params); }

  function marketParamsListLength() external view returns (uint256) { return marketParamsList.length; }
}

/// To a vault of the first version.
contract MorphoVaultAdapter {
  address public morphoVaultV1;

  constructor(address vault) { morphoVaultV1 = vault; }
}

/// A Morpho in which everybody has a position in every market.
contract MorphoOfAll {
  function position(bytes32, address) external pure returns (uint256, uint128, uint128) { return (0, 0, 7); }
}
