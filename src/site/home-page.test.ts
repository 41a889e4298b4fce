import { describe, expect, test } from 'vitest'
import { stats, summaries } from './fixtures/documents.ts'
import { incident, incidents, move, week } from './fixtures/past.ts'
import {
  endedSentence,
  indexTrend,
  largestMoves,
  largestProtocols,
  newestIncidents,
  olderTvlSentence,
} from './home-page.ts'

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
    expect(trend(null, null)).toBe('There is no index of a week ago to compare with.')
  })
})

test('the largest protocols are at most fifteen, in their order, none of a TVL older than 180 days', () => {
  const rows = summaries
    .slice(0, 1)
    .flatMap((row) => Array.from({ length: 20 }, (_, at) => ({ ...row, id: String(at) })))
  const days = ['2026-04-06', '2026-04-07', null]
  const dated = rows.map((row, at) => ({ ...row, tvlAsOf: days[at] ?? '2026-10-04' }))
  const ids = largestProtocols(dated, '2026-10-04').map(({ id }) => id)
  expect(ids).toEqual(rows.map(({ id }) => id).slice(1, 16))
})

test('what is old of the TVL of all is said, where anything is', () => {
  expect(olderTvlSentence({ ...stats, olderTvlUsd: 6.2e9 })).toBe(
    '$6.20bn of it is more than a year old.',
  )
  expect(olderTvlSentence({ ...stats, olderTvlUsd: 0 })).toBe('')
})

test('how many are not active is said, where any is', () => {
  expect(endedSentence(2)).toBe('Without 2 that are dead, drained or winding down.')
  expect(endedSentence(0)).toBe('')
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

  test('are none that only crossed a rounding limit', () => {
    const moves = [{ ...move, exactDelta: 0.04 }]
    expect(largestMoves({ ...week, moves })).toEqual([])
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
