import { describe, expect, test } from 'vitest'
import { tryDecode } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, says } from './fixtures/fake-chain.ts'
import { ask, healthFactorOf, ratio, symbolOf, tokenFrom } from './reading.ts'

const DECIMALS = 'function decimals() view returns (uint8)'
const TOKEN = at(0xabc)

describe(ratio.name, () => {
  test.each([
    [1n, 3n, 0.333333333333333],
    [10n ** 40n, 4n * 10n ** 20n, 2.5e19],
    [5n, 10n ** 30n, 5e-30],
    [0n, 7n, 0],
  ])('%s over %s is exact to fifteen digits', (a, b, quotient) => {
    expect(ratio(a, b)).toBeCloseTo(quotient, 14)
    if (quotient > 0) expect(ratio(a, b) / quotient).toBeCloseTo(1, 14)
  })
})

describe(healthFactorOf.name, () => {
  test('the largest number means that there is no debt', () => {
    expect(healthFactorOf(2n ** 256n - 1n)).toBeNull()
    expect(healthFactorOf(1_050_000_000_000_000_000n)).toBe(1.05)
  })
})

describe(tokenFrom.name, () => {
  test('reads the symbol of an old token, which is bytes', () => {
    const bytes = `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`
    const symbol = says(TOKEN, 'symbol() -> (bytes32)', [], bytes).reply
    const decimals = says(TOKEN, DECIMALS, [], 18).reply
    expect(tokenFrom(TOKEN, symbol, decimals)).toEqual({
      address: TOKEN,
      symbol: 'MKR',
      decimals: 18,
    })
  })

  test('without decimals there is no amount to report', () => {
    const symbol = says(TOKEN, 'symbol() -> (string)', [], 'X').reply
    expect(() => tokenFrom(TOKEN, symbol, { ok: false })).toThrow(Unreadable)
  })
})

describe(symbolOf.name, () => {
  test('a symbol that cannot be shown becomes the start of the address', () => {
    expect(symbolOf('US\u0000D\u202eC', TOKEN)).toBe('USDC')
    expect(symbolOf('x'.repeat(40), TOKEN)).toBe('x'.repeat(40))
    expect(symbolOf('x'.repeat(41), TOKEN)).toMatch(/^0x.*…$/)
    for (const text of [null, '', '\u0007', 'x'.repeat(200)]) {
      expect(symbolOf(text, TOKEN)).toBe('0x000000…')
    }
  })
})

test('a round without calls is no round', () => {
  expect(ask([]).next()).toEqual({ done: true, value: [] })
})

test('an answer that does not decode is null where it may be missing', () => {
  expect(tryDecode({ ok: true, data: '0x1234' }, DECIMALS)).toBeNull()
  expect(tryDecode({ ok: false }, DECIMALS)).toBeNull()
})
