import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from './time-window.ts'
import {
  addTo,
  dayWindow,
  decodeWindows,
  dropMinutes,
  encodeWindows,
  minuteWindow,
  usedIn,
  type Windows,
} from './window-counts.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

describe('windows of an instance', () => {
  test('count by window and caller', () => {
    const windows: Windows = new Map()
    addTo(windows, 'm1', 'a')
    addTo(windows, 'm1', 'a')
    addTo(windows, 'm2', 'a')

    expect([usedIn(windows, 'm1', 'a'), usedIn(windows, 'm2', 'a')]).toEqual([2, 1])
    expect([usedIn(windows, 'm1', 'b'), usedIn(windows, 'm3', 'a')]).toEqual([0, 0])
  })

  test('remember 5,000 callers and forget the one that has been quiet longest', () => {
    const windows: Windows = new Map()
    for (let n = 0; n < 5_000; n++) addTo(windows, 'd1', `caller ${n}`)
    addTo(windows, 'd1', 'caller 0')
    addTo(windows, 'd1', 'one more')

    expect(windows.get('d1')?.size).toBe(5_000)
    expect(usedIn(windows, 'd1', 'caller 0')).toBe(2)
    expect(usedIn(windows, 'd1', 'caller 1')).toBe(0)
  })

  test('survive being written and read', () => {
    const windows: Windows = new Map()
    addTo(windows, minuteWindow(NOON), 'a')
    addTo(windows, dayWindow(NOON), '__proto__')

    expect(decodeWindows(encodeWindows(windows))).toEqual(windows)
  })

  test.each(['', 'null', '[1]', '"text"', '{"d1":null}', '{"d1":{"a":-1,"b":"2","c":1.5}}'])(
    'what is no count is left out: %s',
    (text) => {
      expect(usedIn(decodeWindows(text), 'd1', 'a')).toBe(0)
      expect(usedIn(decodeWindows(text), 'd1', 'b')).toBe(0)
    },
  )

  test('forget minutes that are long over, or far ahead, and no day', () => {
    const windows: Windows = new Map()
    for (const minutes of [-3, -2, 0, 2, 3]) {
      addTo(windows, minuteWindow(NOON + minutes * MINUTE_MS), 'a')
    }
    addTo(windows, 'd1', 'a')
    dropMinutes(windows, NOON)

    const kept = [-2, 0, 2].map((minutes) => minuteWindow(NOON + minutes * MINUTE_MS))
    expect([...windows.keys()]).toEqual([...kept, 'd1'])
  })
})
