import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isStale, REFRESH_DAYS, staleNotice } from './refresh.ts'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

describe('the refresh', () => {
  test('comes as often as the scheduled function and the guide say', () => {
    const schedule = /schedule: '\d+ \d+ \* \* ([\d,]+)'/.exec(read('functions/rebuild.ts'))
    const days = (schedule?.[1] ?? '').split(',').map(Number)
    const gaps = days.map((day, at) => (days[at + 1] ?? (days[0] ?? 0) + 7) - day)
    expect(Math.max(...gaps)).toBe(REFRESH_DAYS)
    const guide = read('src/content/guides/deploy-to-netlify.md')
    expect(guide).toContain(`after ${2 * REFRESH_DAYS} days without a new snapshot`)
  })

  test('that has failed twice is said in the head of a page, with the age in whole days', () => {
    const at = (text: string) => staleNotice('2026-03-01', 4, Date.parse(text))
    expect(at('2026-03-09T00:00:00Z')).toBeNull()
    expect(at('2026-03-10T23:00:00Z')).toBe('Not current: 9 days old.')
    expect(staleNotice('', Number.NaN, Date.now())).toBeNull()
  })

  test('makes a snapshot stale when it has failed twice, not before', () => {
    const at = (text: string) => isStale('2026-03-01', 4, Date.parse(text))
    expect(at('2026-02-01T00:00:00Z')).toBe(false)
    expect(at('2026-03-09T00:00:00Z')).toBe(false)
    expect(at('2026-03-09T00:00:00.001Z')).toBe(true)
  })

  test('that is never made leaves nothing stale', () => {
    expect(isStale('2020-01-01', null, Date.UTC(2030, 0, 1))).toBe(false)
  })
})
