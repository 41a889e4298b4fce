import type { Hex } from '../../chains/address.ts'
import { decodeReply } from '../../chains/evm/viem.ts'

/** The largest reply that is read for a name; a look-up with its gateways has a few hundred bytes. */
const MAX_BYTES = 32 * 1024

/** `OffchainLookup(address,string[],bytes,bytes4,bytes)` (EIP-3668). */
const OFFCHAIN_LOOKUP = '0x556f1830'
/** The gateway that the client implements itself, with one request for each part of a batch (ENSIP-21). */
const BATCH_GATEWAY = 'x-batch-gateway:true'

// After its 4-byte selector, an error or a call is encoded like the results of a function.
const LOOKUP =
  'function lookup() returns (address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData)'
const BATCH = 'function batch() returns ((address sender, string[] urls, bytes data)[] queries)'

/**
 * The same bytes, if they are at most 32 KB; otherwise throws. The owner of a name can choose all bytes of a reply, and viem takes time
 * without limit for some of them: one name took 20 s of CPU time.
 */
export function checkReply(data: Hex): Hex {
  if (data.length > 2 + 2 * MAX_BYTES)
    throw new Error(`The reply for the name has more than ${MAX_BYTES} bytes.`)
  return data
}

/**
 * As `checkReply`, for the revert data of the Universal Resolver. Also throws for a look-up that is not exactly as Solidity encodes it,
 * because viem decodes overlapping parts again and again, and for a batch within a batch, which viem follows to any depth.
 */
export function checkRevert(data: Hex): Hex {
  checkReply(data)
  if (!data.startsWith(OFFCHAIN_LOOKUP)) return data
  const [, urls, callData] = decodeReply(LOOKUP, argumentsOf(data))
  if (!urls.includes(BATCH_GATEWAY)) return data
  const queries = decodeReply(BATCH, argumentsOf(callData))
  if (queries.some((query) => query.urls.includes(BATCH_GATEWAY))) {
    throw new Error('The name requests a batch of look-ups within a batch.')
  }
  return data
}

function argumentsOf(data: Hex): Hex {
  return `0x${data.slice(10)}`
}
