// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {AccessControlDefaultAdminRules} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {AccessControlEnumerable} from "@openzeppelin/contracts/access/extensions/AccessControlEnumerable.sol";
import {AccessManaged} from "@openzeppelin/contracts/access/manager/AccessManaged.sol";
import {AccessManager} from "@openzeppelin/contracts/access/manager/AccessManager.sol";
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

// An upgrade function, and a fallback that takes any call.
contract UupsEcho {
    bytes32 constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    function upgradeToAndCall(address, bytes calldata) external payable {}

    function named() external pure returns (bytes32) {
        return SLOT;
    }

    fallback() external payable {}
}

// Proxies that no package ships for tests: the same slots, getters and rules as the originals.

// ZeppelinOS before EIP-1967 (zos-lib AdminUpgradeabilityProxy).
contract ZosProxy {
    bytes32 constant IMPLEMENTATION = keccak256("org.zeppelinos.proxy.implementation");
    bytes32 constant ADMIN = keccak256("org.zeppelinos.proxy.admin");

    constructor(address implementation_, address admin_) {
        (bytes32 a, bytes32 b) = (IMPLEMENTATION, ADMIN);
        assembly {
            sstore(a, implementation_)
            sstore(b, admin_)
        }
    }

    modifier ifAdmin() {
        bytes32 slot = ADMIN;
        address found;
        assembly {
            found := sload(slot)
        }
        if (msg.sender == found) _;
        else _delegate();
    }

    function admin() external ifAdmin returns (address found) {
        bytes32 slot = ADMIN;
        assembly {
            found := sload(slot)
        }
    }

    function upgradeTo(address to) external ifAdmin {
        bytes32 slot = IMPLEMENTATION;
        assembly {
            sstore(slot, to)
        }
    }

    fallback() external payable {
        _delegate();
    }

    function _delegate() internal {
        bytes32 slot = IMPLEMENTATION;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), sload(slot), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

// Compound's and Venus' Unitroller.
contract Unitroller {
    address public admin;
    address public pendingAdmin;
    address public comptrollerImplementation;
    address public pendingComptrollerImplementation;

    constructor(address admin_, address implementation) {
        admin = admin_;
        comptrollerImplementation = implementation;
    }

    function _setPendingImplementation(address implementation) external {
        require(msg.sender == admin);
        pendingComptrollerImplementation = implementation;
    }

    fallback() external payable {
        (bool done, ) = comptrollerImplementation.delegatecall(msg.data);
        assembly {
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

// A proxy of no known kind.
contract TargetProxy {
    address public boss;
    address target;

    constructor(address to) {
        boss = msg.sender;
        target = to;
    }

    function setTarget(address to) external {
        require(msg.sender == boss);
        target = to;
    }

    fallback() external payable {
        (bool done, ) = target.delegatecall(msg.data);
        require(done);
    }
}

// Contracts without a proxy.

contract NoSwitch {
    uint256 public total;

    function deposit() external payable {
        total += msg.value;
    }
}

contract StrategyVault {
    address public owner;
    address public strategy;

    constructor(address strategy_) {
        owner = msg.sender;
        strategy = strategy_;
    }

    function setStrategy(address to) external {
        require(msg.sender == owner);
        strategy = to;
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

contract RoleRules is AccessControlDefaultAdminRules {
    constructor(address admin) AccessControlDefaultAdminRules(2 days, admin) {}
}

contract Manager is AccessManager {
    constructor(address admin) AccessManager(admin) {}
}

contract Managed is AccessManaged {
    constructor(address manager) AccessManaged(manager) {}

    function act() external restricted {}
}

contract Guarded is Pausable {
    address public guardian;

    constructor(address guardian_) {
        guardian = guardian_;
    }

    function pause() external {
        require(msg.sender == guardian);
        _pause();
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

// The same getters as the originals, not their code.

contract Wards {
    mapping(address => uint256) public wards;

    constructor(address first) {
        wards[first] = 1;
    }
}

contract DsPauseLike {
    address public owner;
    address public authority;
    uint256 public delay;

    constructor(address authority_, uint256 delay_) {
        authority = authority_;
        delay = delay_;
    }
}

contract VyperLike {
    address public admin;
    address public future_admin;
    address public emergency_admin;

    constructor(address admin_, address emergency) {
        admin = admin_;
        emergency_admin = emergency;
    }
}

// Traps.

contract FakeSafe {
    address public owner;

    constructor() {
        owner = msg.sender;
    }

    function getThreshold() external pure returns (uint256) {
        return 6;
    }

    function getOwners() external pure returns (address[] memory list) {
        list = new address[](9);
        for (uint160 i; i < 9; i++) list[i] = address(uint160(uint256(keccak256(abi.encode(i)))));
    }
}

// Its first slot names the code of a real Safe, and it runs something else.
contract PlantedSafe {
    address singleton;
    address immutable real;

    constructor(address singleton_, address real_) {
        singleton = singleton_;
        real = real_;
    }

    fallback() external payable {
        address to = real;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

contract FakeTimelock {
    address public owner;

    constructor() {
        owner = msg.sender;
    }

    function delay() external pure returns (uint256) {
        return 604800;
    }

    function getMinDelay() external pure returns (uint256) {
        return 604800;
    }
}

contract Echo {
    fallback(bytes calldata) external returns (bytes memory) {
        return abi.encode(uint256(1));
    }
}

contract EchoSelf {
    fallback(bytes calldata) external returns (bytes memory) {
        return abi.encode(address(this));
    }
}

contract Wethish {
    mapping(address => uint256) public balanceOf;

    fallback() external payable {
        balanceOf[msg.sender] += msg.value;
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

contract SmallNumbers {
    function owner() external pure returns (bool) {
        return true;
    }

    function admin() external pure returns (uint8) {
        return 7;
    }
}
