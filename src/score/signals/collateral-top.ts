import type { Market } from '../../domain/market.ts'
import { missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import type { Methodology } from '../methodology.ts'
import type { Measure, Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { creditApplies } from './credit-applies.ts'
import {
  formatUnread,
  isOfUnknownSize,
  isUnread,
  marketsOf,
  measureOf,
  worstEnd,
} from './market-facts.ts'

const FACT = 'liquidationThreshold'

/**
 * The share of the largest group of collateral; receipt tokens of one asset are one group, because they fall together. A market that
 * could not be read, or whose size is not known, could be nearly all of it.
 */
export const collateralTop: Signal = {
  id: 'collateralTop',
  question: 'How much of the collateral is of one kind?',
  applies: creditApplies,
  read: readTop,
}

function readTop(
  subject: Subject,
  { signals, parameters: { control } }: Methodology,
): Reading<Measure> {
  const reading = marketsOf(subject)
  if (!reading.known) return reading
  const collateral = reading.value.filter((market) => market[FACT] !== 0 || isUnread(market, FACT))
  const measured = (value: number, sentence: string) => {
    const values = collateral.map((market) => ({ market, value }))
    return measureOf(values, () => ({ value, sentence }))
  }
  if (collateral.some((market) => isUnread(market, FACT) || isOfUnknownSize(market))) {
    const value = worstEnd(signals.collateralTop.anchors)
    return measured(value, formatBound(collateral))
  }
  const total = sumOf(collateral)
  if (total <= 0 || collateral.some(({ suppliedUsd }) => suppliedUsd === null)) {
    return missing('not-covered', SOURCE_OF_ROLE.control)
  }
  const groups = Map.groupBy(collateral, ({ asset }) => groupOf(asset, control.collateralGroups))
  const [name, most] = [...groups]
    .map(([group, markets]): [string, number] => [group, sumOf(markets)])
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? ['', 0]
  const value = most / total
  const sentence = `${Math.round(value * 100)} % of the collateral is ${name} or made of it.`
  return measured(value, sentence)
}

/** Any of these could be nearly all of the collateral, or not be collateral. */
function formatBound(collateral: readonly Market[]): string {
  const unread = collateral.filter((market) => isUnread(market, FACT)).length
  if (unread > 0) return formatUnread(unread, collateral.length)
  const unsized = collateral.filter(isOfUnknownSize).length
  return `The size of ${unsized} of ${collateral.length} markets with collateral is not known: one kind could be nearly all of it.`
}

function sumOf(markets: readonly Market[]): number {
  return markets.reduce((sum, { suppliedUsd }) => sum + (suppliedUsd ?? 0), 0)
}

function groupOf(asset: string, groups: Record<string, string[]>): string {
  const symbol = asset.toLowerCase()
  const found = Object.entries(groups).find(([, members]) => members.includes(symbol))
  return found?.[0] ?? asset
}
