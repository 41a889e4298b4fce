import { describe, expect, test } from 'vitest'
import { known, mapReading, missing } from './reading.ts'

describe('a reading', () => {
  test('that is known carries its value, day and source, zero included', () => {
    expect(known(0, '2024-03-11', 'test')).toEqual({
      known: true,
      value: 0,
      asOf: '2024-03-11',
      source: 'test',
    })
  })

  test('that is missing carries its reason and source, and no value', () => {
    const reading = missing('stale', 'test')
    expect(reading).toEqual({ known: false, reason: 'stale', source: 'test' })
    expect(reading).not.toHaveProperty('value')
  })

  test('keeps its day and source when its value is changed, and is not changed itself', () => {
    const reading = known(2, '2024-03-11', 'test')
    expect(mapReading(reading, (value) => value * 21)).toEqual(known(42, '2024-03-11', 'test'))
    expect(reading.value).toBe(2)
  })

  test('that is missing stays so, and nothing is asked of it', () => {
    const reading = missing('refused', 'test')
    const change = () => {
      throw new Error('there is no value to change')
    }
    expect(mapReading(reading, change)).toBe(reading)
  })
})
