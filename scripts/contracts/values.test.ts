import { describe, expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { resolved } from './values.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const LQTY = '0x6DEA81C8171D0bA574754EF6F8b412F2Ed88c54D'
const weth = { address: WETH.toLowerCase(), symbol: 'WETH', decimals: 18 }

const resolvedValue = (value: unknown) => resolved({ value }, 1).value

describe(resolved, () => {
  test.each([
    ['an address', WETH, weth.address],
    ['a token of a list', `WETH ${WETH}`, weth],
    [
      'a token of its own',
      `LQTY 6 ${LQTY}`,
      { address: LQTY.toLowerCase(), symbol: 'LQTY', decimals: 6 },
    ],
    [
      'a Tron address',
      'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
      '0x891cdb91d149f23b1a45d9c5ca78a88d0cb44c18',
    ],
    [
      'addresses in a row',
      { packed: [WETH, LQTY] },
      `${weth.address}${LQTY.slice(2).toLowerCase()}`,
    ],
    ['values in lists and objects', [{ of: WETH }, null, 3], [{ of: weth.address }, null, 3]],
    ['other text', 'two words', 'two words'],
  ])('%s', (_, written, value) => {
    expect(resolvedValue(written)).toEqual(value)
  })

  test.each([
    ['an address with a wrong checksum', WETH.replace('C02', 'c02'), /checksum/],
    ['a Tron address with a wrong letter', 'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFQ', /not a Tron/],
    ['a token of another symbol', `ETH ${WETH}`, /is WETH in the lists of tokens, not ETH/],
    ['a token that no list has', `LQTY ${LQTY}`, /No list of tokens has/],
    ['a field that is none', '{nothing.there}', /nothing.there/],
    ['a package that is none', '{@none/such}', /@none\/such/],
  ])('%s is refused', (_, written, problem) => {
    expect(() => resolvedValue(written)).toThrow(problem)
  })

  test('a text names other fields, and in an id as part of an id', () => {
    const row = { id: '{protocol}-{market}', market: '{token.symbol} x', protocol: 'p' }
    expect(resolved({ ...row, token: `WETH ${WETH}` }, 1)).toMatchObject({
      id: 'p-weth-x',
      market: 'WETH x',
    })
  })

  test('a source names a package with its version', () => {
    const version = packageFile.devDependencies['@uniswap/sdk-core']
    expect(resolvedValue('{@uniswap/sdk-core}, as of 1')).toBe(
      `@uniswap/sdk-core@${version}, as of 1`,
    )
  })
})
