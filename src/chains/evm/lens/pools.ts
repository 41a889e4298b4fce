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

/** What a registry is asked; each field is described in `Pools.sol`, and what is not given is not asked. */
export interface PoolsRequest {
  registry?: Address
  list?: Hex
  lpOf?: Hex
  count?: Hex
  item?: Hex
  tokenWord?: number
  holderWord?: number
  recordOf?: Hex
  stakeOf?: Hex
  tokenOf?: Hex
  gauges?: Address
  gaugeOf?: Hex
  olderGauges?: Address
  keys?: Address
  keyOf?: Hex
  coins?: boolean
  skip: bigint
  max: bigint
}

/** Hex digits before that word: the selector, the offset of the request, and its fields before `owner`. */
const OWNER_AT = 10 + 64 + 16 * 64
const OWNER_END = OWNER_AT + 64

/** Asks in which pools of a registry an owner has a balance: `Pools.sol` is run from its creation code, never deployed. */
export function askPools(request: PoolsRequest, owner: Address, isHeavy: boolean): Call {
  const to = request.registry ?? ZERO_ADDRESS
  const [before, after] = encoded(request)
  const data: Hex = `${before}${owner.slice(2).padStart(64, '0')}${after}`
  return { to, data, code: CODE, ...(isHeavy && { isHeavy }) }
}

/** The calldata of a request before the word of the owner and after it. */
const encoded = memoizeWeak((request: PoolsRequest): [before: Hex, after: string] => {
  const whole = {
    registry: ZERO_ADDRESS,
    list: '0x',
    lpOf: NONE,
    count: NONE,
    item: NONE,
    tokenWord: 255,
    holderWord: 255,
    recordOf: NONE,
    stakeOf: NONE,
    tokenOf: NONE,
    gauges: ZERO_ADDRESS,
    gaugeOf: NONE,
    olderGauges: ZERO_ADDRESS,
    keys: ZERO_ADDRESS,
    keyOf: NONE,
    coins: false,
    ...request,
    owner: ZERO_ADDRESS,
  } as const
  const data = encodeCall(HELD, [whole])
  return [`0x${data.slice(2, OWNER_AT)}`, data.slice(OWNER_END)]
})

/** The pools with a balance. Throws `Unreadable` when the registry did not answer, or the answer is too long. */
export function readPools(reply: Reply | undefined) {
  const [total, unread, found] = decodeOrThrow(reply, HELD)
  return { total, unread, found }
}

export type HeldPool = ReturnType<typeof readPools>['found'][number]
