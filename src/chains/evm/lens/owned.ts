import type { Address, Hex } from '../../address.ts'
import { createEncoder } from '../abi-codec.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import { lensCode } from './lens-code.ts'
import compiled from './owned.json' with { type: 'json' }

const CODE = lensCode(compiled)
const OWNED =
  'function owned(address collection, bytes4 counter, address owner, uint256 skip, uint256 count) view returns (uint256[] found)'
/** NFTs in one call, at about 5,000 gas each. */
const PER_CALL = 5000
const CALLS = 4
const encode = createEncoder([{ type: 'uint256[]' }])

/**
 * Asks for an owner's NFTs among the newest 20,000 of a collection. `counter` is the selector of the getter of its last id or the one after
 * it. `Owned.sol` is run from its creation code, never deployed.
 */
export function askOwned(collection: Address, counter: Hex, owner: Address): Call[] {
  return Array.from({ length: CALLS }, (_, at) => {
    const args = [collection, counter, owner, BigInt(at * PER_CALL), BigInt(PER_CALL)] as const
    return {
      ...call(collection, OWNED, args),
      code: CODE,
      isHeavy: true,
      owned: { collection, owner },
    }
  })
}

/** What the lens would answer with these ids. */
export function encodeOwned(ids: readonly bigint[]): Hex {
  return `0x${encode([ids])}`
}

/** The ids, the newest first. At most 200 of each call. Throws `Unreadable`. */
export function readOwned(replies: readonly (Reply | undefined)[]): bigint[] {
  return replies.flatMap((reply) => decodeOrThrow(reply, OWNED))
}
