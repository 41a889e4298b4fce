// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

// Restaking with the published interfaces of EigenLayer and of Zircuit over real bookkeeping: tokens move, slashing takes from what is
// restaked and queued, and a withdrawal waits for its blocks.

/// Shares of a token that earns.
contract Strategy {
  ERC20 public immutable underlyingToken;
  uint256 public totalShares;

  constructor(ERC20 token) { underlyingToken = token; }

  function deposit(address from, uint256 amount) external returns (uint256 shares) {
    shares = totalShares == 0 ? amount : (amount * totalShares) / underlyingToken.balanceOf(address(this));
    underlyingToken.transferFrom(from, address(this), amount);
    totalShares += shares;
  }

  function withdraw(address to, uint256 shares) external {
    uint256 amount = sharesToUnderlyingView(shares);
    totalShares -= shares;
    underlyingToken.transfer(to, amount);
  }

  function sharesToUnderlyingView(uint256 shares) public view returns (uint256) {
    return totalShares == 0 ? shares : (shares * underlyingToken.balanceOf(address(this))) / totalShares;
  }
}

/// Keeps a token that stands for another, and pays either.
contract EigenStrategy is Strategy {
  ERC20 public immutable EIGEN;

  constructor(ERC20 kept, ERC20 eigen) Strategy(kept) { EIGEN = eigen; }
}

/// EigenLayer's delegation manager, with the deposits that its strategy manager keeps.
contract DelegationManager {
  struct Withdrawal {
    address staker; address delegatedTo; address withdrawer; uint256 nonce; uint32 startBlock; address[] strategies;
    uint256[] scaledShares;
  }

  address private constant BEACON_CHAIN = 0xbeaC0eeEeeeeEEeEeEEEEeeEEeEeeeEeeEEBEaC0;
  uint32 public constant minWithdrawalDelayBlocks = 100;
  mapping(address => address[]) private strategiesOf;
  mapping(address => mapping(address => uint256)) private deposited;
  mapping(address => Withdrawal[]) private queue;
  /// What slashing left, with 18 decimals.
  mapping(address => uint256) private lost;

  function deposit(Strategy strategy, uint256 amount) external {
    add(msg.sender, address(strategy), strategy.deposit(msg.sender, amount));
  }

  /// Validators of the staker's pod.
  function verify() external payable { add(msg.sender, BEACON_CHAIN, msg.value); }

  function slash(address staker, uint256 part) external { lost[staker] += ((1e18 - lost[staker]) * part) / 1e18; }

  function queueWithdrawal(address strategy, uint256 shares) external {
    deposited[msg.sender][strategy] -= shares;
    address[] memory one = new address[](1);
    uint256[] memory amount = new uint256[](1);
    (one[0], amount[0]) = (strategy, shares);
    uint256 nonce = queue[msg.sender].length;
    queue[msg.sender].push(
      Withdrawal(msg.sender, address(0), msg.sender, nonce, uint32(block.number), one, amount)
    );
  }

  function completeQueuedWithdrawal(uint256 nonce) external {
    Withdrawal memory each = queue[msg.sender][nonce];
    require(block.number > each.startBlock + minWithdrawalDelayBlocks, "WithdrawalDelayNotElapsed");
    delete queue[msg.sender][nonce];
    Strategy(each.strategies[0]).withdraw(msg.sender, left(msg.sender, each.scaledShares[0]));
  }

  function getDepositedShares(address staker) public view returns (address[] memory strategies, uint256[] memory shares) {
    strategies = strategiesOf[staker];
    shares = new uint256[](strategies.length);
    for (uint256 at; at < shares.length; at++) shares[at] = deposited[staker][strategies[at]];
  }

  function getWithdrawableShares(address staker, address[] memory strategies)
    external view returns (uint256[] memory withdrawable, uint256[] memory all)
  {
    (withdrawable, all) = (new uint256[](strategies.length), new uint256[](strategies.length));
    for (uint256 at; at < all.length; at++) {
      all[at] = deposited[staker][strategies[at]];
      withdrawable[at] = left(staker, all[at]);
    }
  }

  function getQueuedWithdrawals(address staker) external view returns (Withdrawal[] memory open, uint256[][] memory shares) {
    Withdrawal[] memory all = queue[staker];
    (open, shares) = (new Withdrawal[](all.length), new uint256[][](all.length));
    uint256 size;
    for (uint256 at; at < all.length; at++) {
      if (all[at].staker == address(0)) continue;
      shares[size] = new uint256[](1);
      shares[size][0] = left(staker, all[at].scaledShares[0]);
      open[size++] = all[at];
    }
    assembly {
      mstore(open, size)
      mstore(shares, size)
    }
  }

  function add(address staker, address strategy, uint256 shares) private {
    if (deposited[staker][strategy] == 0) strategiesOf[staker].push(strategy);
    deposited[staker][strategy] += shares;
  }

  function left(address staker, uint256 shares) private view returns (uint256) {
    return (shares * (1e18 - lost[staker])) / 1e18;
  }
}

/// Zircuit's staking pool: deposits by token and user.
contract ZtakingPool {
  mapping(address => mapping(address => uint256)) public balance;

  function depositFor(address token, address user, uint256 amount) external {
    ERC20(token).transferFrom(msg.sender, address(this), amount);
    balance[token][user] += amount;
  }

  function withdraw(address token, uint256 amount) external {
    balance[token][msg.sender] -= amount;
    ERC20(token).transfer(msg.sender, amount);
  }
}
