// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {AccessControlEnumerable} from "@openzeppelin/contracts/access/extensions/AccessControlEnumerable.sol";
import {UUPSUpgradeable} from "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

// What proxies run.

contract Logic {
    uint256 public x;

    function set(uint256 value) external {
        x = value;
    }
}

contract UupsOwned is UUPSUpgradeable {
    address public owner;

    function init(address newOwner) external {
        require(owner == address(0));
        owner = newOwner;
    }

    function _authorizeUpgrade(address) internal view override {
        require(msg.sender == owner);
    }
}

contract UupsOpen is UUPSUpgradeable {
    function init() external {}

    function _authorizeUpgrade(address) internal override {}
}

// Behind a role that cannot be listed.
contract UupsRole is UUPSUpgradeable, AccessControl {
    bytes32 public constant UPGRADER_ROLE = keccak256("UPGRADER_ROLE");
    bool done;

    function init(address admin, address upgrader) external {
        require(!done);
        done = true;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(UPGRADER_ROLE, upgrader);
    }

    function _authorizeUpgrade(address) internal view override onlyRole(UPGRADER_ROLE) {}
}

// Contracts without a proxy.

contract NoSwitch {
    uint256 public total;

    function deposit() external payable {
        total += msg.value;
    }
}

contract TwoStep is Ownable2Step {
    constructor(address owner_) Ownable(owner_) {}
}

contract RoleList is AccessControlEnumerable {
    constructor(address admin) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }
}

contract RolePaused is Pausable, AccessControl {
    constructor(address pauser) {
        _grantRole(keccak256("PAUSER_ROLE"), pauser);
    }

    function pause() external onlyRole(keccak256("PAUSER_ROLE")) {
        _pause();
    }
}

// Traps.

contract Echo {
    fallback(bytes calldata) external returns (bytes memory) {
        return abi.encode(uint256(1));
    }
}

// Burns all gas in every getter that is looked for.
contract Bomb {
    function owner() external pure returns (address) {
        assembly {
            invalid()
        }
    }

    function admin() external pure returns (address) {
        assembly {
            invalid()
        }
    }
}

contract LongAnswer {
    function owner() external pure returns (bytes memory) {
        return new bytes(200000);
    }
}
