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
  /** Null when there are some and none has a price. */
  sum: Cents | null
  small: WalletTotals['smallHoldings']
  /** How many have no price. */
  unpriced: number
  /** Whether all have a price that some source knows: of a listed token that none covers, strangers can send some. */
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
      const { leg, cents } = createLeg(chain, amount, prices)
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
      return { row, cents }
    })
    .sort(
      (a, b) => compare(b.cents ?? -1n, a.cents ?? -1n) || compare(nameOf(a.row), nameOf(b.row)),
    )
  const isSmall = ({ usd }: WalletHolding) => usd !== null && usd < LEAST_USD
  const small = valued.filter(({ row }) => isSmall(row))
  const sumOf = (of: typeof valued) => of.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n)
  return {
    rows: valued.flatMap(({ row }) => (isSmall(row) ? [] : [row])),
    sum: valued.length > 0 && valued.every(({ cents }) => cents === null) ? null : sumOf(valued),
    small: { count: small.length, usd: toUsd(sumOf(small)), belowUsd: LEAST_USD },
    unpriced: valued.filter(({ cents }) => cents === null).length,
    isPriced: valued.every(({ row }) => row.missing === null || row.missing === 'not-covered'),
  }
}

function nameOf({ chain, token }: WalletHolding): string {
  return `${chain}|${token ?? ''}`
}
