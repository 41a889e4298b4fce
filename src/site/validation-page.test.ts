import { describe, expect, test } from 'vitest'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import {
  chanceCount,
  developmentReport,
  forestGroups,
  formatVerdict,
  inseparableLevels,
  interval,
  levelRows,
  lossCount,
  partsOf,
  primaryOf,
  registeredReport,
  scoredMisses,
  scoreOf,
  unscoredMisses,
} from './validation-page.ts'

const DEVELOPMENT = developmentReport()
const REGISTERED = registeredReport()
const POOLED = primaryOf(DEVELOPMENT).pooled

describe(forestGroups, () => {
  const groups = forestGroups(DEVELOPMENT, REGISTERED)

  test('shows the pooled figures, every development cohort and the registered one', () => {
    expect(groups.map(({ title }) => title)).toEqual([
      '5 development cohorts pooled',
      'Development, 1 Jan 2022',
      'Development, 1 Jul 2022',
      'Development, 1 Jan 2023',
      'Development, 1 Jul 2023',
      'Development, 12 Sep 2023',
      'Registered, 11 Mar 2024',
    ])
    expect(groups[0]?.events).toBe(POOLED.events)
  })

  test('marks exactly the baselines at or above the score', () => {
    for (const { rankings } of groups) {
      const own = rankings.find(({ isScore }) => isScore)?.any.value ?? Number.NaN
      for (const { isScore, isAhead, any } of rankings) {
        expect(isAhead).toBe(!isScore && (any.value ?? 0) >= own)
      }
    }
  })
})

describe(formatVerdict, () => {
  test.each([
    [{ value: 0.4, low: 0.3, high: 0.49 }, 'worse than chance'],
    [{ value: 0.4, low: 0.1, high: 0.6 }, /^worse than chance, but/],
    [{ value: 0.55, low: 0.45, high: 0.6 }, 'not distinguishable from chance'],
    [{ value: 0.6, low: 0.51, high: 0.7 }, 'better than chance'],
    [{ value: null, low: null, high: null }, 'too few events to judge'],
  ])('of %j says %s', (estimate, words) => {
    expect(formatVerdict(estimate, 100)).toMatch(words)
  })

  test('says so when there are few events', () => {
    const estimate = { value: 0.7, low: 0.51, high: 0.9 }
    expect(formatVerdict(estimate, 9)).toBe('better than chance; few events')
  })
})

describe('what the page says in words', () => {
  test('holds: lost keys are not distinguished from chance', () => {
    const { keys } = partsOf(POOLED)
    expect(keys?.any.low).toBeLessThan(0.5)
    expect(keys?.any.high).toBeGreaterThan(0.5)
  })

  test('holds: every dimension ranks like the composite, because what was not read is assumed to be like what was', () => {
    expect(partsOf(POOLED).mute).toEqual([])
  })

  test('holds: most of the comparisons that single cohorts lose are of 2022', () => {
    const lost = forestGroups(DEVELOPMENT, REGISTERED)
      .filter(({ title }) => title.startsWith('Development,'))
      .map(({ title, rankings }) => ({
        is2022: title.endsWith('2022'),
        count: rankings.filter(({ isAhead }) => isAhead).length,
      }))
    const sum = (list: typeof lost) => list.reduce((total, { count }) => total + count, 0)
    expect(sum(lost.filter(({ is2022 }) => is2022)) * 2).toBeGreaterThan(sum(lost))
  })

  test('holds: the score ranks better than chance, and far from perfectly', () => {
    const { value, low } = scoreOf(POOLED.rankings)?.matched.any ?? { value: null, low: null }
    expect(low).toBeGreaterThan(0.5)
    expect(value).toBeLessThan(0.8)
    expect(chanceCount([DEVELOPMENT, REGISTERED])).toMatchObject({ all: 6 })
    expect(primaryOf(REGISTERED).pooled.events).toBeLessThan(45)
  })
})

describe(inseparableLevels, () => {
  const rate = (level: 'low' | 'moderate' | 'high', low: number | null, years = 100) => ({
    level,
    protocolYears: years,
    any: null,
    severe: null,
    merged: null,
    ratio: { any: low === null ? null : { value: 2, low, high: 3 }, severe: null },
  })
  const of = (...levelRates: ReturnType<typeof rate>[]) => {
    const [first, ...others] = DEVELOPMENT.universes
    if (!first) throw new Error('a report has a universe')
    const report = { ...DEVELOPMENT, universes: [{ ...first, levelRates }, ...others] }
    return inseparableLevels(report).map(({ levels }) => levels.map(({ level }) => level))
  }

  test('are neighbours whose ratio of rates may be 1 or is not known, among levels with rows', () => {
    expect(of(rate('low', null), rate('moderate', 1.2), rate('high', 0.9))).toEqual([
      ['moderate', 'high'],
    ])
    expect(of(rate('low', null), rate('moderate', null))).toEqual([['low', 'moderate']])
    expect(of(rate('low', null, 0), rate('moderate', null))).toEqual([])
  })
})

describe('the tables', () => {
  test('hold every level, and the longest bar is whole', () => {
    const rows = levelRows(POOLED)
    expect(rows.map(({ level }) => level)).toEqual([...RISK_LEVELS])
    expect(Math.max(...rows.map(({ rateBar }) => rateBar))).toBe(1)
    expect(rows.reduce((sum, { events }) => sum + events, 0)).toBe(POOLED.events)
  })

  test('name every miss, with a score or under its reason', () => {
    const scored = scoredMisses(DEVELOPMENT)
    const unscored = unscoredMisses(DEVELOPMENT).flatMap(({ names }) => names)
    expect(scored.length + unscored.length).toBe(DEVELOPMENT.misses.length)
    expect(lossCount(scored)).toBeLessThan(scored.length)
    expect(unscoredMisses(DEVELOPMENT).every(({ reason }) => /^[A-Z].*\.$/.test(reason))).toBe(true)
  })

  test('give an interval with its figure, and a dash for none', () => {
    expect(interval({ value: 0.624, low: 0.554, high: 0.703 })).toBe('0.62 [0.55, 0.70]')
    expect(interval({ value: null, low: null, high: null })).toBe('–')
  })
})
