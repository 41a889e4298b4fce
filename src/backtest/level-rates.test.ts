import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import type { RiskLevel } from '../domain/risk-level.ts'
import { exposuresOf, levelRatesOf } from './level-rates.ts'

const OPTIONS = { horizonDays: 365, until: '2024-06-30', resamples: 200, seed: 1 }

type Row = Parameters<typeof exposuresOf>[0][number]

function aRow(given: Partial<Row> & { lostOn?: string } = {}): Row {
  const { lostOn, ...rest } = given
  const event = lostOn
    ? { day: lostOn, lossUsd: 1, cause: 'contract' as const, names: ['a'], incidents: [] }
    : null
  const id = given.id ?? '1'
  const fixed = {
    cohort: '2023-01-01',
    level: 'low' as RiskLevel,
    activity: 'dex',
    isSevere: false,
  }
  return { ...fixed, id, family: id, event, ...rest }
}

describe(exposuresOf, () => {
  test('a year without a loss counts whole', () => {
    expect(exposuresOf([aRow()], OPTIONS)).toEqual([
      { level: 'low', activity: 'dex', family: '1', years: 365 / 365.25, any: 0, severe: 0 },
    ])
  })

  test('a loss ends it, and counts as severe when it is', () => {
    const [exposure] = exposuresOf([aRow({ lostOn: '2023-01-31', isSevere: true })], OPTIONS)
    expect(exposure).toMatchObject({ years: 30 / 365.25, any: 1, severe: 1 })
  })

  test('a loss in the windows of two cohorts counts once, at the newer level', () => {
    const rows = [
      aRow({ cohort: '2023-07-01', level: 'high', lostOn: '2023-08-01' }),
      aRow({ cohort: '2023-01-01', level: 'low', lostOn: '2023-08-01' }),
    ]
    expect(exposuresOf(rows, OPTIONS)).toMatchObject([
      { level: 'low', years: 181 / 365.25, any: 0 },
      { level: 'high', years: 31 / 365.25, any: 1 },
    ])
  })

  test('a protocol that is gone by the next cohort stays at risk at its last level', () => {
    const rows = [aRow({ lostOn: '2023-08-01' }), aRow({ id: '2', cohort: '2023-07-01' })]
    expect(exposuresOf(rows, OPTIONS)[0]).toMatchObject({ years: 212 / 365.25, any: 1 })
  })

  test('nothing is at risk after the last day of incidents', () => {
    expect(exposuresOf([aRow({ cohort: '2024-06-20' })], OPTIONS)[0]?.years).toBe(10 / 365.25)
  })

  test('no day of a protocol counts twice', () => {
    const cohort = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2022-01-01', days))
    fc.assert(
      fc.property(fc.uniqueArray(cohort, { minLength: 1, maxLength: 6 }), (cohorts) => {
        const exposures = exposuresOf(
          cohorts.map((each) => aRow({ cohort: each })),
          OPTIONS,
        )
        const years = exposures.reduce((sum, exposure) => sum + exposure.years, 0)
        const days = new Set(
          cohorts.flatMap((first) =>
            Array.from({ length: 365 }, (_, ahead) => addDays(first, ahead + 1)).filter(
              (day) => day <= OPTIONS.until,
            ),
          ),
        )
        expect(years * 365.25).toBeCloseTo(days.size, 6)
      }),
      { numRuns: 30 },
    )
  })
})

describe(levelRatesOf, () => {
  /** `count` protocols of a level for a year, of which the first `lost` lose funds on the last day of it. */
  const group = (level: RiskLevel, count: number, lost: number): Row[] =>
    Array.from({ length: count }, (_, index) =>
      aRow({
        id: `${level}-${index}`,
        level,
        ...(index < lost ? { lostOn: '2024-01-01', isSevere: index % 2 === 0 } : {}),
      }),
    )
  const rates = (rows: Row[]) =>
    new Map(levelRatesOf(rows, OPTIONS).map((rate) => [rate.level, rate]))

  test('a rate is events for each year at risk, with its exact interval and the number of cases', () => {
    const { protocolYears, any, severe } = rates(group('low', 731, 10)).get('low') ?? {}
    expect(protocolYears).toBeCloseTo((731 * 365) / 365.25, 5)
    expect(any?.events).toBe(10)
    expect(any?.value).toBeCloseTo(10 / ((731 * 365) / 365.25), 6)
    expect(any?.low).toBeCloseTo(4.795 / ((731 * 365) / 365.25), 5)
    expect(severe?.events).toBe(5)
  })

  test('levels that differ tenfold are separable, and equal ones are not', () => {
    const rows = [
      ...group('low', 400, 6),
      ...group('moderate', 400, 60),
      ...group('elevated', 400, 62),
    ]
    const all = rates(rows)
    expect(all.get('moderate')?.ratio.any?.value).toBeCloseTo(10, 5)
    expect(all.get('moderate')?.ratio.any?.low).toBeGreaterThan(1)
    expect(all.get('elevated')?.ratio.any?.low).toBeLessThan(1)
    expect(all.get('elevated')?.ratio.any?.high).toBeGreaterThan(1)
  })

  test('a level that lost no more often than the one below it has one rate with it, and a level without a rate separates nothing', () => {
    const rows = [
      ...group('low', 400, 40),
      ...group('elevated', 400, 60),
      ...group('high', 400, 20),
    ]
    const all = rates([...rows, ...group('moderate', 2, 2)])
    expect(all.get('low')?.merged?.levels).toEqual(['low', 'elevated', 'high'])
    expect(all.get('high')?.merged).toEqual(all.get('low')?.merged)
    expect(all.get('elevated')?.merged?.any?.events).toBe(120)
    expect(all.get('elevated')?.any?.events).toBe(60)
    expect(all.get('moderate')?.merged).toBeNull()
  })

  test('merged or not, rates rise from level to level, and every loss counts once', () => {
    const lost = fc.integer({ min: 0, max: 30 })
    fc.assert(
      fc.property(fc.tuple(lost, lost, lost, lost), ([a, b, c, d]) => {
        const rows = [
          ...group('very-low', 30, a),
          ...group('low', 30, b),
          ...group('moderate', 30, c),
          ...group('high', 30, d),
        ]
        const shown = levelRatesOf(rows, { ...OPTIONS, resamples: 1 }).flatMap(
          ({ merged, any }) => (merged ?? { any }).any ?? [],
        )
        const rising = [...new Map(shown.map((rate) => [rate.value, rate])).values()]
        expect(rising.map(({ value }) => value)).toEqual(
          rising.map(({ value }) => value).toSorted((x, y) => x - y),
        )
        expect(rising.reduce((sum, { events }) => sum + events, 0)).toBe(a + b + c + d)
      }),
      { numRuns: 40 },
    )
  })

  test('a level with fewer than five events is not compared, and one without protocols has no rate', () => {
    const all = rates([...group('low', 400, 4), ...group('moderate', 400, 60)])
    expect(all.get('moderate')?.ratio.any).toBeNull()
    expect(all.get('low')?.ratio.any).toBeNull()
    expect(all.get('high')).toMatchObject({ protocolYears: 0, any: null, severe: null })
  })

  test('losses that come in one family widen the interval of the ratio', () => {
    const lone = [...group('low', 200, 10), ...group('moderate', 200, 30)]
    const joined = lone.map((row) =>
      row.event && row.level === 'moderate'
        ? { ...row, family: `f-${Number(row.id.split('-')[1]) % 3}` }
        : row,
    )
    const [a, b] = [lone, joined].map((rows) => rates(rows).get('moderate')?.ratio.any)
    const width = (each: typeof a) => (each?.high ?? 1e9) - (each?.low ?? 0)
    expect(width(b)).toBeGreaterThan(width(a))
  })
})
