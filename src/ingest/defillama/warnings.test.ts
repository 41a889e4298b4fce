import { describe, expect, test } from 'vitest'
import { mapWarnings } from './warnings.ts'

const AS_OF = '2026-10-04'
const seconds = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1_000

describe(mapWarnings.name, () => {
  test('gives text, level and end, most serious first', () => {
    const given = [
      { message: 'Points end soon', level: 'low', until: 'forever' },
      { message: 'Unbacked assets inflate TVL', level: 'rug' },
      { message: 'Redemptions paused', level: 'alert', until: '2026-12-01' },
      { message: 'Withdrawals closed', level: 'alert', until: seconds('2026-11-02') },
    ]
    expect(mapWarnings(given, AS_OF)).toEqual([
      { text: 'Unbacked assets inflate TVL', level: 'rug', until: null },
      { text: 'Redemptions paused', level: 'alert', until: '2026-12-01' },
      { text: 'Withdrawals closed', level: 'alert', until: '2026-11-02' },
      { text: 'Points end soon', level: 'low', until: null },
    ])
  })

  test('leaves out what ended before the day, and keeps what ends on it', () => {
    const given = ['2026-10-03', AS_OF].map((until) => ({ message: until, level: 'low', until }))
    expect(mapWarnings(given, AS_OF)).toEqual([{ text: AS_OF, level: 'low', until: AS_OF }])
  })

  test('knows nothing without a list, and no warning of an empty one', () => {
    expect(mapWarnings(undefined, AS_OF)).toBeNull()
    expect(mapWarnings([], AS_OF)).toEqual([])
  })

  test('leaves out invalid entries, and refuses a list without a valid one', () => {
    const bad = [null, 7, 'x', {}, { message: ' \u200b' }, { message: 'x', until: 'soon' }]
    expect(mapWarnings(bad, AS_OF)).toBe('refused')
    const odd = { message: 'a\u202e\nb', level: 'doom' }
    expect(mapWarnings([...bad, odd], AS_OF)).toEqual([{ text: 'a b', level: null, until: null }])
  })

  test('keeps ten short texts, each once', () => {
    const many = Array.from({ length: 30 }, (_, n) => ({ message: `${n} ${'x'.repeat(500)}` }))
    const kept = mapWarnings([...many, ...many], AS_OF)
    if (!Array.isArray(kept)) expect.fail('the list is valid')
    expect(kept).toHaveLength(10)
    expect(kept[0]?.text).toHaveLength(300)
  })
})
