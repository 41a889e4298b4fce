import type { WalletHolding, WalletTotals } from '../../contract/wallet-scan.ts'
import { type Cents, compare, toUsd } from './amounts.ts'
import { type ChainFinding, createLeg } from './position.ts'
import type { Price, PricedToken } from './price.ts'

/** A coin or token in the wallet itself, in its smallest unit. */
export interface HeldToken {
  /** Null for the native coin of the chain. */
  token: string | null
  symbol: string
  decimals: number
  amount: bigint
  /** The token whose price it has: of a native coin, the one that wraps it. */
  pricedAs: string
}

/** What an owner holds outside positions, and how many tokens did not say. */
export interface HeldTokens {
  held: HeldToken[]
  unread: number
}

export interface ChainHolding {
  chain: string
  held: HeldToken
}

/** Where a coverage names what is read in place of a protocol. */
export const HOLDINGS = 'holdings'

/** Coins and tokens worth less are added up and not named. */
const LEAST_USD = 1

export function pricedHoldings(holdings: readonly ChainHolding[]): PricedToken[] {
  return holdings.map(({ chain, held }) => pricedToken(chain, held))
}

function pricedToken(chain: string, { pricedAs, decimals }: HeldToken): PricedToken {
  return { chain, token: pricedAs, decimals }
}

/** Without tokens whose balance a position of the same wallet counts. */
export function withoutCountedTokens(
  holdings: readonly ChainHolding[],
  findings: readonly ChainFinding[],
): ChainHolding[] {
  const counted = new Set(
    findings.flatMap(({ chain, finding: { account, receiptToken, counts = [] } }) =>
      account ? [] : [receiptToken, ...counts].map((token) => `${chain}|${token}`),
    ),
  )
  return holdings.filter(
    ({ chain, held }) => held.token === null || !counted.has(`${chain}|${held.token}`),
  )
}

export interface Holdings {
  rows: WalletHolding[]
  /** Null when none has a price and there is one that strangers cannot have sent. */
  sum: Cents | null
  small: WalletTotals['smallHoldings']
  /** How many have no price. */
  unpriced: number
  /** Whether all have a price, but for what strangers can have sent: a listed token that no source covers, or less than a dollar by the higher price of two. */
  isPriced: boolean
}

/** The coins and tokens as they are published, largest value first, and those without a price last. Pure. */
export function createHoldings(
  holdings: readonly ChainHolding[],
  prices: ReadonlyMap<string, Price>,
): Holdings {
  const valued = holdings
    .filter(({ held }) => held.amount > 0n)
    .map(({ chain, held }) => {
      const amount = { ...held, token: held.pricedAs, role: 'supply' as const }
      const { leg, cents, bound } = createLeg(chain, amount, prices)
      const { symbol, usd, price, missing } = leg
      const row: WalletHolding = {
        chain,
        token: held.token,
        symbol,
        amount: leg.amount,
        usd,
        price,
        missing,
      }
      const isStrange = missing === 'not-covered' || (bound !== null && toUsd(bound) < LEAST_USD)
      return { row, cents, isOpen: cents === null && !isStrange }
    })
    .sort(
      (a, b) => compare(b.cents ?? -1n, a.cents ?? -1n) || compare(nameOf(a.row), nameOf(b.row)),
    )
  const isSmall = ({ usd }: WalletHolding) => usd !== null && usd < LEAST_USD
  const small = valued.filter(({ row }) => isSmall(row))
  const sumOf = (of: typeof valued) => of.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n)
  const isOpen = valued.some((each) => each.isOpen)
  return {
    rows: valued.flatMap(({ row }) => (isSmall(row) ? [] : [row])),
    sum: isOpen && valued.every(({ cents }) => cents === null) ? null : sumOf(valued),
    small: { count: small.length, usd: toUsd(sumOf(small)), belowUsd: LEAST_USD },
    unpriced: valued.filter(({ cents }) => cents === null).length,
    isPriced: !isOpen,
  }
}

function nameOf({ chain, token }: WalletHolding): string {
  return `${chain}|${token ?? ''}`
}
