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

/** Runtime code of `owner-reader.yul` for the Paris fork, so that it runs where PUSH0 is unknown. */
export const OWNER_READER: Hex =
  '0x602038601f1901813960243560443581039060809060043560601b905b611980831084821116604157826020604052607f19810160051c606052603f19016040f35b806000528160406000205460601b14605c575b60001901601c565b918083602092520191605456'
const OLDER =
  'function owned(address owner, uint256 id, uint256 count) view returns (uint256[] found)'
/** Slots in one call, at about 2,250 gas each. */
const OLDER_PER_CALL = 10_000
const OLDER_CALLS = 18

/**
 * Asks for an owner's NFTs among the 180,000 before those, by the slot of the collection's mapping from ids to owners. `next` is the id
 * after the last one. A node that does not let code be replaced has not searched.
 */
export function askOlder(
  { collection, slot, next }: { collection: Address; slot: number; next: bigint },
  owner: Address,
): Call[] {
  const code: Hex = `${OWNER_READER}${slot.toString(16).padStart(64, '0')}`
  const newest = next - BigInt(CALLS * PER_CALL)
  return Array.from({ length: OLDER_CALLS }, (_, at) => newest - BigInt(at * OLDER_PER_CALL))
    .filter((id) => id > 0n)
    .map((id) => {
      const count = id < OLDER_PER_CALL ? id : BigInt(OLDER_PER_CALL)
      return {
        ...call(collection, OLDER, [owner, id, count]),
        overrides: { [collection]: { code } },
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
