import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { call } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { type AnswersOf, answersTo, may, must, tokenAt } from './questions.ts'
import { ratio, WAD } from './reading.ts'

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
  reads: ['supply', 'borrow'],
  proof: 'recorded/curve-loan.json',
  *read(entry, owner) {
    const { factory, controllers } = entry
    const { count, exists } = yield* answersTo({
      count: must(factory, COUNTS[entry.count], []),
      exists: controllers.map((each) => must(each, EXISTS, [owner])),
    })
    const listed = BigInt(controllers.length)
    if (count < listed || count > listed + MAX_NEW)
      throw new Unreadable(`The factory has ${count} controllers, not about ${listed}`)
    const lent = controllers.filter((_, at) => exists[at])
    const isFollowed = entry.followsNew || lent.length > 0
    const newer = Array.from(
      { length: isFollowed ? Number(count - listed) : 0 },
      (_, at) => listed + BigInt(at),
    )
    const { loans, unlisted } = yield* answersTo({
      loans: lent.map((each) => loanAt(entry, each, owner)),
      unlisted: newer.map((at) => must(factory, CONTROLLER, [at])),
    })
    const last = yield* answersTo({
      hasLoan: unlisted.map((each) => must(each, EXISTS, [owner])),
      loans: loans.map((loan) => ({
        ...loan,
        price: may(loan.amm, PRICE, []),
        collateral: tokenAt(loan.collateral),
        borrowed: entry.borrowed ?? tokenAt(loan.borrowed),
      })),
    })
    return [
      ...last.loans.map((each) => loanFinding(entry, each)),
      ...(last.hasLoan.includes(true) ? [unseenPart(entry)] : []),
    ]
  },
})

function loanAt({ borrowed }: CurveLoanEntry, controller: Address, owner: Address) {
  return {
    state: must(controller, STATE, [owner]),
    // These two and the price ask the price feed, which may fail while the loan stands.
    health: may(controller, HEALTH, [owner, true]),
    prices: may(controller, PRICES, [owner]),
    amm: must(controller, AMM, []),
    collateral: must(controller, COLLATERAL, []),
    borrowed: borrowed?.address ?? must(controller, BORROWED, []),
  }
}

interface Loan extends Omit<AnswersOf<ReturnType<typeof loanAt>>, 'collateral' | 'borrowed'> {
  price: bigint | null
  collateral: Token
  borrowed: Token
}

/**
 * A loan. Within the range of its prices the collateral is sold for the borrowed token bit by bit, so part of it may be sold already,
 * and the price at which that begins is reported as that of the liquidation. Prices have 18 decimals, for whole tokens. The LTV takes the
 * price of the market's feed, as the contract does for the health: its own price for a trade runs away from it where no loan can be sold.
 */
function loanFinding(
  entry: CurveLoanEntry,
  { state: [held, sold, debt], health, prices, price, collateral, borrowed }: Loan,
): Finding {
  if (debt === 0n) throw new Unreadable('A loan without a debt')
  const upper = prices?.[0] ?? null
  const unit = 10n ** BigInt(borrowed.decimals)
  const worth =
    price === null ? 0n : (held * price * unit) / (WAD * 10n ** BigInt(collateral.decimals)) + sold
  return positionOf(entry, {
    market: `${collateral.symbol}/${borrowed.symbol}`,
    legs: [
      ...legsOf('collateral', collateral, held, true),
      ...legsOf('collateral', borrowed, sold, true),
      ...legsOf('borrow', borrowed, debt),
    ],
    // The contract liquidates when its own health falls to 0.
    healthFactor: health === null ? null : Math.max(0, Number(WAD + health) / Number(WAD)),
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
