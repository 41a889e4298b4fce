import * as z from 'zod'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { Unreadable } from '../../model/unreadable.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../client/call.ts'
import type { Driver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask, ratio } from './reading.ts'
import { unseenPart } from './unseen-part.ts'

const COUNT = 'function n_collaterals() view returns (uint256)'
const CONTROLLER = 'function controllers(uint256 at) view returns (address)'
const EXISTS = 'function loan_exists(address user) view returns (bool)'
const STATE = 'function user_state(address user) view returns (uint256[4])'
const HEALTH = 'function health(address user, bool full) view returns (int256)'
const PRICES = 'function user_prices(address user) view returns (uint256[2])'
const PRICE = 'function amm_price() view returns (uint256)'

const WAD = 10n ** 18n
/** Markets that were opened after the list was made and are still asked whether they have a loan. */
const MAX_NEW = 20n

/** Loans in crvUSD: one controller for each collateral. */
export const curveLoanEntry = entryBase.extend({
  driver: z.literal('curve-loan'),
  /** Counts the controllers, so that one that is not listed is noticed. */
  factory: address,
  controllers: z.array(z.strictObject({ address, collateral: token })).min(1),
  borrowed: token,
})
export type CurveLoanEntry = z.infer<typeof curveLoanEntry>
type Market = CurveLoanEntry['controllers'][number]

/** One finding for each loan. A loan at a controller that is not listed makes the protocol one that was not read in full. */
export const curveLoan: Driver<CurveLoanEntry> = function* (entry, owner) {
  const { factory, controllers } = entry
  const [countReply, ...first] = yield [
    call(factory, COUNT, []),
    ...controllers.map((each) => call(each.address, EXISTS, [owner])),
  ]
  const count = decodeOrThrow(countReply, COUNT)
  const listed = BigInt(controllers.length)
  if (count < listed || count > listed + MAX_NEW)
    throw new Unreadable(`The factory has ${count} controllers, not about ${listed}`)
  const lent = controllers.filter((_, at) => decodeOrThrow(first[at], EXISTS))
  const newer = Array.from({ length: Number(count - listed) }, (_, at) => listed + BigInt(at))

  const second = yield* ask([
    ...lent.flatMap((each): Call[] => [
      call(each.address, STATE, [owner]),
      call(each.address, HEALTH, [owner, true]),
      call(each.address, PRICES, [owner]),
      call(each.address, PRICE, []),
    ]),
    ...newer.map((at) => call(factory, CONTROLLER, [at])),
  ])
  const unlisted = newer.map((_, at) => decodeOrThrow(second[4 * lent.length + at], CONTROLLER))
  const third = yield* ask(unlisted.map((each) => call(each, EXISTS, [owner])))
  const hasUnlisted = unlisted.some((_, at) => decodeOrThrow(third[at], EXISTS))
  return [
    ...lent.map((each, at) => loan(entry, each, second.slice(4 * at, 4 * at + 4))),
    ...(hasUnlisted ? [unseenPart(entry)] : []),
  ]
}

/**
 * A loan. Within the range of its prices the collateral is sold for crvUSD bit by bit, so part of it may be crvUSD already, and the
 * price at which that begins is told as that of the liquidation.
 */
function loan(entry: CurveLoanEntry, { collateral }: Market, replies: Reply[]): Finding {
  const [state, health, prices, price] = replies
  const [held, sold, debt] = decodeOrThrow(state, STATE)
  if (debt === 0n) throw new Unreadable('A loan without a debt')
  // These two ask the price feed, which may fail while the loan stands.
  const healthOf = tryDecode(health, HEALTH)
  const priceOf = tryDecode(price, PRICE)
  const upper = tryDecode(prices, PRICES)?.[0] ?? null
  const worth = priceOf === null ? 0n : (held * priceOf) / 10n ** BigInt(collateral.decimals) + sold
  return positionOf(entry, {
    market: `${collateral.symbol}/${entry.borrowed.symbol}`,
    legs: [
      ...legsOf('collateral', collateral, held, true),
      ...legsOf('collateral', entry.borrowed, sold, true),
      ...legsOf('borrow', entry.borrowed, debt),
    ],
    // The contract liquidates when its own health falls to 0.
    healthFactor: healthOf === null ? null : signedRatio(WAD + healthOf),
    loan: {
      ltv: worth === 0n ? null : ratio(debt, worth),
      liquidationLtv: null,
      liquidationPrice: upper === null ? null : ratio(upper, WAD),
    },
  })
}

function signedRatio(value: bigint): number {
  return value > 0n ? ratio(value, WAD) : 0
}
