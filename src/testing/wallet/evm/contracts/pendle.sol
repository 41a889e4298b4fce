// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

contract Part is ERC20 {
    address private immutable market = msg.sender;

    constructor(string memory symbol) ERC20(symbol, symbol) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == market);
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external {
        require(msg.sender == market);
        _burn(from, amount);
    }
}

/// A small market with the published interface of Pendle's: a principal and a yield token that are one of the asset together, and a pool
/// whose shares are the market's own token. It trades at the rate of its principal token, and so pays what its oracle says.
contract PendleMarket is ERC20 {
    ERC20 private immutable asset;
    Part public immutable pt = new Part("PT");
    Part public immutable yt = new Part("YT");
    uint256 public ptRate;
    uint256 private pooled;

    constructor(ERC20 asset_, uint256 ptRate_) ERC20("PLP", "PLP") {
        asset = asset_;
        ptRate = ptRate_;
    }

    function split(uint256 amount) external {
        asset.transferFrom(msg.sender, address(this), amount);
        pt.mint(msg.sender, amount);
        yt.mint(msg.sender, amount);
    }

    function provide(uint256 amount) external {
        asset.transferFrom(msg.sender, address(this), amount);
        _mint(msg.sender, totalSupply() == 0 ? amount / 2 : amount * totalSupply() / pooled);
        pooled += amount;
    }

    function sellPt(uint256 amount) external {
        pt.burn(msg.sender, amount);
        asset.transfer(msg.sender, amount * ptRate / 1e18);
    }

    function sellYt(uint256 amount) external {
        yt.burn(msg.sender, amount);
        asset.transfer(msg.sender, amount * (1e18 - ptRate) / 1e18);
    }

    function leave(uint256 shares) external {
        uint256 worth = shares * pooled / totalSupply();
        _burn(msg.sender, shares);
        pooled -= worth;
        asset.transfer(msg.sender, worth);
    }

    /// What traders left in the pool.
    function earn(uint256 amount) external {
        asset.transferFrom(msg.sender, address(this), amount);
        pooled += amount;
    }

    function lpRate() external view returns (uint256) {
        return pooled * 1e18 / totalSupply();
    }
}

/// As Pendle's oracle (PendlePYLpOracle): rates in the asset, averaged over a time.
contract PendleOracle {
    function getPtToAssetRate(PendleMarket market, uint32 duration) external view returns (uint256) {
        require(duration > 0);
        return market.ptRate();
    }

    function getYtToAssetRate(PendleMarket market, uint32 duration) external view returns (uint256) {
        require(duration > 0);
        return 1e18 - market.ptRate();
    }

    function getLpToAssetRate(PendleMarket market, uint32 duration) external view returns (uint256) {
        require(duration > 0);
        return market.lpRate();
    }
}
