import type { Address, Hex } from '../address.ts'
import type { Block } from './block.ts'
import type { Call } from './call.ts'
import compiled from './lens/bundle.json' with { type: 'json' }
import { lensCode } from './lens/lens-code.ts'
import { decodeReply, encodeCall } from './viem.ts'

/** The address of Multicall3 on almost every chain (github.com/mds1/multicall3). */
export const MULTICALL3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
const ARB_SYS: Address = '0x0000000000000000000000000000000000000064'
/** Arbitrum One and Nova: there, `block.number` is about the number of Ethereum's block (docs.arbitrum.io, "Block numbers and time"). */
const ARBITRUM = [42161, 42170]
/** Many small answers, or a few long ones. */
const MAX_BUNDLE_BYTES = 4_000_000

/** Creation code of `Bundle.sol`: its constructor answers. */
export const BUNDLE_CODE: Hex = lensCode(compiled)

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
const AGGREGATE =
  'function tryBlockAndAggregate(bool requireSuccess, (address to, bytes data)[] calls) returns (uint256 blockNumber, bytes32 blockHash, (bool ok, bytes data)[] replies)'
/** What the constructor of `Bundle` takes and returns, written as a function. */
const BUNDLE =
  'function bundle((address to, bytes data, bytes code)[] items) returns (uint256 chainId, uint256 blockNumber, uint256 timestamp, (bool ok, bytes data)[] results)'
/** Hex digits of a selector after 0x. */
const SELECTOR_END = 10

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
  return { to, data: encodeCall(AGGREGATE, [false, [...own, ...arbitrumCalls(chain), ...calls]]) }
}

/** The replies in the order of the calls, or null when the bytes are not this chain's answer to that many calls. */
export function decodeMulticall(chain: ChainTarget, count: number, data: Hex): Bundled | null {
  return attempt(() => {
    const [blockNumber, , all] = decodeReply(AGGREGATE, data, MAX_BUNDLE_BYTES)
    const [chainId, time, ...replies] = all
    if (!chainId?.ok || decodeReply(GET_CHAIN_ID, chainId.data) !== BigInt(chain.chainId))
      return null
    if (!time?.ok) return null
    return bundled(chain, count, [blockNumber, decodeReply(GET_TIMESTAMP, time.data)], replies)
  })
}

/** True when the bytes are the answer of another chain. */
export function isOfOtherChain(chain: ChainTarget, data: Hex): boolean {
  const id = attempt(() => {
    const [, , [chainId]] = decodeReply(AGGREGATE, data, MAX_BUNDLE_BYTES)
    return chainId?.ok ? decodeReply(GET_CHAIN_ID, chainId.data) : null
  })
  return id !== null && id !== BigInt(chain.chainId)
}

/** The same without Multicall3, and for `code` that is not deployed: the data of an `eth_call` that has no `to`. */
export function encodeDeployless(chain: ChainTarget, calls: readonly Call[]): { data: Hex } {
  const all: (Target & { code?: Hex })[] = [...arbitrumCalls(chain), ...calls]
  const items = all.map(({ to, data, code = '0x' as const }) => ({ to, data, code }))
  return { data: `${BUNDLE_CODE}${encodeCall(BUNDLE, [items]).slice(SELECTOR_END)}` }
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
