// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {EnumerableSet} from "@openzeppelin/contracts/utils/structs/EnumerableSet.sol";

/// The getters of registries, pools and vaults that a scan reads, with the interfaces that Curve, Convex, Balancer and Aura publish, over
/// contents that anyone may set. Their own code is written in Vyper or larger than this rig needs.
contract Pool {
  string public symbol;
  uint8 public constant decimals = 18;
  address[] public coins;
  uint256[] public balances;
  uint256 public totalSupply;
  bytes32 public id;
  mapping(address => uint256) public balanceOf;

  constructor(string memory symbol_, address[] memory coins_, uint256[] memory balances_) {
    symbol = symbol_;
    coins = coins_;
    balances = balances_;
  }

  function mint(address to, uint256 amount) external {
    balanceOf[to] += amount;
    totalSupply += amount;
  }

  function setId(bytes32 id_) external { id = id_; }

  /// Pools of Balancer's third version have no id.
  function getPoolId() external view returns (bytes32) {
    require(id != 0);
    return id;
  }

  function getActualSupply() external view returns (uint256) {
    require(id != 0);
    return totalSupply;
  }
}

/// Owes a reward that is set by hand.
contract Farm {
  address public lp_token;
  bool public isBroken;
  mapping(address => uint256) private amounts;
  mapping(address => uint256) public owed;

  constructor(address token) { lp_token = token; }

  function set(address owner, uint256 amount, uint256 reward) external {
    amounts[owner] = amount;
    owed[owner] = reward;
  }

  function breakIt() external { isBroken = true; }

  function balanceOf(address owner) external view returns (uint256) {
    require(!isBroken, 'broken');
    return amounts[owner];
  }

  function earned(address owner) external view returns (uint256) { return owed[owner]; }
  function claimable_tokens(address owner) external view returns (uint256) { return owed[owner]; }
}

contract Registry {
  struct Info {
    address lptoken;
    address token;
    address gauge;
    address crvRewards;
    address stash;
    bool shutdown;
  }

  address[] public pool_list;
  Info[] public poolInfo;
  mapping(address => address) public get_gauge;
  mapping(address => address) public get_token;
  mapping(address => address) public get_pool_from_lp_token;

  function add(address pool, address token, address gauge) external {
    pool_list.push(pool);
    poolInfo.push(Info(token, address(0), address(0), gauge, address(0), false));
    get_gauge[pool] = gauge;
    get_token[pool] = token;
    get_pool_from_lp_token[token] = pool;
  }

  /// Many pools that no one uses.
  function fill(address pool, uint256 count) external {
    for (uint256 at; at < count; at++) pool_list.push(pool);
  }

  function pool_count() external view returns (uint256) { return pool_list.length; }
  function poolLength() external view returns (uint256) { return poolInfo.length; }
}

contract Vault {
  struct TokenInfo {
    uint8 tokenType;
    address rateProvider;
    bool paysYieldFees;
  }

  address[] private tokens;
  uint256[] private balances;

  constructor(address[] memory tokens_, uint256[] memory balances_) {
    tokens = tokens_;
    balances = balances_;
  }

  function getPoolTokens(bytes32) external view returns (address[] memory, uint256[] memory, uint256) {
    return (tokens, balances, block.number);
  }

  function getPoolTokenInfo(address)
    external
    view
    returns (address[] memory, TokenInfo[] memory, uint256[] memory, uint256[] memory)
  {
    return (tokens, new TokenInfo[](tokens.length), balances, balances);
  }
}

/// Equilibria's records of Pendle's markets, as its IPendleBooster publishes them.
contract PendleBooster {
  struct Info {
    address market;
    address token;
    address rewardPool;
    bool shutdown;
  }

  Info[] public poolInfo;

  function add(address market, address rewardPool) external {
    // The deposit token, which its reward pool keeps.
    poolInfo.push(Info(market, address(this), rewardPool, true));
  }

  function poolLength() external view returns (uint256) { return poolInfo.length; }
}

/// Keeps markets as Pendle's factories do, after as many slots, in a set that no function shows.
contract MarketSet {
  using EnumerableSet for EnumerableSet.AddressSet;

  uint256[53] private before;
  EnumerableSet.AddressSet private allMarkets;

  function add(address market) external { allMarkets.add(market); }
}

/// The published interface of Penpie's MasterPenpie: stakes by token, in its own books.
contract MasterPenpie {
  struct PoolInfo {
    address stakingToken;
    address receiptToken;
    uint256 allocPoint;
    uint256 lastRewardTimestamp;
    uint256 accPenpiePerShare;
    uint256 totalStaked;
    address rewarder;
    bool isActive;
  }

  address[] public registeredToken;
  mapping(address => PoolInfo) public tokenToPoolInfo;
  mapping(address => mapping(address => uint256)) private staked;

  function add(address token, address receipt) external {
    registeredToken.push(token);
    tokenToPoolInfo[token] = PoolInfo(token, receipt, 7, 7, 7, 0, address(0), true);
  }

  function deposit(address token, uint256 amount) external {
    ERC20(token).transferFrom(msg.sender, address(this), amount);
    staked[token][msg.sender] += amount;
    tokenToPoolInfo[token].totalStaked += amount;
  }

  function poolLength() external view returns (uint256) { return registeredToken.length; }

  function stakingInfo(address token, address owner) external view returns (uint256, uint256) {
    require(token != address(0), "no token");
    return (staked[token][owner], 0);
  }
}
