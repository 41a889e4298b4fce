import { describe, expect, test } from 'vitest'
import { judge } from './bars.ts'
import { FIGURES, type FigureId, type Ranking, type Result } from './report.ts'

const NONE = { value: null, low: null, high: null }

interface Given {
  events?: number
  severe?: number
  figures?: Partial<Record<FigureId, number | null>>
  low?: number
  /** By how much the score is ahead of its two baselines, with the interval. */
  ahead?: [value: number, low: number, high: number][]
}

const GOOD: Record<FigureId, number> = {
  any: 0.66,
  severe: 0.67,
  within: 0.62,
  withinSevere: 0.6,
  withinHalves: 0.6,
  activityShare: 0.7,
  activityShareOverall: 0.65,
  topFifthLoss: 0.45,
  tvlCorrelation: -0.2,
}

function baseline(id: string, [value, low, high]: [number, number, number]): Ranking {
  const ahead = { value, low, high }
  return {
    id,
    label: id,
    matched: { any: NONE, severe: NONE },
    within: NONE,
    ahead: { any: ahead, severe: ahead, within: NONE },
    plain: { any: NONE, severe: NONE },
    averagePrecision: { any: null, severe: null },
    topFifthLoss: null,
    tvlCorrelation: null,
  }
}

function result({ events = 60, severe = 40, figures = {}, low = 0.501, ahead }: Given): Result {
  const of = (id: FigureId) => {
    const value = figures[id] === undefined ? GOOD[id] : figures[id]
    return value === null ? NONE : { value, low, high: 0.9 }
  }
  const given = ahead ?? [
    [0.1, 0.01, 0.2],
    [0.2, 0.1, 0.3],
  ]
  return {
    rows: 1_000,
    events,
    severe,
    withoutAmount: 0,
    families: 900,
    figures: Object.fromEntries(FIGURES.map((id) => [id, of(id)])) as Result['figures'],
    rankings: [
      { ...baseline('score', [0, 0, 0]), ahead: null },
      ...given.map((one, index) => baseline(`baseline-${index}`, one)),
    ],
    levels: [],
    dimensions: [],
    causes: [],
    years: [],
  }
}

function verdicts(given: Given) {
  return Object.fromEntries(judge(result(given)).map(({ id, verdict }) => [id, verdict]))
}

describe(judge, () => {
  test('everything passes at its mark', () => {
    expect(new Set(Object.values(verdicts({})))).toEqual(new Set(['pass']))
    expect(Object.keys(verdicts({}))).toHaveLength(8)
  })

  test.each<[string, Given, string]>([
    ['any', { figures: { any: 0.659 } }, 'fail'],
    ['any', { low: 0.5 }, 'fail'],
    ['any', { figures: { any: null } }, 'inconclusive'],
    ['severe', { figures: { severe: 0.669 } }, 'fail'],
    ['severe', { severe: 29 }, 'inconclusive'],
    ['within', { figures: { within: 0.619 } }, 'fail'],
    ['within', { low: 0.5 }, 'fail'],
    ['top-fifth', { figures: { topFifthLoss: 0.449 } }, 'fail'],
    ['activity', { figures: { activityShare: 0.701 } }, 'fail'],
    ['activity', { figures: { activityShareOverall: 0.9 } }, 'pass'],
    ['size', { figures: { tvlCorrelation: 0.21 } }, 'fail'],
    ['size', { figures: { tvlCorrelation: -0.3 } }, 'fail'],
  ])('%s with %j is %s', (id, given, verdict) => {
    expect(verdicts(given)[id]).toBe(verdict)
  })

  test('fewer than 45 events decide nothing, however good or bad the figure is', () => {
    for (const any of [0.3, 0.9]) {
      const few = verdicts({ events: 44, figures: { any, within: any, topFifthLoss: any } })
      for (const id of ['any', 'within', 'baselines-any', 'top-fifth']) {
        expect(few[id]).toBe('inconclusive')
      }
    }
    expect(verdicts({ severe: 29 })['baselines-severe']).toBe('inconclusive')
  })

  test('a baseline that the score is not ahead of beyond chance leaves it open, and is named', () => {
    const given = result({
      ahead: [
        [0.1, 0.01, 0.2],
        [0.05, -0.01, 0.11],
      ],
    })
    const bar = judge(given).find(({ id }) => id === 'baselines-any')
    expect(bar?.verdict).toBe('inconclusive')
    expect(bar?.reason).toBe(
      'ahead of 1 of 2 beyond chance; not of baseline-1 0.050 [-0.010, 0.110]',
    )
  })

  test('a baseline that is ahead of the score beyond chance fails the mark', () => {
    const behind: Given = {
      ahead: [
        [0.1, 0.01, 0.2],
        [-0.1, -0.2, -0.01],
      ],
    }
    expect(verdicts(behind)).toMatchObject({ 'baselines-any': 'fail', 'baselines-severe': 'fail' })
  })
})
