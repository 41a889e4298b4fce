import { expect, test } from 'vitest'
import type { DependencyShare, DollarPrice } from '../domain/dependency.ts'
import type { PastShares } from '../domain/past.ts'
import { anEntry } from './fixtures/catalogue.ts'
import { lostPegs } from './lost-pegs.ts'

const DAYS = ['2026-03-19', '2026-03-23', '2026-03-26', '2026-03-30', '2026-04-02']
const REFRESH = 4

const entries = [
  anEntry({ id: '1', tvlUsd: 100 }),
  anEntry({ id: '2', tvlUsd: 1_000 }),
  anEntry({ id: '3', tvlUsd: null }),
]

const on = (from: string, share: number | null, given: Partial<DependencyShare> = {}) => ({
  ...{ from, kind: 'holds' as const, to: 'resolv', protocolId: null, share },
  ...{ basis: 'upstream' as const, ...given },
})

const dollar = (usd: number, token = 'usr', symbol = 'USR'): DollarPrice => ({
  ...{ token, symbol, usd, pages: 3 },
})

type Price = number | null | DollarPrice[]

/** Snapshots with a price of USR each; null: it is not known. */
function lost(
  prices: readonly Price[],
  {
    days = DAYS,
    tables = [] as string[],
    shares = (_at: number): DependencyShare[] => [on('1', 0.2)],
    refreshDays = REFRESH as number | null,
  } = {},
) {
  const recent = prices.map((price, at): PastShares => {
    const known = Array.isArray(price) ? price : price === null ? [] : [dollar(price)]
    const about = { day: days[at] ?? '', resolved: 1, tables: tables[at] ?? 'x' }
    return { ...about, prices: known, shares: shares(at) }
  })
  return lostPegs({ entries, pastShares: { recent, before: new Map() } }, days, refreshDays)
}

test('a dollar has lost its peg when it is below 0.97 in two snapshots after one in which it was not', () => {
  expect(lost([0.999, 0.42, 0.5])).toEqual([
    {
      ...{ at: 2, on: { id: 'resolv', name: 'Resolv' }, token: 'USR' },
      from: { usd: 0.999, day: DAYS[0], pages: 3 },
      to: { usd: 0.5, day: DAYS[2], pages: 3 },
      protocols: [{ protocolId: '1', kind: 'holds', share: 0.2 }],
    },
  ])
  expect(lost([0.97, 0.9699, 0.9699])).toHaveLength(1)
})

test.each<[string, Price[]]>([
  ['one snapshot alone', [1, 0.42, 1]],
  ['the newest alone', [1, 1, 0.42]],
  ['a dollar that was below already', [0.5, 0.42, 0.42]],
  ['the way back', [0.42, 1, 1]],
  ['a price of 0.97', [1, 0.97, 0.97]],
  ['a dollar of which no price is known: that is not zero', [1, null, null]],
  ['a dollar that two snapshots in a row know nothing of', [1, null, null, 0.42, 0.42]],
])('%s is none', (_, prices) => {
  expect(lost(prices)).toEqual([])
})

test('a snapshot in between without a price hides no loss, and each loss is found once', () => {
  expect(lost([1, null, 0.42, 0.42, 0.42])).toMatchObject([{ at: 3, from: { day: DAYS[0] } }])
  expect(lost([1, 0.42, null, 0.42, 0.42])).toMatchObject([{ at: 3 }])
  expect(lost([1, 0.42, 0.42, 0.42, 0.42])).toMatchObject([{ at: 2 }])
})

test('a longer gap of days, other tables or no interval raise none', () => {
  const three = [1, 0.42, 0.42]
  expect(lost(three, { days: ['2026-03-01', '2026-03-10', '2026-03-12'] })).toEqual([])
  expect(lost(three, { days: ['2026-03-01', '2026-03-03', '2026-03-12'] })).toEqual([])
  expect(lost(three, { tables: ['x', 'x', 'y'] })).toEqual([])
  expect(lost(three, { refreshDays: null })).toEqual([])
})

test('shares are those of before the loss, from 5 % on, of its issuer alone, the largest value first', () => {
  const before = [
    ...[on('1', 0.2), on('2', 0.05, { kind: 'backed-by' }), on('3', 0.9), on('gone', 0.9)],
    ...[on('1', 0.9, { kind: 'runs-on' }), on('2', 0.9, { to: 'circle' })],
  ]
  const shares = (at: number) => (at === 0 ? before : [on('2', 0.9)])
  expect(lost([1, 0.42, 0.42], { shares })[0]?.protocols).toEqual([
    { protocolId: '2', kind: 'backed-by', share: 0.05 },
    { protocolId: '1', kind: 'holds', share: 0.2 },
    { protocolId: '3', kind: 'holds', share: 0.9 },
  ])
  const small = [on('1', 0.0499), on('2', null)]
  expect(lost([1, 0.42, 0.42], { shares: () => small })).toEqual([])
})

test('dollars are followed apart: the fall of one is not that of another of its row or issuer', () => {
  const both = (usds: number, dai: number) => [
    dollar(usds, 'usds', 'USDS'),
    dollar(dai, 'usds', 'DAI'),
  ]
  const shares = () => [on('1', 0.2, { to: 'sky-lending' })]
  const found = lost([both(1, 1), both(1, 0.9), both(1, 0.9)], { shares })
  expect(found).toMatchObject([{ token: 'DAI', to: { usd: 0.9 } }])
  expect(lost([both(1, 1), both(0.9, 1), both(1, 0.9)], { shares })).toEqual([])
})
