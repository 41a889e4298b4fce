import { decodeAggregate, encodeAggregate } from './aggregate.ts'
import type { Address, Call, Hex } from './driver.ts'
import { decodeReply, encodeCall } from './viem.ts'

/** Where Multicall3 stands on almost every chain (github.com/mds1/multicall3). */
const MULTICALL3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
const ARB_SYS: Address = '0x0000000000000000000000000000000000000064'
/** Arbitrum One and Nova: there, `block.number` is about the number of Ethereum's block (docs.arbitrum.io, "Block numbers and time"). */
const ARBITRUM = [42161, 42170]
/** Many small answers, or a few long ones. */
const MAX_BUNDLE_BYTES = 4_000_000

/** Creation code of `fixtures/contracts/bundle.sol` for the Paris fork, so that it runs where PUSH0 is unknown. */
export const BUNDLE_CODE: Hex =
  '0x608060405234801561001057600080fd5b5060405161053338038061053383398101604081905261002f91610305565b600081516001600160401b0381111561004a5761004a610208565b60405190808252806020026020018201604052801561009057816020015b6040805180820190915260008152606060208201528152602001906001900390816100685790505b50905060005b82518110156101d75760008382815181106100b3576100b361045b565b602002602001015160000151905060008483815181106100d5576100d561045b565b602002602001015160400151905060008151111561010d578051602082016000f091506001600160a01b03821661010d5750506101cf565b816001600160a01b03168584815181106101295761012961045b565b6020026020010151602001516040516101429190610471565b6000604051808303816000865af19150503d806000811461017f576040519150601f19603f3d011682016040523d82523d6000602084013e610184565b606091505b508585815181106101975761019761045b565b60200260200101516000018686815181106101b4576101b461045b565b60200260200101516020018290528215151515815250505050505b600101610096565b5060004643836040516020016101ef9392919061048d565b6040516020818303038152906040529050805160208201f35b634e487b7160e01b600052604160045260246000fd5b604051606081016001600160401b038111828210171561024057610240610208565b60405290565b604051601f8201601f191681016001600160401b038111828210171561026e5761026e610208565b604052919050565b60005b83811015610291578181015183820152602001610279565b50506000910152565b600082601f8301126102ab57600080fd5b81516001600160401b038111156102c4576102c4610208565b6102d7601f8201601f1916602001610246565b8181528460208386010111156102ec57600080fd5b6102fd826020830160208701610276565b949350505050565b60006020828403121561031757600080fd5b81516001600160401b0381111561032d57600080fd5b8201601f8101841361033e57600080fd5b80516001600160401b0381111561035757610357610208565b8060051b61036760208201610246565b9182526020818401810192908101908784111561038357600080fd5b6020850192505b838310156104505782516001600160401b038111156103a857600080fd5b85016060818a03601f190112156103be57600080fd5b6103c661021e565b60208201516001600160a01b03811681146103e057600080fd5b815260408201516001600160401b038111156103fb57600080fd5b61040a8b60208386010161029a565b60208301525060608201516001600160401b0381111561042957600080fd5b6104388b60208386010161029a565b6040830152508352506020928301929091019061038a565b979650505050505050565b634e487b7160e01b600052603260045260246000fd5b60008251610483818460208701610276565b9190910192915050565b6000606082018583528460208401526060604084015280845180835260808501915060808160051b86010192506020860160005b8281101561052457607f19878603018452815180511515865260208101519050604060208701528051806040880152610501816060890160208501610276565b601f01601f191695909501606001945060209384019391909101906001016104c1565b50929897505050505050505056fe'

/** Which chain is read. Some chains have Multicall3 at another address. */
export interface ChainTarget {
  id: number
  multicall3?: Address
}

/** What a contract said within a bundle. `data` is the reason when it reverted, and empty when it starved or gave none. */
export interface BundledReply {
  ok: boolean
  data: Hex
}

export interface Bundled {
  blockNumber: bigint
  replies: BundledReply[]
}

const GET_CHAIN_ID = 'function getChainId() view returns (uint256 chainid)'
const ARB_BLOCK_NUMBER = 'function arbBlockNumber() view returns (uint256)'
/** The constructor of `Bundle`, written as a function: the same encoding after the selector. */
const BUNDLE =
  'function bundle((address to, bytes data, bytes code)[] items) returns (uint256 chainId, uint256 blockNumber, (bool ok, bytes data)[] results)'

interface Target {
  to: Address
  data: Hex
}

function arbitrumCalls(chain: ChainTarget): Target[] {
  return ARBITRUM.includes(chain.id)
    ? [{ to: ARB_SYS, data: encodeCall(ARB_BLOCK_NUMBER, []) }]
    : []
}

/** Many calls as one, through Multicall3. It is asked for its chain as well, since a URL can belong to another one. */
export function encodeMulticall(chain: ChainTarget, calls: readonly Call[]): Target {
  const to = chain.multicall3 ?? MULTICALL3
  const chainId = { to, data: encodeCall(GET_CHAIN_ID, []) }
  return { to, data: encodeAggregate([chainId, ...arbitrumCalls(chain), ...calls]) }
}

/** The replies in the order of the calls, or null when these bytes are no answer of this chain to so many calls. */
export function decodeMulticall(chain: ChainTarget, count: number, data: Hex): Bundled | null {
  return attempt(() => {
    if (data.length > 2 * MAX_BUNDLE_BYTES) return null
    const aggregated = decodeAggregate(data)
    if (aggregated === null) return null
    const { blockNumber, replies } = aggregated
    const chainId = replies.shift()
    if (!chainId?.ok || decodeReply(GET_CHAIN_ID, chainId.data) !== BigInt(chain.id)) return null
    return bundled(chain, count, blockNumber, replies)
  })
}

/** The same without Multicall3, and for `code` that is not deployed: the data of an `eth_call` that has no `to`. */
export function encodeDeployless(chain: ChainTarget, calls: readonly Call[]): { data: Hex } {
  const all: (Target & { code?: Hex })[] = [...arbitrumCalls(chain), ...calls]
  const items = all.map(({ to, data, code }) => ({ to, data, code: code ?? '0x' }) as const)
  return { data: `${BUNDLE_CODE}${encodeCall(BUNDLE, [items]).slice(10)}` }
}

/** As `decodeMulticall`. */
export function decodeDeployless(chain: ChainTarget, count: number, data: Hex): Bundled | null {
  return attempt(() => {
    const [chainId, number, rows] = decodeReply(BUNDLE, data, MAX_BUNDLE_BYTES)
    if (chainId !== BigInt(chain.id)) return null
    return bundled(chain, count, number, [...rows])
  })
}

function bundled(
  chain: ChainTarget,
  count: number,
  number: bigint,
  replies: BundledReply[],
): Bundled | null {
  const own = replies.splice(0, arbitrumCalls(chain).length)
  if (replies.length !== count) return null
  const [arbitrum] = own
  if (arbitrum === undefined) return { blockNumber: number, replies }
  return { blockNumber: decodeReply(ARB_BLOCK_NUMBER, arbitrum.data), replies }
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
