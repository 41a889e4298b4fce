import type { WalletPortfolio } from '../../contract/wallet-scan.ts'
import { counted, usd } from '../../domain/format.ts'
import { type Cents, toUsd } from './amounts.ts'
import type { Exposure } from './exposure.ts'
import type { ValuedPosition } from './position.ts'

type Folded = NonNullable<WalletPortfolio['folded']>
type Reason = 'dust' | 'unpriced' | 'unlisted'

/** What anybody can send to anybody, why, and what becomes of it. In this order. */
const REASONS: Record<Reason, (of: Facts) => string> = {
  unlisted: ({ positions, isOne, value }) =>
    isOne
      ? `${positions} in a contract on no list, which says that it holds ${value}: in no sum.`
      : `${positions} in contracts on no list, which say that they hold ${value}: in no sum.`,
  unpriced: ({ positions, isUnpriced, value }) =>
    isUnpriced
      ? `${positions} without a price: in no sum.`
      : `${positions} of which a part has no price; the sums have the other part, ${value}.`,
  dust: ({ positions, isOne, value, floor }) =>
    isOne
      ? `${positions} at a protocol with less than ${floor}: ${value}, which the sums have.`
      : `${positions} at protocols with less than ${floor}, together ${value}, which the sums have.`,
}

interface Facts {
  positions: string
  isOne: boolean
  /** Whether no part of any has a price, or what has one is worth nothing. */
  isUnpriced: boolean
  value: string
  floor: string
}

/** The positions with the reason of those that are folded, which come last. */
export function withFolds(
  valued: readonly ValuedPosition[],
  { holdings }: Exposure,
): ValuedPosition[] {
  const byId = new Map(holdings.map(({ position, folded }) => [position.id, folded]))
  const marked = valued.map((each): ValuedPosition => {
    const folded = each.position.unlisted ? 'unlisted' : byId.get(each.position.id)
    return folded ? { ...each, position: { ...each.position, folded } } : each
  })
  const isFolded = ({ position }: ValuedPosition) => position.folded !== undefined
  return [...marked.filter((each) => !isFolded(each)), ...marked.filter(isFolded)]
}

/** How many positions are folded, and why; null without any. */
export function foldedOf(valued: readonly ValuedPosition[], { dust }: Exposure): Folded | null {
  const rows = Object.entries(REASONS).flatMap(([reason, textOf]) => {
    const own = valued.filter(({ position }) => position.folded === reason)
    if (own.length === 0) return []
    const value = own.reduce<Cents>((sum, each) => sum + each.supplied + each.rewards, 0n)
    const text = textOf({
      positions: counted(own.length, 'position'),
      isOne: own.length === 1,
      isUnpriced: value === 0n,
      value: usd(toUsd(value)),
      floor: usd(toUsd(dust)),
    })
    return [{ value, row: { reason, count: own.length, usd: toUsd(value), text } }]
  })
  if (rows.length === 0) return null
  return {
    count: rows.reduce((sum, { row }) => sum + row.count, 0),
    usd: toUsd(rows.reduce<Cents>((sum, { value }) => sum + value, 0n)),
    reasons: rows.map(({ row }) => row),
  }
}
