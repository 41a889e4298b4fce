import { describe, expect, test } from 'vitest'
import { rateHeaders, retryAfter } from './rate-headers.ts'

const limits = { burst: 60, daily: 1_000 }
const noon = Date.UTC(2026, 0, 15, 12, 0, 0)
const midnight = Date.UTC(2026, 0, 16)

const standing = (burstUsed: number, dailyUsed: number, now: number) => ({
  limits,
  used: { admitted: true, burstUsed, dailyUsed },
  now,
})

describe(rateHeaders, () => {
  test('X-RateLimit has the day and X-RateLimit-Burst the minute', () => {
    expect(rateHeaders(standing(1, 41, noon + 15_000))).toEqual({
      'X-RateLimit-Limit': '1000',
      'X-RateLimit-Remaining': '959',
      'X-RateLimit-Reset': String(midnight / 1_000),
      'X-RateLimit-Burst-Limit': '60',
      'X-RateLimit-Burst-Remaining': '59',
      'RateLimit-Policy': '"minute";q=60;w=60, "day";q=1000;w=86400',
      RateLimit: '"minute";r=59;t=45, "day";r=959;t=43185',
    })
  })

  test('the remaining requests are never below zero, even after limits were lowered', () => {
    const headers = rateHeaders(standing(61, 1_200, noon))
    expect(headers['X-RateLimit-Remaining']).toBe('0')
    expect(headers['X-RateLimit-Burst-Remaining']).toBe('0')
  })

  test('on the stroke of midnight the next day begins', () => {
    const before = rateHeaders(standing(1, 1, midnight - 1))
    const after = rateHeaders(standing(1, 1, midnight))
    expect(before['X-RateLimit-Reset']).toBe(String(midnight / 1_000))
    expect(before.RateLimit).toBe('"minute";r=59;t=1, "day";r=999;t=1')
    expect(after['X-RateLimit-Reset']).toBe(String(midnight / 1_000 + 86_400))
    expect(after.RateLimit).toBe('"minute";r=59;t=60, "day";r=999;t=86400')
  })
})

describe(retryAfter, () => {
  test.each([
    [0, 60],
    [1, 60],
    [999, 60],
    [1_000, 59],
    [59_000, 1],
    [59_999, 1],
  ])('a full minute refuses to its end: %i ms in, %i s', (ms, seconds) => {
    expect(retryAfter(standing(60, 100, noon + ms))).toBe(seconds)
  })

  test('a full day refuses to midnight, also when the minute is full too', () => {
    expect(retryAfter(standing(0, 1_000, noon))).toBe(43_200)
    expect(retryAfter(standing(60, 1_000, noon))).toBe(43_200)
  })
})
