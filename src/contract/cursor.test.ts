import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURSOR_FORM, type Cursor, decodeCursor, encodeCursor, markOf } from './cursor.ts'

const someCursor = (): fc.Arbitrary<Cursor> =>
  fc.record({
    snapshot: fc.stringMatching(/^[\w.-]{1,100}$/),
    start: fc.integer({ min: 0, max: 999_999_999 }),
    mark: fc.string().map(markOf),
  })

describe('a cursor', () => {
  test('comes back as it was, in a form that needs no escaping', () => {
    fc.assert(
      fc.property(someCursor(), (cursor) => {
        const text = encodeCursor(cursor)
        expect(text).toMatch(CURSOR_FORM)
        expect(encodeURIComponent(text)).toBe(text)
        expect(decodeCursor(text)).toEqual(cursor)
      }),
    )
  })

  test('with another letter is none, or another one', () => {
    fc.assert(
      fc.property(someCursor(), fc.nat(), fc.stringMatching(/^[\w-]$/), (cursor, at, letter) => {
        const text = encodeCursor(cursor)
        const place = at % text.length
        const other = text.slice(0, place) + letter + text.slice(place + 1)
        if (other !== text) expect(decodeCursor(other)).not.toEqual(cursor)
      }),
    )
  })

  test('is not any text', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeCursor(text) === null))
  })

  test.each([
    ['of another version', '2,0,0123456789abcdef,a'],
    ['with a negative place', '1,-1,0123456789abcdef,a'],
    ['with a place of another form', '1,007,0123456789abcdef,a'],
    ['without a snapshot', '1,0,0123456789abcdef,'],
  ])('%s is none', (_, content) => {
    expect(decodeCursor(btoa(content).replace(/=+$/, ''))).toBeNull()
  })
})
