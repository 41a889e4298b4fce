import { describe, expect, test } from 'vitest'
import { afterAttempt, WAITS } from './retry.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const HOUR = 3_600_000

function settledAfter(given: {
  status?: number | null
  problem?: string | null
  retryAfter?: number | null
  attempts?: number
  random?: number
}) {
  const {
    status = 503,
    problem = 'status 503',
    retryAfter = null,
    attempts = 1,
    random = 0,
  } = given
  const attempt = { at: new Date(NOW).toISOString(), status, problem }
  const settled = afterAttempt(
    { attempt, retryAfter, isGone: status === 410 },
    { attempts, now: NOW, random: () => random },
  )
  expect(settled).toMatchObject({ attempts, lastAttempt: attempt })
  return [settled.status, settled.dueAt - NOW]
}

describe(afterAttempt, () => {
  test('waits longer after each of eight failures, and gives up after the ninth', () => {
    const waits = WAITS.map((_, n) => settledAfter({ attempts: n + 1 }))
    expect(waits).toEqual(WAITS.map((wait) => ['waiting', wait]))
    expect(WAITS.map((wait) => wait / 60_000)).toEqual([1, 5, 15, 60, 180, 360, 720, 1_440])
    expect(settledAfter({ attempts: 9 })).toEqual(['given-up', 0])
  })

  test.each([
    [0, 60_000],
    [0.5, 63_000],
    [0.999_999, 66_000],
  ])('a wait of a minute by the chance of %d is %d ms: never shorter', (random, wait) => {
    expect(settledAfter({ random })).toEqual(['waiting', wait])
  })

  test.each([
    ['less than the wait', 30, 60_000],
    ['longer', 120, 120_000],
    ['a day', 86_400, 24 * HOUR],
    ['over a day', 86_401, 24 * HOUR],
  ])('a receiver may ask for a later attempt: %s', (_, retryAfter, wait) => {
    expect(settledAfter({ retryAfter })).toEqual(['waiting', wait])
  })

  test.each([
    ['delivered', { status: 204, problem: null, attempts: 9 }],
    ['given-up', { status: 410, problem: 'status 410' }],
  ])('is over at once: %s', (status, given) => {
    expect(settledAfter(given)).toEqual([status, 0])
  })
})
