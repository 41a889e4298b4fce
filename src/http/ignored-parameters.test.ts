import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withIgnoredParameters } from './ignored-parameters.ts'

const ignoredHeader = (names: string[]) =>
  withIgnoredParameters({ status: 200, headers: {}, body: null }, names).headers[
    'X-Ignored-Parameters'
  ] ?? ''

describe(withIgnoredParameters, () => {
  test('is safe to send for any parameter names', () => {
    expect(ignoredHeader(['a b', 'é', 'x\r\nSet-Cookie: y'])).toBe(
      'a%20b, %C3%A9, x%0D%0ASet-Cookie%3A%20y',
    )
  })

  test('a parameter without a name has no name to list', () => {
    expect(ignoredHeader(['', 'a'])).toBe('a')
    expect(ignoredHeader([''])).toBe('')
  })

  test('holds whole names alone, as many as fit, in their order', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom('é'.repeat(166), 'a'.repeat(1_000), 'a'.repeat(1_001), '🦄'.repeat(90), ', '),
    )
    fc.assert(
      fc.property(
        fc.array(
          name.map((text) => text.toWellFormed()),
          { maxLength: 60 },
        ),
        (names) => {
          const header = ignoredHeader(names)
          expect(header.length).toBeLessThanOrEqual(1_000)
          const listed = header === '' ? [] : header.split(', ').map(decodeURIComponent)
          let next = 0
          for (const whole of listed) {
            next = names.indexOf(whole, next) + 1
            expect(next, `${whole} is none of the names`).toBeGreaterThan(0)
          }
          const left = names.filter((whole) => whole !== '' && !listed.includes(whole))
          for (const whole of left) {
            expect(`${header}, ${encodeURIComponent(whole)}`.length).toBeGreaterThan(1_000)
          }
        },
      ),
    )
  })

  test('is left out of an error', () => {
    const refusal = { status: 400, headers: {}, body: null }
    expect(withIgnoredParameters(refusal, ['a'])).toEqual(refusal)
  })
})
