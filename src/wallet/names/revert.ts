import { decodeReply } from '../evm/client/viem.ts'
import type { Hex } from '../model/address.ts'

/** What a name may have us read: a look-up with its gateways is a few hundred bytes. */
const MAX_BYTES = 32 * 1024

/** `OffchainLookup(address,string[],bytes,bytes4,bytes)` (EIP-3668). */
const OFFCHAIN_LOOKUP = '0x556f1830'
/** The gateway that a client plays itself: it asks for each part of a batch on its own (ENSIP-21). */
const BATCH_GATEWAY = 'x-batch-gateway:true'

// What stands after the four bytes of an error or a call is encoded as the results of a function are.
const LOOKUP =
  'function lookup() returns (address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData)'
const BATCH = 'function batch() returns ((address sender, string[] urls, bytes data)[] queries)'

/**
 * The same bytes, if they may be given to viem, all of which the owner of a name can choose: at most 32 KB, in the one form that
 * Solidity writes, and without a batch in a batch. viem follows those without end, and offsets that lead to one place as often
 * as they do: one name took 20 s of the processor. Throws for all others.
 */
export function soberReply(data: Hex): Hex {
  if (data.length > 2 + 2 * MAX_BYTES) throw new Error('A name answers with too many bytes.')
  return data
}

/** As `soberReply`, for what the Universal Resolver reverted with. */
export function soberRevert(data: Hex): Hex {
  soberReply(data)
  if (!data.startsWith(OFFCHAIN_LOOKUP)) return data
  const [, urls, callData] = decodeReply(LOOKUP, argumentsOf(data))
  if (!urls.includes(BATCH_GATEWAY)) return data
  const queries = decodeReply(BATCH, argumentsOf(callData))
  if (queries.some((query) => query.urls.includes(BATCH_GATEWAY))) {
    throw new Error('A name wants a batch of look-ups within another one.')
  }
  return data
}

function argumentsOf(data: Hex): Hex {
  return `0x${data.slice(10)}`
}
