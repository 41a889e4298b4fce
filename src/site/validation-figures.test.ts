import { describe, expect, test } from 'vitest'
import { judge } from '../backtest/bars.ts'
import { type EarlierReport, FIGURES, type FigureId } from '../backtest/report.ts'
import {
  aheadOf,
  differenceRows,
  earlierOf,
  figureRows,
  percents,
  signedInterval,
} from './validation-figures.ts'
import { developmentReport, primaryOf, registeredReport } from './validation-page.ts'

const DEVELOPMENT = developmentReport()
const REGISTERED = registeredReport()
const POOLED = primaryOf(DEVELOPMENT).pooled

describe(figureRows, () => {
  test('has every figure of both runs, with its interval', () => {
    const rows = figureRows(DEVELOPMENT, REGISTERED)
    expect(rows).toHaveLength(FIGURES.length)
    for (const [index, id] of FIGURES.entries()) {
      expect(rows[index]?.development.estimate).toEqual(POOLED.figures[id])
      expect(rows[index]?.development.text).toMatch(/ \[.+, .+\]$/)
    }
  })
})

describe(differenceRows, () => {
  test('has every ranking but the score, on an axis that holds the pooled intervals', () => {
    const rows = differenceRows(POOLED)
    expect(rows).toHaveLength(POOLED.rankings.length - 1)
    for (const { any, severe } of rows) {
      for (const { estimate, axis } of [any, severe]) {
        expect(estimate.low).toBeGreaterThanOrEqual(axis.from)
        expect(estimate.high).toBeLessThanOrEqual(axis.to)
      }
    }
  })
})

describe(aheadOf, () => {
  test('counts as the bars of the report do', () => {
    for (const label of ['any', 'severe'] as const) {
      const bar = DEVELOPMENT.bars.find(({ id }) => id === `baselines-${label}`)
      const { of, others } = aheadOf(POOLED, label)
      expect(bar?.reason).toContain(`ahead of ${of} beyond chance`)
      expect(others).toHaveLength(7 - Number(of[0]))
    }
  })
})

describe(earlierOf, () => {
  const { sha256 } = DEVELOPMENT.methodology

  test('is null without an earlier methodology, and when it is the same one', () => {
    expect(earlierOf({ ...DEVELOPMENT, against: null })).toBeNull()
    expect(earlierOf({ ...DEVELOPMENT, against: { version: '0.0.1', sha256 } })).toBeNull()
  })

  test('has every figure before, now, and the difference', () => {
    const against = { version: '0.0.1', sha256: 'another' }
    const compared = earlierOf({ ...DEVELOPMENT, against })
    expect(compared?.version).toBe('0.0.1')
    expect(compared?.rows).toHaveLength(FIGURES.length)
    expect(compared?.rows[0]?.before).toMatch(/^0\.\d\d \[/)
  })

  /** The verdict on one figure that went from one value to another, without doubt. */
  const verdictOn = (id: FigureId, before: number, now: number) => {
    const sure = (value: number) => ({ value, low: value, high: value })
    const report = structuredClone(DEVELOPMENT)
    const { earlier, pooled } = primaryOf(report)
    if (!earlier) throw new Error('the report compares with an earlier version')
    const set = (part: 'before' | 'now' | 'differences', value: number) =>
      Object.assign(earlier[part], { [id]: sure(value) }) satisfies EarlierReport['now']
    set('before', before)
    set('now', now)
    set('differences', now - before)
    Object.assign(pooled.figures, { [id]: sure(now) })
    const index = FIGURES.indexOf(id)
    return { verdict: earlierOf(report)?.rows[index]?.verdict, bars: judge(pooled) }
  }

  test.each([
    ['any', 'any', 0.9, 0.1],
    ['severe', 'severe', 0.9, 0.1],
    ['within', 'within', 0.9, 0.1],
    ['topFifthLoss', 'top-fifth', 0.9, 0.1],
    ['activityShare', 'activity', 0.1, 0.9],
    ['tvlCorrelation', 'size', -0.1, 0.9],
    ['tvlCorrelation', 'size', 0.1, -0.9],
  ] as const)('calls %s better and worse as its pass mark does', (id, bar, good, bad) => {
    const [better, worse] = [verdictOn(id, bad, good), verdictOn(id, good, bad)]
    const markOf = ({ bars }: typeof better) => bars.find((one) => one.id === bar)?.verdict
    expect([better.verdict, markOf(better)]).toEqual(['better', 'pass'])
    expect([worse.verdict, markOf(worse)]).toEqual(['worse', 'fail'])
  })

  test('calls nothing better or worse that chance may have done', () => {
    expect(verdictOn('any', 0.5, 0.5).verdict).toBe('not beyond chance')
  })
})

describe('figures in words', () => {
  test('a difference has its sign, and nothing has none', () => {
    expect(signedInterval({ value: 0.066, low: -0.04, high: 0.18 })).toBe('+0.066 [−0.040, +0.180]')
    expect(signedInterval({ value: 0, low: -0.0001, high: 0.0004 })).toBe('0.000 [0.000, 0.000]')
    expect(signedInterval({ value: null, low: null, high: null })).toBe('–')
  })

  test('a share is in whole percent', () => {
    expect(percents({ value: 0.484, low: 0.36, high: 0.638 })).toBe('48\u00a0% [36, 64]')
    expect(percents({ value: null, low: null, high: null })).toBe('–')
  })
})
