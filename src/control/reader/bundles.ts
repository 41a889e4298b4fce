import type { Address, Hex } from '../../chains/address.ts'
import type { Block } from '../../chains/evm/block.ts'
import { chunkCalls } from '../../chains/evm/chunks.ts'
import {
  type BundledReply,
  type ChainTarget,
  decodeMulticall,
  encodeMulticall,
  isOfOtherChain,
} from '../../chains/evm/multicall.ts'
import type { CallTransport, EthCall } from '../../chains/evm/transport.ts'

interface Target {
  to: Address
  data: Hex
}

export interface Bundles {
  /** The replies of one request through Multicall3, or null when no node gave an answer that `accept` takes. */
  ask(
    calls: readonly Target[],
    options?: { overrides?: EthCall['overrides']; accept?: (replies: BundledReply[]) => boolean },
  ): Promise<BundledReply[] | null>
}

/**
 * Bundles calls through Multicall3 at one block. An answer for another chain, another block or another time is refused, and the next
 * node is asked.
 */
export function createBundles(chain: ChainTarget, transport: CallTransport, block: Block): Bundles {
  const tag: Hex = `0x${block.number.toString(16)}`
  return {
    ask: async (calls, { overrides, accept = () => true } = {}) => {
      let taken: BundledReply[] | null = null
      const outcome = await transport.call({
        request: encodeMulticall(chain, calls),
        block: tag,
        doubtRevert: true,
        ...(overrides && { overrides }),
        accept: (data) => {
          const bundled = decodeMulticall(chain, calls.length, data)
          if (bundled === null) return isOfOtherChain(chain, data) ? 'other-chain' : 'refused'
          const { number, time } = bundled.block
          if (number !== block.number || time !== block.time) return 'stale'
          if (!accept(bundled.replies)) return 'refused'
          taken = bundled.replies
          return 'accepted'
        },
      })
      return outcome.kind === 'result' ? taken : null
    },
  }
}

/**
 * Calls and bytes of one request. Some two hundred getters take a few million gas, and nodes allow ten million or more. A contract that
 * uses up the gas of the others costs one more request.
 */
const LIMITS = { bytes: 16_384, calls: 200 }

/** Calls in as few requests as the limits allow. */
export function callChunks<T extends Target>(calls: readonly T[]): T[][] {
  return chunkCalls(calls, (call) => call, LIMITS)
}
