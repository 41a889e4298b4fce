import { describe, expect, test } from 'vitest'
import { METHODOLOGY } from '../score/methodology.ts'
import { yearlyLosses } from '../score/signals/kind-losses.ts'
import { aJudgedRow } from './fixtures/judged-row.ts'
import { knownOn } from './kind-rates.ts'
import { IN_FORCE } from './score-cohort.ts'

const lost = (id: string, day: string, activity = 'lending') =>
  aJudgedRow({
    id,
    activity,
    cohort: '2023-01-01',
    event: { day, lossUsd: 1, cause: 'contract', names: ['a'], incidents: [] },
  })

/** What is known on a day of these rows. */
const known = (day: string, ...rows: ReturnType<typeof lost>[]) =>
  knownOn(day, IN_FORCE, { rows, horizonDays: 365 }).method

describe(knownOn, () => {
  test('losses up to the day count, with the years up to it, and later ones do not', () => {
    const { activities, kindLosses } = known(
      '2023-07-01',
      lost('1', '2023-03-02'),
      lost('2', '2023-07-02'),
    )
    const years = (60 + 181) / 365.25
    expect(activities.lending).toMatchObject({ losses: 1 })
    expect(activities.lending?.protocolYears).toBeCloseTo(years, 5)
    expect(kindLosses).toMatchObject({ losses: 1, until: '2023-07-01' })
    expect(activities.dex).toMatchObject({ losses: 0, protocolYears: 0 })
  })

  test('what happens after the day changes nothing', () => {
    const rows = [lost('1', '2023-03-02'), lost('2', '2023-08-01'), lost('3', '2023-12-01', 'dex')]
    const others = [
      rows[0] as (typeof rows)[0],
      lost('2', '2023-09-09'),
      lost('3', '2023-10-10', 'dex'),
    ]
    expect(known('2023-07-01', ...rows)).toEqual(known('2023-07-01', ...others))
  })

  test('on the day of the first cohort every kind counts as the average', () => {
    const first = known('2023-01-01', lost('1', '2023-03-02'))
    const average = (100 * METHODOLOGY.kindLosses.losses) / METHODOLOGY.kindLosses.protocolYears
    for (const activity of Object.values(first.activities)) {
      expect(yearlyLosses(activity, first)).toBeCloseTo(average, 10)
    }
  })

  test('the constants of the methodology stay as they are', () => {
    const before = structuredClone(METHODOLOGY.activities)
    known('2023-07-01', lost('1', '2023-03-02'))
    expect(METHODOLOGY.activities).toEqual(before)
  })
})
