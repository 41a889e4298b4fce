import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApiKey, digestOf, hintOf, PUBLIC_TEST_KEY, parseApiKey } from './api-key.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

describe('createApiKey', () => {
  test.each(['live', 'test'] as const)(
    'a new %s key has the documented form and is accepted',
    (environment) => {
      const key = createApiKey(environment, randomBytes)

      expect(key).toMatch(new RegExp(`^dpk_${environment}_[0-9A-Za-z]{36}$`))
      expect(parseApiKey(key)).toEqual({ environment })
    },
  )

  test('the last six letters are the CRC32 of the others', () => {
    const key = createApiKey('live', randomBytes)

    let sum = 0
    for (const letter of key.slice(-6)) sum = sum * 62 + ALPHABET.indexOf(letter)
    expect(sum).toBe(crc32(key.slice(0, -6)))
  })

  test('bytes that would favour some letters are thrown away and more are asked for', () => {
    let asked = 0
    const key = createApiKey('live', (length) => {
      asked++
      return new Uint8Array(length).fill(asked === 1 ? 255 : 61)
    })

    expect(asked).toBe(2)
    expect(key.slice(9, 39)).toBe('z'.repeat(30))
  })

  test('every letter is about equally likely', () => {
    const seen = new Map<string, number>()
    for (let n = 0; n < 2_000; n++) {
      for (const letter of createApiKey('live', randomBytes).slice(9, 39)) {
        seen.set(letter, (seen.get(letter) ?? 0) + 1)
      }
    }

    const expected = (2_000 * 30) / 62
    expect(seen.size).toBe(62)
    for (const count of seen.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.25)
  })
})

describe('parseApiKey', () => {
  test('one wrong letter anywhere is refused without a look-up', () => {
    const key = createApiKey('live', randomBytes)
    for (let place = 9; place < key.length; place++) {
      for (const letter of ALPHABET) {
        if (letter === key[place]) continue
        expect(parseApiKey(key.slice(0, place) + letter + key.slice(place + 1))).toBeNull()
      }
    }
  })

  test('a live key renamed to a test key is refused', () => {
    expect(parseApiKey(createApiKey('live', randomBytes).replace('live', 'test'))).toBeNull()
  })

  test.each([
    ['nothing', ''],
    ['a prefix alone', 'dpk_live_'],
    ['a space at the end', `${PUBLIC_TEST_KEY} `],
    ['a line break at the end', `${PUBLIC_TEST_KEY}\n`],
    ['another case of the prefix', PUBLIC_TEST_KEY.replace('dpk', 'DPK')],
    ['a letter too many', `${PUBLIC_TEST_KEY}0`],
    ['a null character', PUBLIC_TEST_KEY.replace('0', '\0')],
    ['a very long text', 'dpk_live_'.repeat(10_000)],
  ])('%s is refused', (_, text) => {
    expect(parseApiKey(text)).toBeNull()
  })

  test('no invented text of the right form passes', () => {
    const letters = fc.string({ minLength: 36, maxLength: 36, unit: fc.constantFrom(...ALPHABET) })
    fc.assert(
      fc.property(letters, (text) => parseApiKey(`dpk_live_${text}`) === null),
      { numRuns: 5_000 },
    )
  })

  test('the public test key is a valid sandbox key', () => {
    expect(parseApiKey(PUBLIC_TEST_KEY)).toEqual({ environment: 'test' })
  })
})

test('hintOf shows the prefix and the last four letters and nothing else', () => {
  expect(hintOf(PUBLIC_TEST_KEY)).toBe('dpk_test_…5aoJ')
})

describe('digestOf', () => {
  test('is HMAC-SHA-256 in hex, as in RFC 4231, test case 2', async () => {
    expect(await digestOf('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test('another secret gives another digest, also when the two are used in turn', async () => {
    const [first, other, again] = await Promise.all([
      digestOf('one', 'text'),
      digestOf('two', 'text'),
      digestOf('one', 'text'),
    ])

    expect(other).not.toBe(first)
    expect(again).toBe(first)
  })
})

test.each(['./api-key.ts', './network.ts', '../domain/hex.ts'])(
  '%s runs on the edge: it imports no module of Node',
  (name) => {
    const source = readFileSync(new URL(name, import.meta.url), 'utf8')
    expect(
      source.match(/from '(?!\.\/network\.ts|\.\/state-store\.ts|\.\.\/domain\/hex\.ts).*'/g),
    ).toBeNull()
    expect(source).not.toMatch(/\bBuffer\b|process\./)
  },
)
