import fc from 'fast-check'
import { expect, test } from 'vitest'
import { riskLevel } from '../domain/risk-level.ts'
import type { PlaceRow } from './place-rows.ts'
import { riskMap } from './risk-map.ts'

const ASOF = '2026-11-21'

function row(id: string, tvlUsd: number | null, more: Partial<PlaceRow> = {}): PlaceRow {
  return {
    id,
    name: id,
    compositeScore: 3.2,
    riskLevel: riskLevel(3.2),
    status: 'active',
    tvlUsd,
    tvlAsOf: ASOF,
    ...more,
  }
}

test('the water is as high as the mark of the level, and there is none without a score', () => {
  const { cells } = riskMap(
    [
      row('high', 40, { compositeScore: 8, riskLevel: 'high' }),
      row('low', 30, { compositeScore: 2, riskLevel: 'low' }),
      row('unscored', 20, { compositeScore: null, riskLevel: null }),
      row('dead', 10, { status: 'dead' }),
    ],
    ASOF,
  )
  expect(cells.map(({ name, reading, level, surface }) => [name, reading, level, surface])).toEqual(
    [
      ['high', '8.0 High', 5, 20],
      ['low', '2.0 Low', 2, 65],
      ['unscored', 'Insufficient Data', null, null],
      ['dead', 'Dead', null, null],
    ],
  )
})

test('what is not drawn is said: unknown, old and no TVL', () => {
  const map = riskMap(
    [row('a', 5), row('old', 3, { tvlAsOf: '2026-01-01' }), row('none', 0), row('unknown', null)],
    ASOF,
  )
  expect(map.cells.map(({ name }) => name)).toEqual(['a'])
  expect(map.leftOut).toBe(
    'Not drawn: 1 whose TVL is not known, 1 with $3 whose TVL is more than 180 days old and 1 without any TVL.',
  )
  expect(riskMap([row('a', 5)], ASOF).leftOut).toBe('')
})

test('small ones share a cell, in its place by size', () => {
  const small = Array.from({ length: 200 }, (_, at) => row(`small-${at}`, 3))
  const map = riskMap([row('a', 1000), row('b', 500), ...small], ASOF)
  expect(map.cells.map(({ name, href }) => [name, href])).toEqual([
    ['a', '/protocol/a/'],
    ['200 smaller ones', null],
    ['b', '/protocol/b/'],
  ])
  expect([map.others, map.tvlUsd, map.protocols]).toEqual([200, 2100, 202])
})

test('a name that is too long for a phone has its score there', () => {
  const map = riskMap([row('a', 60), row('A name of some length', 40)], ASOF)
  expect(map.cells[1]?.labels).toEqual([
    { text: 'A name of some length', line: 1, on: 'wide' },
    { text: '3.2 Moderate', line: 2, on: 'wide' },
    { text: '3.2', line: 1, on: 'tight' },
  ])
})

test('whatever the TVL, cells add up to what is drawn, at most 61 of them, the largest first', () => {
  const tvl = fc.option(fc.integer({ min: 0, max: 1e12 }).map((cents) => cents / 100))
  fc.assert(
    fc.property(fc.array(tvl, { maxLength: 300 }), (all) => {
      const rows = all
        .map((tvlUsd, at) => row(`p${at}`, tvlUsd))
        .sort((a, b) => (b.tvlUsd ?? -1) - (a.tvlUsd ?? -1))
      const { cells, tvlUsd, others } = riskMap(rows, ASOF)
      const sizes = cells.map((cell) => cell.tvlUsd)
      expect(cells.length).toBeLessThanOrEqual(61)
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeCloseTo(tvlUsd, 0)
      expect(cells.filter((cell) => cell.row !== null).length + others).toBe(
        rows.filter((each) => (each.tvlUsd ?? 0) > 0).length,
      )
    }),
  )
})
