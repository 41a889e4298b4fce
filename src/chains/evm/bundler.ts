import type { Hex } from '../address.ts'
import { type Block, isCurrent } from './block.ts'
import type { Call } from './call.ts'
import {
  type Bundled,
  type BundledReply,
  type ChainTarget,
  decodeDeployless,
  decodeMulticall,
  encodeDeployless,
  encodeMulticall,
  isOfOtherChain,
} from './multicall.ts'
import type { CallOutcome, CallTransport, EthCall } from './transport.ts'

/** The decoded answer to a bundle, or why no node gave one. */
export type Bundling = { kind: 'bundled'; bundled: Bundled } | CallOutcome

/** The replies of a bundle, or null when no node gave an accepted answer. */
export function repliesIn(bundling: Bundling): BundledReply[] | null {
  return bundling.kind === 'bundled' ? bundling.bundled.replies : null
}

/**
 * Which answers count. `nowMs`: those that were recent then, in milliseconds since 1970; the first one fixes the block of the later ones,
 * where the chain's nodes can do that. `fixed`: only those of this very block.
 */
export type BlockPolicy = { nowMs: number } | { fixed: Block }

export interface BundleOptions extends Pick<EthCall, 'overrides'> {
  /** By code that is not deployed instead of Multicall3. */
  isDeployless?: boolean
  /** Judges the replies; another node is asked when they are not accepted. */
  accept?: (replies: BundledReply[]) => boolean
}

/** Sends bundles of calls. */
export interface Bundler {
  /** Sends calls as one request. */
  bundle: (calls: readonly Call[], options?: BundleOptions) => Promise<Bundling>
  /** Sends one call unbundled, with its sender; null while no block is known to read it at. */
  callFrom: (call: Call) => Promise<CallOutcome | null>
  /** The block of the first accepted answer. */
  block: () => Block | null
  /** The block of an answer that was refused because its node is behind; null when there was none. */
  staleBlock: () => Block | null
  /** False when a later answer came from another block. */
  isOneBlock: () => boolean
}

/** Creates the bundler of one chain. An answer of another chain or of a block that does not count is refused, and the next node is asked. */
export function createBundler(
  chain: ChainTarget,
  transport: CallTransport,
  policy: BlockPolicy,
): Bundler {
  const fixed = 'fixed' in policy ? policy.fixed : null
  let block = fixed
  let staleBlock: Block | null = null
  let isOneBlock = true

  const send = async (ethCall: Omit<EthCall, 'block'>): Promise<CallOutcome> => {
    const isPinned = isOneBlock && !chain.readsNewestOnly
    const at = fixed ?? (isPinned ? block : null)
    const outcome = await transport.call({ ...ethCall, block: at ? tagOf(at) : 'latest' })
    if (outcome.kind !== 'unknown-block' || fixed || !at) return outcome
    // The block was pruned, or the nodes are behind it: later answers come from another block, and `isOneBlock` says so.
    isOneBlock = false
    return transport.call({ ...ethCall, block: 'latest' })
  }

  const bundle: Bundler['bundle'] = async (calls, options = {}) => {
    const { isDeployless = false, overrides, accept } = options
    const accepted: Bundled[] = []
    const outcome = await send({
      request: isDeployless ? encodeDeployless(chain, calls) : encodeMulticall(chain, calls),
      doubtRevert: true,
      isHeavy: calls.some((each) => each.isHeavy),
      ...(overrides && { overrides }),
      accept: (data) => {
        const decode = isDeployless ? decodeDeployless : decodeMulticall
        const bundled = decode(chain, calls.length, data)
        if (bundled === null) return isOfOtherChain(chain, data) ? 'other-chain' : 'refused'
        if (!counts(bundled.block, chain, policy)) {
          staleBlock = bundled.block
          return 'stale'
        }
        if (accept?.(bundled.replies) === false) return 'refused'
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

function counts({ number, time }: Block, chain: ChainTarget, policy: BlockPolicy): boolean {
  if ('nowMs' in policy) return isCurrent({ number, time }, chain.maxLagSeconds, policy.nowMs)
  return number === policy.fixed.number && time === policy.fixed.time
}

/** A block as a parameter of a request. */
export function tagOf({ number }: Pick<Block, 'number'>): Hex {
  return `0x${number.toString(16)}`
}
