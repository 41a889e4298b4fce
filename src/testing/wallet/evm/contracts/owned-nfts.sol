// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What ether.fi's withdrawal requests answer, behind their published interface. Not their code.
contract EtherfiRequests {
  struct Request { uint96 amount; uint96 shares; bool isValid; uint32 fee; }

  uint32 public nextRequestId = 1;
  uint32 private lastFinalized;
  mapping(address => uint256) public balanceOf;
  mapping(uint256 => address) private owners;
  mapping(uint256 => Request) private requests;

  function request(uint96 amount, uint32 fee, bool isValid) external {
    requests[nextRequestId] = Request(amount, amount, isValid, fee);
    owners[nextRequestId++] = msg.sender;
    balanceOf[msg.sender]++;
  }

  function skipTo(uint32 id) external { nextRequestId = id; }

  function burn(uint256 id) external {
    balanceOf[owners[id]]--;
    delete owners[id];
  }

  function finalize(uint32 last) external { lastFinalized = last; }

  /// Slashing took a tenth of every share.
  function getClaimableAmount(uint256 id) external view returns (uint256) {
    require(id <= lastFinalized, 'Request is not finalized');
    return uint256(requests[id].shares) * 9 / 10 - uint256(requests[id].fee) * 1 gwei;
  }

  function liquidityPool() external view returns (address) { return address(this); }

  function amountForShare(uint256 shares) external pure returns (uint256) { return shares; }

  function isFinalized(uint256 id) external view returns (bool) { return id <= lastFinalized; }

  function getRequest(uint256 id) external view returns (Request memory) { return requests[id]; }

  function ownerOf(uint256 id) external view returns (address) {
    require(owners[id] != address(0), 'ERC721: invalid token ID');
    return owners[id];
  }
}

/// What Nexus Mutual's NFTs of stakes and their viewer answer, behind their published interfaces. Not their code.
contract NexusStakes {
  struct Deposit { uint256 id; uint256 trancheId; uint256 stake; uint256 shares; uint256 reward; }
  struct Token { uint256 id; uint256 poolId; uint256 activeStake; uint256 expiredStake; uint256 rewards; Deposit[] deposits; }

  uint256 private constant TRANCHE = 91 days;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(uint256 => address) public ownerOf;
  mapping(uint256 => Deposit[]) private deposits;
  bool private isProcessed;

  function mint() external {
    ownerOf[++totalSupply] = msg.sender;
    balanceOf[msg.sender]++;
  }

  function deposit(uint256 id, uint256 trancheId, uint256 stake, uint256 reward) external {
    deposits[id].push(Deposit(id, trancheId, stake, stake, reward));
  }

  function processExpirationsFor(uint256[] calldata) external { isProcessed = true; }

  function getTokens(uint256[] calldata ids) external view returns (Token[] memory tokens) {
    require(isProcessed, 'Tranche expired but expirations were not processed');
    tokens = new Token[](ids.length);
    for (uint256 at; at < ids.length; at++) {
      (tokens[at].id, tokens[at].poolId, tokens[at].deposits) = (ids[at], 7, deposits[ids[at]]);
      for (uint256 each; each < tokens[at].deposits.length; each++) {
        Deposit memory one = tokens[at].deposits[each];
        if (one.trancheId < block.timestamp / TRANCHE) tokens[at].expiredStake += one.stake;
        else tokens[at].activeStake += one.stake;
        tokens[at].rewards += one.reward;
      }
    }
  }

  function multicall(bytes[] calldata calls) external returns (bytes[] memory results) {
    results = new bytes[](calls.length);
    for (uint256 at; at < calls.length; at++) {
      (bool ok, bytes memory result) = address(this).delegatecall(calls[at]);
      require(ok, 'call');
      results[at] = result;
    }
  }
}
