import { describe, expect, test } from 'vitest'
import { aContract } from '../domain/fixtures/control.ts'
import { known } from '../domain/reading.ts'
import { AGE_LIMITS, ageLimitsOf } from '../domain/sources.ts'
import { youngParts } from './young-parts.ts'

const AS_OF = '2024-03-25'
const young = aContract({ day: '2024-03-11' })
const old = aContract({ day: '2024-03-10' })

describe(youngParts, () => {
  test('leaves out contracts of more than fourteen days, and is as old as the oldest that stays', () => {
    const reading = known([old, young], old.day, 'onchain')
    expect(youngParts('control', reading, AS_OF, AGE_LIMITS)).toEqual(
      known([young], young.day, 'onchain'),
    )
  })

  test('is missing as stale when no contract is young', () => {
    const reading = known([old], old.day, 'onchain')
    expect(youngParts('control', reading, AS_OF, AGE_LIMITS)).toMatchObject({ reason: 'stale' })
  })

  test('keeps all of the sample, and readings without parts', () => {
    const reading = known([old], old.day, 'onchain')
    expect(youngParts('control', reading, AS_OF, ageLimitsOf('seed'))).toBe(reading)
    expect(youngParts('hallmarks', reading, AS_OF, AGE_LIMITS)).toBe(reading)
  })
})
