import { describe, expect, test } from 'vitest'
import { mapDimensions } from '../domain/dimension.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import type { Baseline } from './baselines.ts'
import { evaluate } from './evaluate.ts'
import { aJudgedRow } from './fixtures/judged-row.ts'
import type { LossEvent } from './labels.ts'
import { joinFamilies, meanOfDimensions, type RankableRow } from './rows.ts'
import { sampleOf, strataOf } from './sample.ts'

const { dimensionWeights } = METHODOLOGY
const OPTIONS = { resamples: 50, seed: 1, dimensionWeights }

const event = (cause: LossEvent['cause'] = 'contract', day = '2023-05-01'): LossEvent => ({
  day,
  lossUsd: 1,
  cause,
  names: ['x'],
  incidents: [],
})

/** Fifty rows of one size class each fifth; the composite rises within each, and the last of each is hit. */
const rows: RankableRow[] = Array.from({ length: 50 }, (_, index) => {
  const isHit = index % 10 === 9
  const composite = (index % 10) / 2
  return aJudgedRow({
    id: String(index),
    size: 1_000_000 * (Math.floor(index / 10) + 1),
    composite,
    level: composite > 3 ? 'elevated' : 'low',
    dimensions: { ...aJudgedRow().dimensions, smartContract: composite, oracle: isHit ? 1 : null },
    event: isHit ? event() : null,
    isSevere: index === 9,
    lossShare: isHit ? 0.5 : 0,
  })
})

describe(evaluate, () => {
  const size: Baseline = { id: 'tvl', label: 'TVL', values: rows.map(({ size }) => size) }
  const result = evaluate(rows, [size], OPTIONS)

  test('a score that puts every event on top of its like is perfect, and TVL says nothing', () => {
    const [score, tvl] = result.rankings
    expect(score?.matched.any).toEqual({ value: 1, low: 1, high: 1 })
    expect(score?.topFifthLoss).toBe(1)
    expect(tvl?.matched.any.value).toBe(0.5)
    expect(tvl?.tvlCorrelation).toBe(1)
  })

  test('the score is compared with a baseline on the same resamples', () => {
    const [score, tvl] = result.rankings
    expect(score?.ahead).toBeNull()
    expect(tvl?.ahead?.any).toMatchObject({ value: 0.5 })
    expect(tvl?.ahead?.any.low).toBeGreaterThan(0)
  })

  test('a score that only repeats the activity is perfect by size, and says nothing within activities', () => {
    const separable = rows.map((row) =>
      aJudgedRow({
        ...row,
        composite: row.event ? 8 : 2,
        activity: row.event ? 'lending' : 'dex',
        dimensions: row.dimensions,
      }),
    )
    // One more lending market without a loss, so that the events have someone to be compared with.
    const others = [1, 2, 3].map((id) =>
      aJudgedRow({ id: `x${id}`, composite: 8, activity: 'lending', size: 9e6 }),
    )
    const { figures } = evaluate([...separable, ...others], [], OPTIONS)
    expect(figures.any.value).toBeGreaterThan(0.9)
    expect(figures.within.value).toBe(0.5)
    expect(figures.activityShare).toMatchObject({ value: 1 })
  })

  test('an event that is not severe is no non-event for the severe ones', () => {
    const changed = rows.map((row, index) => (index === 8 ? { ...row, event: event() } : row))
    const worse = changed.map((row, index) => (index === 8 ? { ...row, composite: 9 } : row))
    expect(evaluate(worse, [], OPTIONS).rankings[0]?.matched.severe.value).toBe(1)
    const other = rows.map((row, index) => (index === 8 ? { ...row, composite: 9 } : row))
    expect(evaluate(other, [], OPTIONS).rankings[0]?.matched.severe.value).toBeLessThan(1)
  })

  test('levels share out the rows, the events and the expected loss', () => {
    const elevated = result.levels.find(({ level }) => level === 'elevated')
    expect(elevated).toMatchObject({ rows: 15, events: 5, severe: 1 })
    expect(elevated?.eventRate).toBeCloseTo(1 / 3, 5)
    expect(elevated?.expectedLoss).toBeCloseTo(2.5 / 15, 5)
    expect(result.levels.find(({ level }) => level === 'high')).toMatchObject({
      rows: 0,
      eventRate: null,
    })
  })

  test('a dimension is judged over the rows that have it, and the score without it over all', () => {
    const of = (key: string) => result.dimensions.find(({ dimension }) => dimension === key)
    expect(of('smartContract')).toMatchObject({ rows: 50, events: 5 })
    expect(of('smartContract')?.alone.value).toBe(1)
    expect(of('oracle')).toMatchObject({ rows: 5, events: 5, alone: { value: null } })
    expect(of('smartContract')?.without.value).toBeLessThan(0.5)
  })

  test('causes and years of fewer than five events are counted and not judged', () => {
    const mixed = rows.map((row, index) =>
      index === 9 ? { ...row, event: event('key', '2024-01-01') } : row,
    )
    const { causes, years } = evaluate(mixed, [], OPTIONS)
    expect(causes.find(({ cause }) => cause === 'key')).toMatchObject({
      events: 1,
      any: { value: null },
    })
    expect(years.map(({ year, events }) => [year, events])).toEqual([
      ['2023', 4],
      ['2024', 1],
    ])
    expect(result.years[0]?.any.value).toBe(1)
  })
})

test('sampleOf compares within cohort and activity, and within its smaller and larger half', () => {
  const two = rows.map((row, index) => ({ ...row, activity: index % 2 ? 'dex' : 'lending' }))
  const { activities, halves } = sampleOf(two, OPTIONS)
  expect(new Set(activities)).toEqual(new Set(['2023-01-01/lending', '2023-01-01/dex']))
  expect(new Set(halves).size).toBe(4)
  const smaller = two.filter((_, index) => halves[index]?.endsWith('dex/smaller'))
  const larger = two.filter((_, index) => halves[index]?.endsWith('dex/larger'))
  const sizes = (list: RankableRow[]) => list.map(({ size }) => size)
  expect(Math.max(...sizes(smaller))).toBeLessThanOrEqual(Math.min(...sizes(larger)))
  expect(Math.abs(smaller.length - larger.length)).toBeLessThanOrEqual(1)
})

test('strata are fifths by size within each cohort', () => {
  expect(new Set(strataOf(rows)).size).toBe(5)
  const two = rows.map((row, index) => (index % 2 ? { ...row, cohort: '2022-01-01' } : row))
  expect(new Set(strataOf(two)).size).toBe(10)
})

test('meanOfDimensions weighs as production does, over what is there', () => {
  const { dimensions } = aJudgedRow()
  const one = { ...dimensions, smartContract: 10, liquidity: null, liquidityTrap: null }
  expect(meanOfDimensions(one, dimensionWeights)).toBeCloseTo((0.25 * 10 + 0.2 * 5) / 0.45, 6)
  expect(meanOfDimensions(one, dimensionWeights, 'smartContract')).toBeCloseTo(5, 12)
  expect(
    meanOfDimensions({ ...one, smartContract: null }, dimensionWeights, 'counterparty'),
  ).toBeNull()
})

test('rows with the same readings tie, although the sums behind their dimensions differ in the last bit', () => {
  const of = (smartContract: number) =>
    meanOfDimensions({ ...mapDimensions(() => null), smartContract }, dimensionWeights)
  expect(0.1 + 0.2).not.toBe(0.3)
  expect(of(0.1 + 0.2)).toBe(of(0.3))
})

describe(joinFamilies, () => {
  test('a protocol that left its family stays tied to it', () => {
    const early = aJudgedRow({ id: '1', family: 'parent#tide', cohort: '2022-01-01' })
    const late = aJudgedRow({ id: '1', family: '1', cohort: '2023-01-01' })
    expect(joinFamilies([early, late]).map(({ family }) => family)).toEqual([
      'parent#tide',
      'parent#tide',
    ])
  })

  test('a protocol is of its later family in every cohort', () => {
    const early = aJudgedRow({ id: '1', family: '1', cohort: '2022-01-01' })
    const late = aJudgedRow({ id: '1', family: 'parent#tide', cohort: '2023-01-01' })
    const joined = joinFamilies([early, late])
    expect(joined.map(({ family }) => family)).toEqual(['parent#tide', 'parent#tide'])
    expect(joinFamilies([late, early]).map(({ family }) => family)).toEqual([
      'parent#tide',
      'parent#tide',
    ])
  })
})
