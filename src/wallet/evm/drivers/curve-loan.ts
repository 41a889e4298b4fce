import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask, ratio, tokenCalls, tokenFrom } from './reading.ts'
import { unseenPart } from './unseen-part.ts'

const COUNTS = {
  n_collaterals: 'function n_collaterals() view returns (uint256)',
  market_count: 'function market_count() view returns (uint256)',
} as const
const CONTROLLER = 'function controllers(uint256 at) view returns (address)'
const EXISTS = 'function loan_exists(address user) view returns (bool)'
const STATE = 'function user_state(address user) view returns (uint256[4])'
const HEALTH = 'function health(address user, bool full) view returns (int256)'
const PRICES = 'function user_prices(address user) view returns (uint256[2])'
const AMM = 'function amm() view returns (address)'
const PRICE = 'function price_oracle() view returns (uint256)'
const COLLATERAL = 'function collateral_token() view returns (address)'
const BORROWED = 'function borrowed_token() view returns (address)'

const WAD = 10n ** 18n
/** Calls of `loanCalls` for one controller. */
const CALLS = 6
/** Markets that were opened after the list was made and are still asked whether they have a loan. */
const MAX_NEW = 100n

/** Loans in Curve's markets: crvUSD has one controller for each collateral, LlamaLend one for each pair. */
export const curveLoanEntry = entryBase.extend({
  driver: z.literal('curve-loan'),
  /** Counts the controllers, so that one that is not listed is noticed. */
  factory: address,
  count: z.enum(['n_collaterals', 'market_count']),
  /** In the order of the factory. */
  controllers: z.array(address).min(1),
  /** The token of every loan where the controllers do not name it, as those of crvUSD do not. */
  borrowed: token.optional(),
  /** Whether a market that is not listed is looked for even when the owner has no loan in a listed one. */
  followsNew: z.boolean(),
})
export type CurveLoanEntry = z.infer<typeof curveLoanEntry>

/**
 * One finding for each loan. A loan at a controller that is not listed makes the protocol one that was not read in full. With
 * `followsNew` that is known of everybody, else only of owners who have a loan in a listed market, since it takes two more rounds.
 */
export const curveLoan = defineDriver({
  name: 'curve-loan',
  entry: curveLoanEntry,
  gap: 'Of the loans at LlamaLend those in its first 28 markets are read.',
  *read(entry, owner) {
    const { factory, controllers } = entry
    const counting = COUNTS[entry.count]
    const [countReply, ...first] = yield [
      call(factory, counting, []),
      ...controllers.map((each) => call(each, EXISTS, [owner])),
    ]
    const count = decodeOrThrow(countReply, counting)
    const listed = BigInt(controllers.length)
    if (count < listed || count > listed + MAX_NEW)
      throw new Unreadable(`The factory has ${count} controllers, not about ${listed}`)
    const lent = controllers.filter((_, at) => decodeOrThrow(first[at], EXISTS))
    const isFollowed = entry.followsNew || lent.length > 0
    const newer = Array.from(
      { length: isFollowed ? Number(count - listed) : 0 },
      (_, at) => listed + BigInt(at),
    )

    const second = yield* ask([
      ...lent.flatMap((each) => loanCalls(each, owner)),
      ...newer.map((at) => call(factory, CONTROLLER, [at])),
    ])
    const loans = lent.map((_, at) => second.slice(CALLS * at, CALLS * (at + 1)))
    const unlisted = newer.map((_, at) =>
      decodeOrThrow(second[CALLS * lent.length + at], CONTROLLER),
    )
    const pairs = loans.map(([, , , amm, collateral, borrowed]) => ({
      amm: decodeOrThrow(amm, AMM),
      collateral: decodeOrThrow(collateral, COLLATERAL),
      borrowed: entry.borrowed?.address ?? decodeOrThrow(borrowed, BORROWED),
    }))

    const third = yield* ask([
      ...unlisted.map((each) => call(each, EXISTS, [owner])),
      ...pairs.flatMap((pair) => [
        call(pair.amm, PRICE, []),
        ...tokenCalls(pair.collateral),
        ...tokenCalls(pair.borrowed),
      ]),
    ])
    const hasUnlisted = unlisted.some((_, at) => decodeOrThrow(third[at], EXISTS))
    const words = third.slice(unlisted.length)
    return [
      ...pairs.map((pair, at) => {
        const [price, symbol, decimals, ...borrowed] = words.slice(5 * at, 5 * at + 5)
        const collateral = tokenFrom(pair.collateral, symbol, decimals)
        const debt = entry.borrowed ?? tokenFrom(pair.borrowed, ...borrowed)
        return loan(entry, collateral, debt, loans[at] ?? [], price)
      }),
      ...(hasUnlisted ? [unseenPart(entry)] : []),
    ]
  },
})

function loanCalls(controller: Address, owner: Address): Call[] {
  return [
    call(controller, STATE, [owner]),
    call(controller, HEALTH, [owner, true]),
    call(controller, PRICES, [owner]),
    call(controller, AMM, []),
    call(controller, COLLATERAL, []),
    call(controller, BORROWED, []),
  ]
}

/**
 * A loan. Within the range of its prices the collateral is sold for the borrowed token bit by bit, so part of it may be sold already,
 * and the price at which that begins is reported as that of the liquidation. Prices have 18 decimals, for whole tokens. The LTV takes the
 * price of the market's feed, as the contract does for the health: its own price for a trade runs away from it where no loan can be sold.
 */
function loan(
  entry: CurveLoanEntry,
  collateral: Token,
  borrowed: Token,
  [state, health, prices]: Reply[],
  price: Reply | undefined,
): Finding {
  const [held, sold, debt] = decodeOrThrow(state, STATE)
  if (debt === 0n) throw new Unreadable('A loan without a debt')
  // These three ask the price feed, which may fail while the loan stands.
  const healthOf = tryDecode(health, HEALTH)
  const priceOf = tryDecode(price, PRICE)
  const upper = tryDecode(prices, PRICES)?.[0] ?? null
  const unit = 10n ** BigInt(borrowed.decimals)
  const worth =
    priceOf === null
      ? 0n
      : (held * priceOf * unit) / (WAD * 10n ** BigInt(collateral.decimals)) + sold
  return positionOf(entry, {
    market: `${collateral.symbol}/${borrowed.symbol}`,
    legs: [
      ...legsOf('collateral', collateral, held, true),
      ...legsOf('collateral', borrowed, sold, true),
      ...legsOf('borrow', borrowed, debt),
    ],
    // The contract liquidates when its own health falls to 0.
    healthFactor: healthOf === null ? null : Math.max(0, Number(WAD + healthOf) / Number(WAD)),
    loan: {
      ltv: worth === 0n ? null : ratio(debt, worth),
      liquidationLtv: null,
      liquidationPrice: upper === null ? null : ratio(upper, WAD),
    },
  })
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<CurveLoanEntry> = ({ factory, controllers }) =>
  controllers.map((address, at) =>
    wordClaim(`controller ${at}`, call(factory, CONTROLLER, [BigInt(at)]), address),
  )
