// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// NFTs that nobody lists by owner, as those of Uniswap v4's position manager.
contract PositionManager is ERC721("Uniswap v4 Positions NFT", "UNI-V4-POSM") {
  uint256 public nextTokenId = 1;

  function mint() external { _mint(msg.sender, nextTokenId++); }
  function burn(uint256 id) external { require(ownerOf(id) == msg.sender); _burn(id); }
}
