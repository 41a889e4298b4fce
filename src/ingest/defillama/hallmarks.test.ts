import { describe, expect, test } from 'vitest'
import { mapHallmarks } from './hallmarks.ts'

const AS_OF = '2024-03-11'
const on = (day: string) => Date.parse(`${day}T12:34:56Z`) / 1_000

describe(mapHallmarks.name, () => {
  test('gives day and text, oldest first', () => {
    const given = [
      [on('2022-08-04'), 'Start OP Rewards'],
      [on('2022-04-20'), 'Start AVAX Rewards'],
    ]
    expect(mapHallmarks(given, AS_OF)).toEqual([
      { day: '2022-04-20', text: 'Start AVAX Rewards' },
      { day: '2022-08-04', text: 'Start OP Rewards' },
    ])
  })

  test('gives an event of several days its first', () => {
    const given = [[[on('2022-04-20'), on('2022-05-20')], 'Incentives']]
    expect(mapHallmarks(given, AS_OF)).toEqual([{ day: '2022-04-20', text: 'Incentives' }])
  })

  test('knows nothing without a list, and no event of an empty one', () => {
    expect(mapHallmarks(undefined, AS_OF)).toBeNull()
    expect(mapHallmarks(null, AS_OF)).toBeNull()
    expect(mapHallmarks([], AS_OF)).toEqual([])
  })

  test('leaves out invalid entries and events to come, and refuses a list without a valid one', () => {
    const good = [on('2022-04-20'), 'Launch']
    const bad = [null, 'x', [], [1e12, 'late'], [on('2022-01-01')], [on('2022-01-01'), ' \u200b']]
    expect(mapHallmarks([...bad, good, [on('2024-03-12'), 'Tomorrow']], AS_OF)).toEqual([
      { day: '2022-04-20', text: 'Launch' },
    ])
    expect(mapHallmarks(bad, AS_OF)).toBe('refused')
  })

  test('keeps plain short texts, each once, and the newest fifty', () => {
    const many = Array.from({ length: 80 }, (_, n) => [on('2022-01-01') + n * 86_400, `Event ${n}`])
    const kept = mapHallmarks([...many, ...many], AS_OF)
    if (!Array.isArray(kept)) expect.fail('the list is valid')
    expect(kept.map(({ text }) => text)).toEqual(
      Array.from({ length: 50 }, (_, n) => `Event ${n + 30}`),
    )
    const long = mapHallmarks([[on('2022-01-01'), `a\u202e\n${'b'.repeat(500)}`]], AS_OF)
    expect(long).toEqual([{ day: '2022-01-01', text: `a ${'b'.repeat(198)}` }])
  })
})
