import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf, type TokenAmount } from '../../model/finding.ts'
import type { SolanaBlock } from '../clock.ts'
import { owed, redeem, type ShareRate } from '../rates.ts'

/** The pool of one token in a lending market, as of its last refresh. */
export interface Reserve {
  market: string
  token: { mint: string; symbol: string; decimals: number }
  /** What one receipt token is worth. */
  rate: ShareRate
  /** Grows with the interest on loans. */
  debtIndex: bigint
  /** Of one whole token, in the same unit for all reserves of a market. */
  price: number
  /** When that price was read, as a slot or in seconds since 1970. */
  pricedAt: { slot: number } | { time: number }
  /** Liquidation begins when the loans exceed this fraction of the deposit's value. */
  liquidationLtv: number
  /** What a loan is multiplied by before it is compared with that; at least 1. */
  borrowWeight: number
}

/** The deposits and loans of one account in a lending market. */
export interface Obligation {
  address: string
  market: string
  /** In receipt tokens. */
  deposits: readonly { reserve: string; shares: bigint }[]
  /** As of when the reserve's `debtIndex` was `index`; `amount` is multiplied by `one` of the protocol. */
  borrows: readonly { reserve: string; amount: bigint; index: bigint }[]
  /** Set where deposits and loans have terms of their own, in place of those of the reserves. */
  terms: { liquidationLtv: number } | null
}

/** How a protocol writes fractions, and what its obligations are called. */
interface Context {
  protocol: string
  /** The name of the market. */
  market: string
  /** What an integer amount is multiplied by in `borrows`. */
  one: bigint
  reserves: ReadonlyMap<string, Reserve>
  /** Null when the chain's time could not be read. */
  block: SolanaBlock | null
}

interface Amount {
  leg: TokenAmount
  reserve: Reserve
}

/** Prices older than this say nothing about a loan today. */
const MAX_PRICE_AGE_SECONDS = 600
const SECONDS_PER_SLOT = 0.4

/**
 * An obligation with its deposits, and its loans with interest, in tokens. Its `loan` is by the prices in the reserves, and left out
 * when one of those is missing or older than ten minutes. Throws `Unreadable` when a reserve is missing or of another market.
 */
export function obligationFinding(obligation: Obligation, context: Context): Finding {
  const reserveOf = (address: string): Reserve => {
    const reserve = context.reserves.get(address)
    if (reserve?.market === obligation.market) return reserve
    throw new Unreadable(`The reserve ${address} is not of the market of ${obligation.address}`)
  }
  const deposits = obligation.deposits.map(({ reserve: address, shares }): Amount => {
    const reserve = reserveOf(address)
    const liquidationLtv = liquidationLtvOf(obligation, reserve)
    const amount = redeem(shares, reserve.rate)
    const terms = { collateral: liquidationLtv > 0, liquidationLtv }
    return { reserve, leg: { role: 'supply', ...legToken(reserve), amount, ...terms } }
  })
  const borrows = obligation.borrows.map(({ reserve: address, amount, index }): Amount => {
    const reserve = reserveOf(address)
    if (index <= 0n || reserve.debtIndex < index) {
      throw new Unreadable(`A loan of ${obligation.address} is ahead of its reserve`)
    }
    const debt = owed(amount, { underlying: reserve.debtIndex, shares: index * context.one })
    return { reserve, leg: { role: 'borrow', ...legToken(reserve), amount: debt } }
  })
  return findingOf({
    protocol: context.protocol,
    product: 'lending',
    market: context.market,
    ref: obligation.address,
    legs: [...deposits, ...borrows].map(({ leg }) => leg).filter(({ amount }) => amount > 0n),
    ...loanState(obligation, deposits, borrows, context.block),
  })
}

function legToken({ token }: Reserve) {
  return { token: token.mint, symbol: token.symbol, decimals: token.decimals }
}

function liquidationLtvOf({ terms }: Obligation, reserve: Reserve): number {
  return terms?.liquidationLtv ?? reserve.liquidationLtv
}

/** LTV, liquidation and health, as the programs of Kamino and Save compare them: loans by weight, deposits by their liquidation LTV. */
function loanState(
  obligation: Obligation,
  deposits: readonly Amount[],
  borrows: readonly Amount[],
  block: SolanaBlock | null,
): Pick<Finding, 'healthFactor' | 'loan'> {
  const all = [...deposits, ...borrows]
  const isKnown = block !== null && all.every(({ reserve }) => hasPrice(reserve, block))
  const debt = sum(borrows, (reserve) => (obligation.terms ? 1 : reserve.borrowWeight))
  const held = sum(deposits, () => 1)
  const limit = sum(deposits, (reserve) => liquidationLtvOf(obligation, reserve))
  if (!isKnown || debt === 0 || held === 0) return { healthFactor: null }
  return {
    healthFactor: limit / debt,
    loan: {
      ltv: debt / held,
      liquidationLtv: limit === 0 ? null : limit / held,
      liquidationPrice: limit === 0 ? null : liquidationPrice(deposits, borrows, debt / limit),
    },
  }
}

/** The price, in the loan's token, of the only collateral at which its limit has fallen to the loan. */
function liquidationPrice(
  [pledge, ...morePledges]: readonly Amount[],
  [loan, ...moreLoans]: readonly Amount[],
  used: number,
): number | null {
  if (!pledge || !loan || morePledges.length + moreLoans.length > 0) return null
  if (pledge.leg.token === loan.leg.token) return null
  return (pledge.reserve.price / loan.reserve.price) * used
}

function hasPrice({ price, pricedAt }: Reserve, block: SolanaBlock): boolean {
  const age =
    'slot' in pricedAt
      ? (block.slot - pricedAt.slot) * SECONDS_PER_SLOT
      : block.time - pricedAt.time
  return price > 0 && age <= MAX_PRICE_AGE_SECONDS
}

function sum(amounts: readonly Amount[], weight: (reserve: Reserve) => number): number {
  return amounts.reduce((total, { leg, reserve }) => {
    const whole = Number(leg.amount) / 10 ** leg.decimals
    return total + whole * reserve.price * weight(reserve)
  }, 0)
}
