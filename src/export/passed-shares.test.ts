import { expect, test } from 'vitest'
import type { DependencyShare } from '../domain/dependency.ts'
import type { PastShares } from '../domain/past.ts'
import { anEntry } from './fixtures/catalogue.ts'
import { passedShares } from './passed-shares.ts'

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03']
const REFRESH = 4

const entries = [anEntry({ id: '1' })]

function on(to: string, share: number | null, given: Partial<DependencyShare> = {}) {
  const fixed = { from: '1', kind: 'holds', protocolId: null, basis: 'upstream' } as const
  return { ...fixed, to, share, ...given }
}

/** Shares of one day each; null: none were kept. */
function passed(
  shares: readonly (readonly DependencyShare[] | null)[],
  { days = DAYS, tables = DAYS.map(() => 'x'), refreshDays = REFRESH as number | null } = {},
) {
  const recent = days.flatMap((day, at): PastShares[] => {
    const own = shares[at]
    return own ? [{ day, resolved: 1, tables: tables[at] ?? 'x', prices: [], shares: own }] : []
  })
  const pastShares = { recent, before: new Map() }
  return passedShares({ entries, pastShares }, days, refreshDays)
}

const circle = (...values: number[]) => values.map((share) => [on('circle', share)])

test('a share has passed a quarter when it was below and is not in two snapshots in a row', () => {
  expect(passed(circle(0.2, 0.25, 0.3))).toMatchObject([
    { at: 2, protocolId: '1', kind: 'holds', to: { id: 'circle' }, from: 0.2, share: 0.3 },
  ])
})

test.each([
  ['one day alone', [0.2, 0.3, 0.2]],
  ['the newest day alone', [0.2, 0.2, 0.3]],
  ['a share that was above already', [0.26, 0.3, 0.3]],
  ['a share that falls', [0.3, 0.2, 0.2]],
])('%s is none', (_, values) => {
  expect(passed(circle(...values))).toEqual([])
})

test('what it did not stand on before had a share of 0, where its make-up was known in the same way', () => {
  const [, second, third] = circle(0, 0.3, 0.3)
  expect(passed([[on('lido', 0.1)], second ?? [], third ?? []])).toMatchObject([{ from: 0 }])
  expect(passed([[], second ?? [], third ?? []])).toEqual([])
})

test('another basis, other tables, a gap of days, a missing day or no interval raise none', () => {
  const three = circle(0.2, 0.3, 0.3)
  const curated = [on('circle', 0.2, { basis: 'curated' })]
  expect(passed([curated, ...three.slice(1)])).toEqual([])
  expect(passed(three, { tables: ['x', 'x', 'y'] })).toEqual([])
  expect(passed(three, { days: ['2026-01-01', '2026-01-02', '2026-01-07'] })).toEqual([])
  expect(passed([three[0] ?? [], null, three[2] ?? []])).toEqual([])
  expect(passed(three, { refreshDays: null })).toEqual([])
  expect(passed(three)).toHaveLength(1)
})

test('a share that no source states, or of a protocol that is no longer listed, is none', () => {
  expect(passed([[on('circle', null)], ...circle(0.3, 0.3)])).toEqual([])
  const gone = circle(0.2, 0.3, 0.3).map((own) => own.map((one) => ({ ...one, from: '2' })))
  expect(passed(gone)).toEqual([])
})
