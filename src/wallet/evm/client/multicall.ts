import type { Address, Hex } from '../../model/address.ts'
import { decodeAggregate, encodeAggregate, encodeTargets } from './aggregate.ts'
import type { Block } from './block.ts'
import type { Call } from './call.ts'
import { decodeReply, encodeCall } from './viem.ts'

/** The address of Multicall3 on almost every chain (github.com/mds1/multicall3). */
export const MULTICALL3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
const ARB_SYS: Address = '0x0000000000000000000000000000000000000064'
/** Arbitrum One and Nova: there, `block.number` is about the number of Ethereum's block (docs.arbitrum.io, "Block numbers and time"). */
const ARBITRUM = [42161, 42170]
/** Many small answers, or a few long ones. */
const MAX_BUNDLE_BYTES = 4_000_000

/** Creation code of `fixtures/contracts/bundle.sol` for the Paris fork, so that it runs where PUSH0 is unknown. */
export const BUNDLE_CODE: Hex =
  '0x608060405234801561001057600080fd5b5060405161053c38038061053c83398101604081905261002f91610307565b600081516001600160401b0381111561004a5761004a61020a565b60405190808252806020026020018201604052801561009057816020015b6040805180820190915260008152606060208201528152602001906001900390816100685790505b50905060005b82518110156101d75760008382815181106100b3576100b361045d565b602002602001015160000151905060008483815181106100d5576100d561045d565b602002602001015160400151905060008151111561010d578051602082016000f091506001600160a01b03821661010d5750506101cf565b816001600160a01b03168584815181106101295761012961045d565b6020026020010151602001516040516101429190610473565b6000604051808303816000865af19150503d806000811461017f576040519150601f19603f3d011682016040523d82523d6000602084013e610184565b606091505b508585815181106101975761019761045d565b60200260200101516000018686815181106101b4576101b461045d565b60200260200101516020018290528215151515815250505050505b600101610096565b506000464342846040516020016101f1949392919061048f565b6040516020818303038152906040529050805160208201f35b634e487b7160e01b600052604160045260246000fd5b604051606081016001600160401b03811182821017156102425761024261020a565b60405290565b604051601f8201601f191681016001600160401b03811182821017156102705761027061020a565b604052919050565b60005b8381101561029357818101518382015260200161027b565b50506000910152565b600082601f8301126102ad57600080fd5b81516001600160401b038111156102c6576102c661020a565b6102d9601f8201601f1916602001610248565b8181528460208386010111156102ee57600080fd5b6102ff826020830160208701610278565b949350505050565b60006020828403121561031957600080fd5b81516001600160401b0381111561032f57600080fd5b8201601f8101841361034057600080fd5b80516001600160401b038111156103595761035961020a565b8060051b61036960208201610248565b9182526020818401810192908101908784111561038557600080fd5b6020850192505b838310156104525782516001600160401b038111156103aa57600080fd5b85016060818a03601f190112156103c057600080fd5b6103c8610220565b60208201516001600160a01b03811681146103e257600080fd5b815260408201516001600160401b038111156103fd57600080fd5b61040c8b60208386010161029c565b60208301525060608201516001600160401b0381111561042b57600080fd5b61043a8b60208386010161029c565b6040830152508352506020928301929091019061038c565b979650505050505050565b634e487b7160e01b600052603260045260246000fd5b60008251610485818460208701610278565b9190910192915050565b6000608082018683528560208401528460408401526080606084015280845180835260a08501915060a08160051b86010192506020860160005b8281101561052c57609f19878603018452815180511515865260208101519050604060208701528051806040880152610509816060890160208501610278565b601f01601f191695909501606001945060209384019391909101906001016104c9565b5092999850505050505050505056fe'

/** The chain that is read. */
export interface ChainTarget {
  chainId: number
  multicall3?: Address
  /** A node whose newest block is older than this has fallen behind. */
  maxLagSeconds: number
  /** The nodes read at no other block than their newest. */
  readsNewestOnly?: true
  /** False where an `eth_call` cannot run code that is not deployed. */
  runsCode?: false
}

/** A contract's reply within a bundle. `data` is the revert data if it reverted; it is empty when it ran out of gas or gave none. */
export interface BundledReply {
  ok: boolean
  data: Hex
}

export interface Bundled {
  block: Block
  replies: BundledReply[]
}

/** No chain has such a block number, and no clock such a time (year 2242). */
const MAX_NUMBER = BigInt(Number.MAX_SAFE_INTEGER)
const MAX_TIME = 2n ** 33n

const GET_CHAIN_ID = 'function getChainId() view returns (uint256 chainid)'
const GET_TIMESTAMP = 'function getCurrentBlockTimestamp() view returns (uint256 timestamp)'
const ARB_BLOCK_NUMBER = 'function arbBlockNumber() view returns (uint256)'
/** Where the one argument of the constructor of `Bundle` begins. */
const OFFSET = '20'.padStart(64, '0')
/** What the constructor returns, written as a function. */
const BUNDLE =
  'function bundle() returns (uint256 chainId, uint256 blockNumber, uint256 timestamp, (bool ok, bytes data)[] results)'

interface Target {
  to: Address
  data: Hex
}

function arbitrumCalls(chain: ChainTarget): Target[] {
  return ARBITRUM.includes(chain.chainId)
    ? [{ to: ARB_SYS, data: encodeCall(ARB_BLOCK_NUMBER, []) }]
    : []
}

/** Many calls as one, through Multicall3. It also returns the chain id, because a URL can belong to another chain, and the time. */
export function encodeMulticall(chain: ChainTarget, calls: readonly Call[]): Target {
  const to = chain.multicall3 ?? MULTICALL3
  const own = [GET_CHAIN_ID, GET_TIMESTAMP].map((each) => ({ to, data: encodeCall(each, []) }))
  return { to, data: encodeAggregate([...own, ...arbitrumCalls(chain), ...calls]) }
}

/** The replies in the order of the calls, or null when the bytes are not this chain's answer to that many calls. */
export function decodeMulticall(chain: ChainTarget, count: number, data: Hex): Bundled | null {
  return attempt(() => {
    if (data.length > 2 * MAX_BUNDLE_BYTES) return null
    const aggregated = decodeAggregate(data)
    if (aggregated === null) return null
    const { blockNumber, replies } = aggregated
    const [chainId, time] = replies.splice(0, 2)
    if (!chainId?.ok || decodeReply(GET_CHAIN_ID, chainId.data) !== BigInt(chain.chainId))
      return null
    if (!time?.ok) return null
    return bundled(chain, count, [blockNumber, decodeReply(GET_TIMESTAMP, time.data)], replies)
  })
}

/** True when the bytes are the answer of another chain. */
export function isOfOtherChain(chain: ChainTarget, data: Hex): boolean {
  const id = attempt(() => {
    const [chainId] =
      data.length > 2 * MAX_BUNDLE_BYTES ? [] : (decodeAggregate(data)?.replies ?? [])
    return chainId?.ok ? decodeReply(GET_CHAIN_ID, chainId.data) : null
  })
  return id !== null && id !== BigInt(chain.chainId)
}

/** The same without Multicall3, and for `code` that is not deployed: the data of an `eth_call` that has no `to`. */
export function encodeDeployless(chain: ChainTarget, calls: readonly Call[]): { data: Hex } {
  const all: (Target & { code?: Hex })[] = [...arbitrumCalls(chain), ...calls]
  const items = encodeTargets(all.map(({ to, data, code = '0x' }) => [to, data, code]))
  return { data: `${BUNDLE_CODE}${OFFSET}${items}` }
}

/** As `decodeMulticall`. */
export function decodeDeployless(chain: ChainTarget, count: number, data: Hex): Bundled | null {
  return attempt(() => {
    const [chainId, number, time, rows] = decodeReply(BUNDLE, data, MAX_BUNDLE_BYTES)
    if (chainId !== BigInt(chain.chainId)) return null
    return bundled(chain, count, [number, time], [...rows])
  })
}

function bundled(
  chain: ChainTarget,
  count: number,
  [ofEvm, time]: [number: bigint, time: bigint],
  replies: BundledReply[],
): Bundled | null {
  const [arbitrum] = replies.splice(0, arbitrumCalls(chain).length)
  const number = arbitrum ? decodeReply(ARB_BLOCK_NUMBER, arbitrum.data) : ofEvm
  if (replies.length !== count || number > MAX_NUMBER || time > MAX_TIME) return null
  return { block: { number, time: Number(time) }, replies }
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
