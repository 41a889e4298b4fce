import { type Address, type Hex, ZERO_ADDRESS } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import { lensCode } from './lens-code.ts'
import compiled from './members.json' with { type: 'json' }

const CODE = lensCode(compiled)
const HELD =
  'function held((address registry, bytes4 listing, bytes4 count, bytes4 item, uint256 first, bytes list, address asker, bytes4 question, uint8 words, bytes4 detail, uint8 details, address owner, uint256 skip, uint256 max) request) view returns (uint256 total, uint256 unread, (address member, uint256[4] words)[] found)'

const NONE: Hex = '0x00000000'
const NO_ADDRESS: Address = ZERO_ADDRESS
const NO_LIST: Hex = '0x'

/** What is not asked unless it is given. */
const NOTHING = {
  registry: NO_ADDRESS,
  listing: NONE,
  count: NONE,
  item: NONE,
  first: 0n,
  list: NO_LIST,
  asker: NO_ADDRESS,
  detail: NONE,
  details: 0,
  skip: 0n,
}

/** Who is asked what; each field is described in `Members.sol`. */
export interface MembersRequest extends Partial<typeof NOTHING> {
  question: Hex
  words: number
  owner: Address
  max: bigint
}

/**
 * Asks which contracts of a registry have something of an owner: `Members.sol` is run from its creation code, never deployed. A few hundred
 * members cost a node no more than the lens of balances, so it is sent with the others.
 */
export function askMembers(request: MembersRequest): Call {
  const whole = { ...NOTHING, ...request }
  return { ...call(whole.registry, HELD, [whole]), code: CODE }
}

/** The contracts that have something. Throws `Unreadable` when the registry did not answer, or the answer is too long. */
export function readMembers(reply: Reply | undefined) {
  const [total, unread, found] = decodeOrThrow(reply, HELD)
  return { total, unread, found }
}
