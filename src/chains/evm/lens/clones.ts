import type { Address } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import compiled from './clones.json' with { type: 'json' }
import { lensCode } from './lens-code.ts'

const CODE = lensCode(compiled)
const OWNED =
  'function owned(address factory, address owner, uint256 first, uint256 count) view returns (uint256 made, address[] found)'

/** Asks which of the accounts that a factory made are an owner's: `Clones.sol` is run from its creation code, never deployed. */
export function askClones(factory: Address, owner: Address, first: number, count: number): Call {
  const args = [factory, owner, BigInt(first), BigInt(count)] as const
  return { ...call(factory, OWNED, args), code: CODE, isHeavy: true }
}

/** How many accounts the factory made, and those of the owner in the part that was asked for. Throws `Unreadable`. */
export function readClones(reply: Reply | undefined): { made: bigint; found: readonly Address[] } {
  const [made, found] = decodeOrThrow(reply, OWNED)
  return { made, found }
}
