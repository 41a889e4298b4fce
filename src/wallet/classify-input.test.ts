import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyInput } from './classify-input.ts'

const LOWER = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
/** From the text of EIP-55. */
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const SOLANA = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'

describe('an EVM address', () => {
  test.each([LOWER, CHECKSUMMED, `0x${LOWER.slice(2).toUpperCase()}`])(
    'is taken from %s in lower case',
    (input) => {
      expect(classifyInput(input)).toEqual({ kind: 'evm', owner: LOWER })
    },
  )

  test('with one letter in the wrong case is taken, and said to have a wrong checksum', () => {
    for (const mistyped of [CHECKSUMMED.replace('A', 'a'), CHECKSUMMED.replace('e', 'E')]) {
      expect(classifyInput(mistyped)).toEqual({ kind: 'evm', owner: LOWER, checksum: 'wrong' })
    }
  })

  test('of digits alone has no case to check', () => {
    const address = `0x${'1'.repeat(40)}`
    expect(classifyInput(address)).toEqual({ kind: 'evm', owner: address })
  })

  test('of zeros belongs to nobody', () => {
    expect(classifyInput(`0x${'0'.repeat(40)}`)).toMatchObject({ kind: 'unscannable' })
  })

  test.each([
    LOWER.slice(1),
    `${LOWER}0`,
    LOWER.slice(0, -1),
    LOWER.replace('0x', '0X'),
    `${LOWER}\n`,
    `${LOWER} `,
    `${LOWER}\0`,
    LOWER.replace('5', '５'),
    `0x${'a'.repeat(1_000_000)}`,
  ])('is not "%s"', (input) => {
    expect(classifyInput(input)).toEqual({
      kind: 'invalid',
      reason: expect.stringMatching(/^must be an EVM/),
    })
  })
})

describe('a Tron address', () => {
  const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

  test('is read in both of its spellings', () => {
    const account = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'
    expect(classifyInput(USDT)).toEqual({ kind: 'tron', owner: USDT, account })
  })

  test('with one letter wrong is mistyped, and invalid', () => {
    expect(classifyInput(USDT.replace('Q', 'R'))).toMatchObject({ kind: 'invalid' })
  })

  test('of zeros belongs to nobody', () => {
    const zero = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
    expect(classifyInput(zero)).toMatchObject({ kind: 'unscannable' })
  })
})

describe('a Solana address', () => {
  test('is base58 of 32 bytes, as it is written', () => {
    expect(classifyInput(SOLANA)).toEqual({ kind: 'solana', owner: SOLANA })
    const clock = 'SysvarC1ock11111111111111111111111111111111'
    expect(classifyInput(clock)).toEqual({ kind: 'solana', owner: clock })
  })

  test('of 32 zero bytes is the system program, which belongs to nobody', () => {
    expect(classifyInput('1'.repeat(32))).toMatchObject({ kind: 'unscannable' })
  })

  test.each([
    ['33 zero bytes', '1'.repeat(33)],
    ['31 bytes', base58(new Uint8Array(31).fill(255))],
    ['33 bytes', 'z'.repeat(44)],
    ['letters that base58 leaves out', SOLANA.replace('J', '0')],
  ])('is not %s', (_, input) => {
    expect(classifyInput(input)).toMatchObject({ kind: 'invalid' })
  })
})

describe('a name', () => {
  test.each([
    ['vitalik.eth', 'ens'],
    ['NAME.ETH', 'ens'],
    ['a.b.eth', 'ens'],
    ['👨‍👩‍👧.eth', 'ens'],
    ['ali_ce.eth', 'ens'],
    ['bonfida.sol', 'sns'],
    ['Bonfida.SOL', 'sns'],
  ])('%s is for its resolver, as it is written', (name, service) => {
    expect(classifyInput(name)).toEqual({ kind: 'name', service, name })
  })

  test.each([
    '',
    '.eth',
    'a..eth',
    'a.eth.',
    'a.com',
    'eth',
    'a b.eth',
    'a/b.eth',
    'a\\b.eth',
    'a\u0000.eth',
    'a\u200b.eth',
    'a\u202e.eth',
    'a.eth\n',
    'a\u00ad.eth',
    '../a.eth',
    'a。eth',
    `${'a'.repeat(201)}.eth`,
    `${'a.'.repeat(126)}eth.eth`,
    'a.ｅｔｈ',
    'а.еth',
  ])('is not "%s"', (input) => {
    expect(classifyInput(input)).toMatchObject({ kind: 'invalid' })
  })
})

describe('whatever is given', () => {
  /** Any code point, half a surrogate pair too, with those that addresses and names are made of more often. */
  const letters = fc.oneof(
    fc.constantFrom(...'0x1zA.eth.sol', '\u200d', '\ud800'),
    fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point)),
  )

  test('an input is one thing or another and never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 300 }), (input) => {
        expect(['invalid', 'name', 'solana', 'evm', 'unscannable']).toContain(
          classifyInput(input).kind,
        )
      }),
    )
  })

  test('base58 is a Solana address exactly when it decodes to 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 28, maxLength: 34 }), (bytes) => {
        const text = base58(bytes)
        const { kind } = classifyInput(text)
        const isZero = bytes.every((byte) => byte === 0)
        const expected = bytes.length !== 32 ? 'invalid' : isZero ? 'unscannable' : 'solana'
        expect(kind).toBe(expected)
      }),
    )
  })
})

/** Written anew here, so that a fault of the code is not a fault of its test. */
function base58(bytes: Uint8Array): string {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  while (value > 0n) {
    text = letters.charAt(Number(value % 58n)) + text
    value /= 58n
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}
