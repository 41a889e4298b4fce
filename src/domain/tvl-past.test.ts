import { describe, expect, test } from 'vitest'
import { addDays, dayNumber } from './day.ts'
import { known, missing } from './reading.ts'
import { changeSince, weekChange } from './tvl-past.ts'

const DAY = '2024-03-11'
const LAST = dayNumber(DAY)

/** A calm history, with some days replaced: `ago` days before the last to an amount, or to none. */
function history(changed: Record<number, number | null> = {}) {
  const points = Array.from({ length: 60 }, (_, index) => 59 - index).flatMap((ago) => {
    const usd = changed[ago] === undefined ? 100 : changed[ago]
    return usd === null ? [] : [{ day: dayNumber(addDays(DAY, -ago)), usd }]
  })
  return { days: points.map(({ day }) => day), usd: points.map(({ usd }) => usd) }
}

describe(changeSince, () => {
  test.each([
    ['a spike', { 30: 10_000 }],
    ['a spike of three days', { 31: 900, 30: 900, 29: 900 }],
    ['a hole', { 30: 0.1 }],
    ['a day of zero', { 30: 0 }],
    ['a gap', { 31: null, 30: null, 29: null }],
  ])('%s a month ago does not change it', (_, changed) => {
    expect(changeSince(history(changed), LAST, 30, 105)).toBe(0.05)
  })

  test('a move that the days around share counts', () => {
    expect(changeSince(history({ 31: 70, 30: 80, 29: 90 }), LAST, 30, 120)).toBe(0.5)
  })

  test('is not known without a day near it', () => {
    expect(changeSince({ days: [LAST - 26], usd: [100] }, LAST, 30, 105)).toBeNull()
  })
})

describe(weekChange, () => {
  const points = [{ chain: 'Base', section: 'tvl' as const, usd: 110 }]
  const record = (change: number, changed: Record<number, number | null> = {}) => ({
    facts: { tvlChange7d: known(change, DAY, 'test') },
    history: history(changed),
    tvl: known(points, DAY, 'test'),
  })
  const held = { day: DAY, reportedUsd: 9, since: DAY, seen: 1 }

  test("is upstream's where ours agrees", () => {
    expect(weekChange(record(0.1234))).toEqual(known(0.1234, DAY, 'test'))
  })

  test('is ours where upstream measures from a spike', () => {
    expect(weekChange(record(-0.99, { 7: 11_000 }))).toEqual(known(0.1, DAY, 'test'))
  })

  test('is ours, or missing, while TVL is held', () => {
    const given = { ...record(-0.91), tvlHeld: held }
    expect(weekChange(given)).toEqual(known(0.1, DAY, 'test'))
    const young = { ...given, history: { days: [], usd: [] } }
    expect(weekChange(young)).toEqual(missing('refused', 'test'))
  })

  test("is upstream's without a history", () => {
    const young = { ...record(-0.99), history: { days: [], usd: [] } }
    expect(weekChange(young)).toEqual(known(-0.99, DAY, 'test'))
  })
})
