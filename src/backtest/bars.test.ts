import { describe, expect, test } from 'vitest'
import { judge } from './bars.ts'
import type { Ranking, Result } from './report.ts'

const GOOD = { events: 60, severe: 40, any: 0.66, low: 0.58, severeAuc: 0.6, top: 0.4, size: 0.1 }

const NONE = { value: null, low: null, high: null }

function ranking(id: string, given: Partial<typeof GOOD> = {}): Ranking {
  const { any, low, severeAuc, top, size } = { ...GOOD, ...given }
  return {
    id,
    label: id,
    matched: {
      any: { value: any, low, high: 0.9 },
      severe: { value: severeAuc, low: 0.5, high: 0.7 },
    },
    plain: { any: NONE, severe: NONE },
    averagePrecision: { any: null, severe: null },
    topFifthLoss: top,
    tvlCorrelation: size,
  }
}

function result(given: Partial<typeof GOOD> = {}, baseline = 0.5): Result {
  return {
    rows: 1_000,
    events: given.events ?? GOOD.events,
    severe: given.severe ?? GOOD.severe,
    withoutAmount: 0,
    families: 900,
    rankings: [ranking('score', given), ranking('tvl', { any: baseline })],
    levels: [],
    dimensions: [],
    causes: [],
    years: [],
  }
}

function verdicts(given: Partial<typeof GOOD>, baseline?: number) {
  const one = result(given, baseline)
  return Object.fromEntries(
    judge(one, [{ day: '2023-01-01', result: one }]).map(({ id, verdict }) => [id, verdict]),
  )
}

describe(judge, () => {
  test('everything passes at its bar', () => {
    const edge = { any: 0.62, low: 0.501, severeAuc: 0.58, top: 0.35, size: -0.2 }
    expect(new Set(Object.values(verdicts(edge)))).toEqual(new Set(['pass']))
  })

  test.each([
    ['any', { any: 0.55 }, 'fail'],
    ['any', { any: 0.61 }, 'inconclusive'],
    ['any', { any: 0.7, low: 0.5 }, 'inconclusive'],
    ['severe', { severeAuc: 0.57 }, 'fail'],
    ['severe', { severe: 29 }, 'inconclusive'],
    ['top-fifth', { top: 0.34 }, 'fail'],
    ['size', { size: 0.21 }, 'fail'],
    ['size', { size: -0.3 }, 'fail'],
  ])('%s with %j is %s', (id, given, verdict) => {
    expect(verdicts(given)[id]).toBe(verdict)
  })

  test('fewer than 45 events decide nothing, however good the figure is', () => {
    const few = verdicts({ events: 44, any: 0.9 })
    expect(few).toMatchObject({ any: 'inconclusive', baselines: 'inconclusive' })
    expect(few['top-fifth']).toBe('inconclusive')
  })

  test('a baseline that is level in one cohort fails the bar, and is named', () => {
    const one = result({}, 0.66)
    const bars = judge(one, [
      { day: '2022-01-01', result: result() },
      { day: '2023-01-01', result: one },
    ])
    const bar = bars.find(({ id }) => id === 'baselines')
    expect(bar?.verdict).toBe('fail')
    expect(bar?.reason).toBe(
      'ahead in 1 of 2 comparisons; not of tvl 0.660 against 0.660 on 2023-01-01',
    )
  })
})
