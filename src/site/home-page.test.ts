import { describe, expect, test } from 'vitest'
import { stats } from './fixtures/documents.ts'
import { incident, incidents, move, week } from './fixtures/past.ts'
import { indexTrend, largestMoves, newestIncidents } from './home-page.ts'

describe(indexTrend, () => {
  const trend = (delta: number | null, since: string | null = '2026-08-13') =>
    indexTrend({ ...stats, globalRiskDelta7d: delta, globalRiskDelta7dSince: since })

  test('says which way the index moved, to two decimals, and since when', () => {
    expect(trend(0.034)).toBe('0.03 riskier since 13 Aug 2026.')
    expect(trend(-0.1)).toBe('0.10 safer since 13 Aug 2026.')
  })

  test('a move that rounds to nothing is no move', () => {
    expect(trend(0.004)).toBe('Unchanged since 13 Aug 2026.')
  })

  test('without an earlier index it does not say “unchanged”', () => {
    expect(trend(null, null)).toBe('There is no earlier index to compare with.')
  })
})

describe(largestMoves, () => {
  test('are at most six, the largest first, in either direction', () => {
    const moves = [0.1, -0.9, 0.3, 0.2, -0.4, 0.5, 0.6].map((exactDelta) => ({
      ...move,
      exactDelta,
    }))
    expect(largestMoves({ ...week, moves }).map(({ exactDelta }) => exactDelta)).toEqual([
      -0.9, 0.6, 0.5, -0.4, 0.3, 0.2,
    ])
  })

  test('are none without an earlier snapshot', () => {
    expect(largestMoves(null)).toEqual([])
  })
})

describe(newestIncidents, () => {
  test('leaves out losses of unknown protocols and puts the newest first', () => {
    const rows = ['2026-01-01', '2026-03-01', '2026-02-01'].map((day) => ({ ...incident, day }))
    const stranger = { ...incident, day: '2026-04-01', protocol: null }
    expect(
      newestIncidents({ ...incidents, incidents: [...rows, stranger] }).map(({ day }) => day),
    ).toEqual(['2026-03-01', '2026-02-01', '2026-01-01'])
  })
})
