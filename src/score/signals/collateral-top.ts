import type { Market } from '../../domain/market.ts'
import { missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import type { Methodology } from '../methodology.ts'
import type { Measure, Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { marketsOf, originOf } from './control-facts.ts'
import { creditApplies } from './credit-applies.ts'
import { typicalBacking } from './threshold-level.ts'

/**
 * The share of the largest group of collateral; receipt tokens of one asset are one group, because they fall together. Where supply
 * was not read, what is typical of what backs the claims of depositors in this kind of protocol, by judgement.
 */
export const collateralTop: Signal = {
  id: 'collateralTop',
  question: 'How much of the collateral is of one kind?',
  applies: creditApplies,
  read: (subject, method) => {
    const measured = readTop(subject, method)
    return measured.known ? measured : typicalBacking(subject, method)
  },
}

function readTop(subject: Subject, { parameters: { control } }: Methodology): Reading<Measure> {
  const reading = marketsOf(subject)
  if (!reading.known) return reading
  const collateral = reading.value.filter(({ liquidationThreshold }) => liquidationThreshold !== 0)
  const origin = originOf(collateral)
  const unread = missing('not-covered', SOURCE_OF_ROLE.control)
  if (!origin || collateral.some(({ suppliedUsd }) => suppliedUsd === null)) return unread
  const total = sumOf(collateral)
  if (total <= 0) return unread
  const groups = Map.groupBy(collateral, ({ asset }) => groupOf(asset, control.collateralGroups))
  const [name, most] = [...groups]
    .map(([group, markets]): [string, number] => [group, sumOf(markets)])
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? ['', 0]
  const value = most / total
  const sentence = `${Math.round(value * 100)} % of the collateral is ${name} or made of it.`
  return { ...reading, asOf: origin.asOf, value: { value, sentence, link: origin.link } }
}

function sumOf(markets: readonly Market[]): number {
  return markets.reduce((sum, { suppliedUsd }) => sum + (suppliedUsd ?? 0), 0)
}

function groupOf(asset: string, groups: Record<string, string[]>): string {
  const symbol = asset.toLowerCase()
  const found = Object.entries(groups).find(([, members]) => members.includes(symbol))
  return found?.[0] ?? asset
}
