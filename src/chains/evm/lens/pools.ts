import { type Address, type Hex, ZERO_ADDRESS } from '../../address.ts'
import { memoizeWeak } from '../../memoize-weak.ts'
import { type Call, decodeOrThrow, type Reply } from '../call.ts'
import { encodeCall } from '../viem.ts'
import { lensCode } from './lens-code.ts'
import compiled from './pools.json' with { type: 'json' }

const CODE = lensCode(compiled)
const HELD =
  'function held((address registry, bytes list, bytes4 lpOf, bytes4 count, bytes4 item, uint8 tokenWord, uint8 holderWord, bytes4 recordOf, bytes4 stakeOf, bytes4 tokenOf, address gauges, bytes4 gaugeOf, address olderGauges, address keys, bytes4 keyOf, bool coins, address owner, uint256 skip, uint256 max) request) view returns (uint256 total, uint256 unread, (address pool, address token, address holder, bytes32 key, uint256 loose, uint256 staked, address[] coins, uint256[] balances)[] found)'

const NONE: Hex = '0x00000000'
const NO_ADDRESS: Address = ZERO_ADDRESS
const NO_LIST: Hex = '0x'
/** No word of a record. */
const NO_WORD = 255

/** What is not asked unless it is given. */
const NOTHING = {
  registry: NO_ADDRESS,
  list: NO_LIST,
  lpOf: NONE,
  count: NONE,
  item: NONE,
  tokenWord: NO_WORD,
  holderWord: NO_WORD,
  recordOf: NONE,
  stakeOf: NONE,
  tokenOf: NONE,
  gauges: NO_ADDRESS,
  gaugeOf: NONE,
  olderGauges: NO_ADDRESS,
  keys: NO_ADDRESS,
  keyOf: NONE,
  coins: false,
}

/** What a registry is asked; each field is described in `Pools.sol`. */
export interface PoolsRequest extends Partial<typeof NOTHING> {
  skip: bigint
  max: bigint
}

/** Hex digits before that word: the selector, the offset of the request, and its fields before `owner`. */
const OWNER_AT = 10 + 64 + 16 * 64
const OWNER_END = OWNER_AT + 64

/** Asks in which pools of a registry an owner has a balance: `Pools.sol` is run from its creation code, never deployed. */
export function askPools(
  request: PoolsRequest,
  owner: Address,
  { isHeavy, overrides }: Pick<Call, 'overrides'> & { isHeavy: boolean },
): Call {
  const to = request.registry ?? ZERO_ADDRESS
  const [before, after] = encoded(request)
  const data: Hex = `${before}${owner.slice(2).padStart(64, '0')}${after}`
  return { to, data, code: CODE, ...(isHeavy && { isHeavy }), ...(overrides && { overrides }) }
}

/** The calldata of a request before the word of the owner and after it. */
const encoded = memoizeWeak((request: PoolsRequest): [before: Hex, after: string] => {
  const whole = { ...NOTHING, ...request, owner: NO_ADDRESS }
  const data = encodeCall(HELD, [whole])
  return [`0x${data.slice(2, OWNER_AT)}`, data.slice(OWNER_END)]
})

/** The pools with a balance. Throws `Unreadable` when the registry did not answer, or the answer is too long. */
export function readPools(reply: Reply | undefined) {
  const [total, unread, found] = decodeOrThrow(reply, HELD)
  return { total, unread, found }
}

export type HeldPool = ReturnType<typeof readPools>['found'][number]
