import type { Hex } from '../address.ts'
import { type Block, isCurrent } from './block.ts'
import type { Call } from './call.ts'
import {
  type Bundled,
  type ChainTarget,
  decodeDeployless,
  decodeMulticall,
  encodeDeployless,
  encodeMulticall,
} from './multicall.ts'
import type { CallOutcome, CallTransport, EthCall } from './transport.ts'

/** The decoded answer to a bundle, or why no node gave one. */
export type Bundling = { kind: 'bundled'; bundled: Bundled } | CallOutcome

/** Sends bundles of calls, all of them read at the block of the first accepted answer where the chain's nodes can do that. */
export interface Bundler {
  /** Sends calls as one request: through Multicall3, or with `isDeployless` by code that is not deployed. */
  bundle: (calls: readonly Call[], isDeployless: boolean) => Promise<Bundling>
  /** Sends one call unbundled, with its sender; null while no block is known to read it at. */
  callFrom: (call: Call) => Promise<CallOutcome | null>
  /** The block of the first accepted answer. */
  block: () => Block | null
  /** The block of an answer that was refused because its node is behind; null when there was none. */
  staleBlock: () => Block | null
  /** False when a later answer came from another block. */
  isOneBlock: () => boolean
}

/**
 * Creates the bundler of one chain. It refuses an answer whose block was too old at `nowMs`, in milliseconds since 1970.
 */
export function createBundler(
  chain: ChainTarget,
  transport: CallTransport,
  nowMs: number,
): Bundler {
  let block: Block | null = null
  let staleBlock: Block | null = null
  let isOneBlock = true

  const send = async (ethCall: Omit<EthCall, 'block'>): Promise<CallOutcome> => {
    const isPinned = isOneBlock && !chain.readsNewestOnly
    const at = block !== null && isPinned ? tagOf(block) : 'latest'
    const outcome = await transport.call({ ...ethCall, block: at })
    if (outcome.kind !== 'unknown-block' || at === 'latest') return outcome
    // The block was pruned, or the nodes are behind it: later answers come from another block, and `isOneBlock` says so.
    isOneBlock = false
    return transport.call({ ...ethCall, block: 'latest' })
  }

  const bundle = async (calls: readonly Call[], isDeployless: boolean): Promise<Bundling> => {
    const accepted: Bundled[] = []
    const outcome = await send({
      request: isDeployless ? encodeDeployless(chain, calls) : encodeMulticall(chain, calls),
      doubtRevert: true,
      isHeavy: calls.some((each) => each.isHeavy),
      accept: (data) => {
        const decode = isDeployless ? decodeDeployless : decodeMulticall
        const bundled = decode(chain, calls.length, data)
        if (bundled === null) return 'refused'
        if (!isCurrent(bundled.block, chain.maxLagSeconds, nowMs)) {
          staleBlock = bundled.block
          return 'stale'
        }
        accepted.push(bundled)
        return 'accepted'
      },
    })
    const bundled = accepted.at(-1)
    if (outcome.kind !== 'result' || bundled === undefined) return outcome
    block ??= bundled.block
    return { kind: 'bundled', bundled }
  }

  const callFrom = async ({ to, data, from }: Call): Promise<CallOutcome | null> => {
    if (block === null) return null
    return transport.call({ request: { to, data, ...(from && { from }) }, block: tagOf(block) })
  }
  return {
    bundle,
    callFrom,
    block: () => block,
    staleBlock: () => staleBlock,
    isOneBlock: () => isOneBlock,
  }
}

function tagOf({ number }: Block): Hex {
  return `0x${number.toString(16)}`
}
