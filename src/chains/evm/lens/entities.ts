import type { Address } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import compiled from './entities.json' with { type: 'json' }
import { lensCode } from './lens-code.ts'

const CODE = lensCode(compiled)
const HELD =
  'function held(address factory, address collaterals, address owner, uint256 skip, uint256 count, uint256 epochs) view returns (uint256 total, uint256 unread, (address entity, address token, uint256 amount, uint256 epoch, uint256 unlocksAt)[] found)'

export interface EntitiesRequest {
  factory: Address
  /** The factory of default collateral. */
  collaterals: Address
  owner: Address
  skip: number
  count: number
  /** How many epochs before a vault's next one are searched for withdrawals. */
  epochs: number
}

/** Asks what an owner has in the contracts of a factory of Symbiotic: `Entities.sol` is run from its creation code, never deployed. */
export function askEntities(asked: EntitiesRequest): Call {
  const { factory, collaterals, owner, skip, count, epochs } = asked
  const args = [factory, collaterals, owner, BigInt(skip), BigInt(count), BigInt(epochs)] as const
  return { ...call(factory, HELD, args), code: CODE, isHeavy: true }
}

/** The amounts that were found, in seconds since 1970 where they are withdrawals. Throws `Unreadable`. */
export function readEntities(reply: Reply | undefined) {
  const [total, unread, found] = decodeOrThrow(reply, HELD)
  return { total, unread, found }
}
