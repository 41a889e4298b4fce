import type { Address } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import { lensCode } from './lens-code.ts'
import compiled from './locks.json' with { type: 'json' }

const CODE = lensCode(compiled)
const LOCKS =
  'function locks(address locker, address owner) view returns (uint256 unread, (address token, uint256 id, uint256 amount, uint256 unlocksAt, address token0, address token1, uint256 balance0, uint256 balance1, uint256 supply)[] found)'

/** Asks for the locks of an owner in a locker of UNCX: `Locks.sol` is run from its creation code, never deployed. */
export function askLocks(locker: Address, owner: Address): Call {
  return { ...call(locker, LOCKS, [locker, owner]), code: CODE, isHeavy: true }
}

/** The locks, with the end of each in seconds since 1970. Throws `Unreadable`. */
export function readLocks(reply: Reply | undefined) {
  const [unread, found] = decodeOrThrow(reply, LOCKS)
  return { unread, found }
}
