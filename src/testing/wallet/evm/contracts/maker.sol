// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

// Small contracts with the published interfaces of Maker, and of Lista, which is made from it: over real bookkeeping, so that a loan
// needs collateral, debts grow with their rate, and each contract says itself what is owed and what is safe.

uint256 constant RAY = 1e27;

/// As Maker's Vat, which Lista runs too. `fold` raises the rate of a collateral, `file` sets its price and the spotter's ratio.
contract Vat {
  struct Ilk { uint256 Art; uint256 rate; uint256 spot; uint256 line; uint256 dust; }
  struct Urn { uint256 ink; uint256 art; }

  mapping(bytes32 => Ilk) public ilks;
  mapping(bytes32 => mapping(address => Urn)) public urns;
  mapping(bytes32 => mapping(address => uint256)) public gem;

  function init(bytes32 ilk, uint256 spot) external { ilks[ilk].rate = RAY; ilks[ilk].spot = spot; }

  function file(bytes32 ilk, uint256 spot) external { ilks[ilk].spot = spot; }

  function fold(bytes32 ilk, uint256 rate) external { ilks[ilk].rate = rate; }

  function frob(bytes32 ilk, address urn, uint256 dink, uint256 dart) external {
    Urn storage u = urns[ilk][urn];
    u.ink += dink;
    u.art += dart;
    ilks[ilk].Art += dart;
    require(u.art * ilks[ilk].rate <= u.ink * ilks[ilk].spot, "Vat/not-safe");
  }

  function isSafe(bytes32 ilk, address urn) external view returns (bool) {
    return urns[ilk][urn].art * ilks[ilk].rate <= urns[ilk][urn].ink * ilks[ilk].spot;
  }
}

contract Spotter {
  struct Ilk { address pip; uint256 mat; }

  mapping(bytes32 => Ilk) public ilks;

  function file(bytes32 ilk, uint256 mat) external { ilks[ilk].mat = mat; }
}

contract IlkRegistry {
  mapping(bytes32 => address) public gem;
  mapping(bytes32 => uint256) public dec;
  mapping(bytes32 => string) public symbol;

  function put(bytes32 ilk, address token, uint256 decimals, string calldata named) external {
    gem[ilk] = token;
    dec[ilk] = decimals;
    symbol[ilk] = named;
  }
}

/// As Maker's manager and GetCdps in one: vaults have numbers, an urn of their own and an owner.
contract Cdps {
  struct Cdp { address owner; address urn; bytes32 ilk; }

  Cdp[] private all;

  function open(bytes32 ilk, address owner) external {
    all.push(Cdp(owner, address(uint160(uint256(keccak256(abi.encode(all.length))))), ilk));
  }

  function getCdpsAsc(address, address guy) external view
    returns (uint256[] memory ids, address[] memory urns, bytes32[] memory ilks)
  {
    uint256 count;
    for (uint256 i; i < all.length; i++) if (all[i].owner == guy) count++;
    (ids, urns, ilks) = (new uint256[](count), new address[](count), new bytes32[](count));
    uint256 at;
    for (uint256 i; i < all.length; i++) {
      if (all[i].owner != guy) continue;
      (ids[at], urns[at], ilks[at]) = (i + 1, all[i].urn, all[i].ilk);
      at++;
    }
  }
}

contract Pot {
  mapping(address => uint256) public pie;
  uint256 public chi = RAY;

  function join(address owner, uint256 wad) external { pie[owner] += (wad * RAY) / chi; }

  function drip(uint256 next) external { chi = next; }
}

/// As Lista's Interaction, which keeps its vaults in a Vat under the users' own addresses.
contract Interaction {
  struct CollateralType { address gem; bytes32 ilk; uint32 live; address clip; }

  Vat public immutable vat;
  mapping(address => CollateralType) public collaterals;
  mapping(address => uint256) private prices;
  mapping(address => uint256) private mats;
  mapping(address => mapping(address => uint256)) private leftOver;

  constructor(Vat vat_) { vat = vat_; }

  function setCollateralType(address token, bytes32 ilk, uint256 price, uint256 mat) external {
    collaterals[token] = CollateralType(address(0), ilk, 1, address(0));
    (prices[token], mats[token]) = (price, mat);
    vat.init(ilk, (price * 1e36) / mat);
  }

  function deposit(address token, uint256 amount) external { vat.frob(ilkOf(token), msg.sender, amount, 0); }

  function borrow(address token, uint256 amount) external {
    (, uint256 rate,,,) = vat.ilks(ilkOf(token));
    vat.frob(ilkOf(token), msg.sender, 0, (amount * RAY) / rate);
  }

  function locked(address token, address user) external view returns (uint256 ink) { (ink,) = vat.urns(ilkOf(token), user); }

  function leave(address token, address user, uint256 amount) external { leftOver[token][user] += amount; }

  function free(address token, address user) external view returns (uint256) { ilkOf(token); return leftOver[token][user]; }

  function borrowed(address token, address user) external view returns (uint256) {
    (, uint256 rate,,,) = vat.ilks(ilkOf(token));
    (, uint256 art) = vat.urns(ilkOf(token), user);
    return (art * rate) / RAY == 0 ? 0 : (art * rate) / RAY + 100;
  }

  function collateralPrice(address token) external view returns (uint256) { ilkOf(token); return prices[token]; }

  function collateralRate(address token) external view returns (uint256) { ilkOf(token); return 1e45 / mats[token]; }

  function currentLiquidationPrice(address token, address user) external view returns (uint256) {
    (uint256 ink, uint256 art) = vat.urns(ilkOf(token), user);
    (, uint256 rate,,,) = vat.ilks(ilkOf(token));
    return ((art * rate / 1e36) * mats[token]) / ink;
  }

  function ilkOf(address token) private view returns (bytes32) {
    require(collaterals[token].live != 0, "Interaction/inactive collateral");
    return collaterals[token].ilk;
  }
}
