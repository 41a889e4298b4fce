import type { Day } from '../domain/day.ts'
import type { DollarPrice } from '../domain/dependency.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { compareText } from '../domain/text-order.ts'
import { tokenFinder } from './holdings.ts'
import { type DependencyTables, TABLES } from './tables.ts'

/** Two prices agree when they are no further apart than this share of the one in the middle. */
const AGREEMENT = 0.01

/** One page alone may be wrong. */
const MIN_PAGES = 2

type Described = Pick<ProtocolRecord, 'id' | 'parentId' | 'facts'>

/**
 * What dollars were worth on a day, by the pages of protocols that were read on it. A price is known when at least two pages, and more than
 * half of all, agree with the one in the middle. Protocols of one family are one page, and of a page the largest holding of a token counts.
 */
export function dollarPrices(
  records: readonly Described[],
  day: Day,
  tables: DependencyTables = TABLES,
): DollarPrice[] {
  const find = tokenFinder(tables)
  const byDollar = new Map<string, Map<string, number>>()
  for (const { id, parentId, facts } of records) {
    if (!facts.assets?.known || facts.assets.asOf !== day) continue
    for (const { chain, token, priceUsd } of facts.assets.value.parts ?? []) {
      const row = priceUsd === undefined ? null : find(chain, token)
      if (priceUsd === undefined || row?.peg === undefined) continue
      const dollar = `${row.id} ${token.toUpperCase()}`
      const pages = byDollar.get(dollar) ?? new Map<string, number>()
      byDollar.set(dollar, pages)
      const page = parentId ?? id
      if (!pages.has(page)) pages.set(page, priceUsd)
    }
  }
  return [...byDollar]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([dollar, pages]): DollarPrice[] => {
      const [token = '', symbol = ''] = dollar.split(' ')
      const agreed = agreedPrice([...pages.values()])
      return agreed ? [{ token, symbol, ...agreed }] : []
    })
}

function agreedPrice(prices: number[]): Pick<DollarPrice, 'usd' | 'pages'> | null {
  const sorted = prices.sort((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  const low = sorted[Math.floor(half)] ?? 0
  const middle = (low + (sorted[Math.ceil(half)] ?? 0)) / 2
  const pages = sorted.filter((one) => Math.abs(one - middle) <= AGREEMENT * middle).length
  if (pages < MIN_PAGES || pages * 2 <= sorted.length) return null
  return { usd: Number(middle.toPrecision(5)), pages }
}
