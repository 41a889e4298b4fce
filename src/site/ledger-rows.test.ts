import { expect, test } from 'vitest'
import { detail, unscored } from './fixtures/documents.ts'
import { type Ledger, ledgerOf } from './ledger.ts'
import { ledgerTable } from './ledger-rows.ts'

const ledger = ledgerOf(detail) ?? expect.fail('the fixture has a score')
const base = ledger.dimensions.flatMap(({ signals }) => signals)[0] ?? expect.fail('no signal')

/** A ledger of one dimension with signals like the first of the fixture. */
function withSignals(...changes: Partial<typeof base>[]): Pick<Ledger, 'dimensions' | 'total'> {
  const [dimension] = ledger.dimensions
  if (!dimension) return expect.fail('no dimension')
  const read = { ...base, basis: 'measured' as const, missing: null, inherited: false }
  const signals = changes.map((change) => ({ ...read, ...change }))
  return { total: null, dimensions: [{ ...dimension, signals }] }
}

test('every signal has a row, in its dimension', () => {
  const { groups } = ledgerTable(ledger)
  expect(groups.flatMap(({ rows }) => rows).map(({ signal }) => signal)).toEqual(
    ledger.dimensions.flatMap(({ signals }) => signals),
  )
})

test('a source with the same day has one letter, and another day another', () => {
  const { groups, sources } = ledgerTable(
    withSignals(
      { asOf: '2026-01-02', reason: 'a' },
      { asOf: '2026-01-02', reason: 'b' },
      { asOf: '2025-01-03', reason: 'c' },
      { asOf: null, inherited: true, reason: 'd' },
    ),
  )
  expect(groups[0]?.rows.map(({ mark, year }) => [mark, year])).toEqual([
    ['A', null],
    ['A', null],
    ['B', '2025'],
    ['C', null],
  ])
  expect(sources.map(({ letter, asOf }) => [letter, asOf])).toEqual([
    ['A', '2 Jan 2026'],
    ['B', '3 Jan 2025'],
    ['C', 'no date, of its family'],
  ])
})

test('what is missing or typical says so in place of a source', () => {
  const { groups, sources } = ledgerTable(
    withSignals({ basis: 'missing', missing: 'stale' }, { basis: 'category' }),
  )
  expect(groups[0]?.rows.map(({ mark, note, year }) => [mark, note, year])).toEqual([
    ['missing', null, null],
    ['its kind', null, null],
  ])
  expect(sources).toEqual([])
})

test('a reading of two signals is written once', () => {
  const { groups } = ledgerTable(
    withSignals(
      { id: 'changeActivity', reason: 'One.' },
      { id: 'operatorActivity', reason: 'One.' },
    ),
  )
  expect(groups[0]?.rows.map(({ note }) => note)).toEqual(['One.', 'As for change activity.'])
})

test('the reading of the heaviest input stands above only where there is a score', () => {
  const given = withSignals({ reason: 'One.' })
  expect(ledgerTable(given).groups[0]?.rows[0]?.note).toBe('One.')
  expect(ledgerTable({ ...given, total: 3 }).groups[0]?.rows[0]?.note).toBeNull()
  expect(ledgerTable(ledgerOf(unscored) ?? given).groups.length).toBeGreaterThan(0)
})
