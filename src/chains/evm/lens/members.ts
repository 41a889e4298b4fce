import { type Address, type Hex, ZERO_ADDRESS } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import { lensCode } from './lens-code.ts'
import compiled from './members.json' with { type: 'json' }

const CODE = lensCode(compiled)
const HELD =
  'function held((address registry, bytes4 listing, bytes4 count, bytes4 item, uint256 first, bytes list, address asker, bytes4 question, uint8 words, bytes4 detail, uint8 details, address owner, uint256 skip, uint256 max) request) view returns (uint256 total, uint256 unread, (address member, uint256[4] words)[] found)'

const NONE: Hex = '0x00000000'

/** Who is asked what; each field is described in `Members.sol`, and what is not given is not asked. */
export interface MembersRequest {
  registry?: Address
  listing?: Hex
  count?: Hex
  item?: Hex
  first?: bigint
  list?: Hex
  asker?: Address
  question: Hex
  words: number
  detail?: Hex
  details?: number
  owner: Address
  skip?: bigint
  max: bigint
}

/**
 * Asks which contracts of a registry have something of an owner: `Members.sol` is run from its creation code, never deployed. A few hundred
 * members cost a node no more than the lens of balances, so it is sent with the others.
 */
export function askMembers(request: MembersRequest): Call {
  const whole = {
    registry: ZERO_ADDRESS,
    listing: NONE,
    count: NONE,
    item: NONE,
    first: 0n,
    list: '0x',
    asker: ZERO_ADDRESS,
    detail: NONE,
    details: 0,
    skip: 0n,
    ...request,
  } as const
  return { ...call(whole.registry, HELD, [whole]), code: CODE }
}

/** The contracts that have something. Throws `Unreadable` when the registry did not answer, or the answer is too long. */
export function readMembers(reply: Reply | undefined) {
  const [total, unread, found] = decodeOrThrow(reply, HELD)
  return { total, unread, found }
}
