import { describe, expect, test } from 'vitest'
import { conditional, entityTag, weak } from './conditional.ts'

const answer = (headers: Record<string, string>, status = 200) => ({
  status,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'private', ...headers },
  body: '{}',
})

test('entityTag is the start of the SHA-256, the same for text and for its bytes', async () => {
  // echo -n abc | sha256sum
  expect(await entityTag('abc')).toBe('"ba7816bf8f01cfea414140de5dae2223"')
  expect(await entityTag(new TextEncoder().encode('abc'))).toBe(await entityTag('abc'))
  expect(await entityTag('abd')).not.toBe(await entityTag('abc'))
})

test('weak marks a tag once', () => {
  expect(weak('"a"')).toBe('W/"a"')
  expect(weak(weak('"a"'))).toBe('W/"a"')
})

describe(conditional, () => {
  test.each(['W/"a"', '"a"', ' "a" ', '"x", W/"a"', '"x","a"', '*', ' * '])(
    'If-None-Match: %s has it: 304 without body and type, with all other headers',
    (known) => {
      expect(conditional(answer({ ETag: 'W/"a"' }), known)).toEqual({
        status: 304,
        headers: { 'Cache-Control': 'private', ETag: 'W/"a"' },
        body: null,
      })
    },
  )

  test.each([null, '', '"b"', 'a', 'W/"A"', '"a', 'W/', '**', ','])(
    'If-None-Match: %s does not have it',
    (known) => {
      const whole = answer({ ETag: 'W/"a"' })
      expect(conditional(whole, known)).toBe(whole)
    },
  )

  test('only a 200 with a tag can be known already', () => {
    const untagged = answer({})
    expect(conditional(untagged, '*')).toBe(untagged)
    const refused = answer({ ETag: '"a"' }, 404)
    expect(conditional(refused, '"a"')).toBe(refused)
  })
})
