import { describe, expect, test } from 'vitest'
import { isAccountView, type UsageView } from './account-view.ts'
import {
  formatKeysInUse,
  formatLastUsed,
  formatMonth,
  formatResets,
  formatRevoked,
  isSameAddress,
  nameProblem,
} from './words.ts'

const groups = { protocols: 0, wallet: 0, screener: 0, other: 0 }
const month = (total: number, utilization: number) =>
  formatMonth({
    total_requests: total,
    quota: 100_000,
    quota_utilization_pct: utilization,
  } as UsageView)
const key = { revokedAt: null } as never

describe('words', () => {
  test('the month is measured against a quota that refuses nothing', () => {
    expect(month(4_036, 4.036)).toBe(
      '4,036 of 100,000 requests that the plan includes this month, 4.0 %. Past that number requests are still answered: only the limits of a minute and a day refuse any.',
    )
    expect(month(100_000, 100)).toContain('Past that number')
    expect(month(250_000, 250)).toContain(
      '250 %. The limit of a month is not enforced: requests are still answered',
    )
    expect(month(500, 0.5)).toContain(', 0.50 %')
    expect(month(3, 0.003)).toContain('under 0.01 %')
    expect(month(0, 0)).toContain(', 0 %')
  })

  test('the counters begin again at full minutes, days and months of UTC', () => {
    expect(formatResets(Date.UTC(2026, 11, 31, 20, 58))).toEqual({
      minute: 'with each full minute',
      day: 'at 00:00 UTC, 3 h 2 min from now',
      month: 'on 1 Jan 2027, 00:00 UTC',
    })
    expect(formatResets(Date.UTC(2026, 11, 31, 23, 59, 59, 999)).day).toContain('1 min')
  })

  test('a key was used on a day, not yet, or not since the first of last month', () => {
    const createdAt = '2026-01-05T00:00:00.000Z'
    expect(formatLastUsed({ lastUsedDay: '2026-11-22', createdAt }, '2026-11-22')).toBe('today')
    expect(formatLastUsed({ lastUsedDay: '2026-11-20', createdAt }, '2026-11-22')).toBe(
      '20 Nov 2026',
    )
    const unused = { lastUsedDay: null, createdAt }
    expect(formatLastUsed(unused, '2026-11-22')).toBe('not since 1 Oct 2026')
    expect(formatLastUsed(unused, '2026-02-01')).toBe('not yet')
  })

  test('the places for keys count what is not revoked', () => {
    const revoked = { revokedAt: '2026-11-20T00:00:00.000Z' } as never
    expect(formatKeysInUse({ keys: [key, revoked], mostKeys: 5 })).toBe('1 of 5 keys in use.')
    expect(formatKeysInUse({ keys: [key, key], mostKeys: 2 })).toContain('Revoke one')
  })

  test('a revoked key is refused at once, or the page says how late', () => {
    expect(formatRevoked(1)).toBe('refused at once')
    expect(formatRevoked(60)).toBe('refused everywhere within 60 seconds')
  })

  test('an address to confirm is compared as its chain does', () => {
    expect(isSameAddress('0xAB', '0xab')).toBe(true)
    expect(isSameAddress('jb', 'JB')).toBe(false)
  })

  test('a name needs letters, and no more than forty', () => {
    expect(nameProblem('backend')).toBeNull()
    expect(nameProblem('🐧'.repeat(40))).toBeNull()
    for (const wrong of ['', 'x'.repeat(41), 'a\u0007b']) expect(nameProblem(wrong)).toMatch(/\.$/)
  })
})

test('an account that lacks a list or an object is not one', () => {
  const data = {
    account: { address: '0xab' },
    ...{ keys: [], days: [], webhooks: [] },
    ...{ limits: {}, usage: { breakdown: groups } },
  }
  expect(isAccountView(data)).toBe(true)
  for (const name of Object.keys(data)) {
    expect(isAccountView({ ...data, [name]: null }), name).toBe(false)
  }
  expect(isAccountView({ ...data, webhooks: [{ deliveries: [] }] })).toBe(false)
})
