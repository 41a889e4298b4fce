// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A small contract with the published interface of a DSProxy: owned.
contract Proxy {
    address public owner;

    constructor(address first) {
        owner = first;
    }

    function setOwner(address next) external {
        require(msg.sender == owner, "owner");
        owner = next;
    }
}

/// As Maker's ProxyRegistry: it keeps naming a proxy for the owner who built it, even after that owner gave it away.
contract ProxyRegistry {
    mapping(address => address) public proxies;

    function build(address owner) external returns (address proxy) {
        address known = proxies[owner];
        require(known == address(0) || Proxy(known).owner() != owner, "has one");
        proxy = address(new Proxy(owner));
        proxies[owner] = proxy;
    }
}

/// As DeFi Saver's registry, which knows further proxies of a user.
contract ProxyList {
    ProxyRegistry private immutable registry;
    mapping(address => address[]) private additional;

    constructor(ProxyRegistry registry_) {
        registry = registry_;
    }

    function addAdditionalProxy(address user, address proxy) external {
        additional[user].push(proxy);
    }

    function getAllProxies(address user) external view returns (address, address[] memory) {
        return (registry.proxies(user), additional[user]);
    }
}

/// As AccountGuard of Summer.fi, which knows who owns an account.
contract SummerGuard {
    mapping(address => address) public owners;

    function permit(address user, address account) external {
        owners[account] = user;
    }
}

/// As AccountFactory of Summer.fi: its first contract is the code of all accounts, which are clones of it (ERC-1167). It lists none.
contract SummerFactory {
    SummerGuard public immutable guard;
    address public immutable proxyTemplate;
    uint256 public accountsGlobalCounter;

    constructor(SummerGuard guard_) {
        guard = guard_;
        proxyTemplate = address(new Proxy(address(this)));
    }

    function createAccounts(address user, uint256 count) external {
        for (uint256 at; at < count; at++) {
            accountsGlobalCounter++;
            guard.permit(user, clone(proxyTemplate));
        }
    }

    function clone(address code) private returns (address account) {
        bytes memory creation = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", code, hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly {
            account := create(0, add(creation, 32), mload(creation))
        }
    }
}

/// As InstaList of Instadapp: the accounts of a user are a linked list of ids.
contract InstaList {
    struct Link {
        uint64 first;
        uint64 last;
        uint64 count;
    }
    struct Place {
        uint64 prev;
        uint64 next;
    }

    uint64 public accounts;
    mapping(uint64 => address) public accountAddr;
    mapping(address => Link) public userLink;
    mapping(address => mapping(uint64 => Place)) public userList;

    function add(address user, address account) external {
        uint64 id = ++accounts;
        accountAddr[id] = account;
        Link storage link = userLink[user];
        if (link.last != 0) {
            userList[user][id].prev = link.last;
            userList[user][link.last].next = id;
        }
        if (link.first == 0) link.first = id;
        link.last = id;
        link.count++;
    }
}
