import { describe, expect, test } from 'vitest'
import { assertDevelopment, DEVELOPMENT_ENDS } from './development.ts'
import { aHack } from './fixtures/small-cohort.ts'

describe(assertDevelopment, () => {
  test('takes incidents up to and including the last day', () => {
    const body = [aHack('2022-01-05'), aHack(DEVELOPMENT_ENDS)]
    expect(() => assertDevelopment(body, 'hacks.json')).not.toThrow()
  })

  test.each([
    ['one of the day after', [aHack('2024-07-01')]],
    ['one with its date as text', [aHack('2022-01-05', { date: '2024-07-01' })]],
    ['one that would be no label', [aHack('2025-02-21', { targetType: 'CEX' })]],
    ['one without a name', [aHack('2025-02-21', { name: '' })]],
    ['one among many', [aHack('2022-01-05'), aHack('2026-01-01'), aHack('2023-01-05')]],
  ])('refuses %s', (_, body) => {
    expect(() => assertDevelopment(body, 'hacks.json')).toThrow(
      'hacks.json has incidents after 2024-06-30 (rows: 1), which development must not read',
    )
  })
})
