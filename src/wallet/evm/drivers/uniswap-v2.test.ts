import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, holds, runDriver, says } from './fixtures/fake-chain.ts'
import { squareRoot, uniswapV2 } from './uniswap-v2.ts'

const OWNER = at(0xa11ce)
const PAIR = at(1)
const FACTORY = at(2)
const FARM = at(3)
const ONE = { address: at(0x11), symbol: 'ONE', decimals: 18 }
const TWO = { address: at(0x22), symbol: 'TWO', decimals: 6 }
const ENTRY = entryOf(uniswapV2, {
  product: 'lp',
  market: 'ONE/TWO',
  factory: FACTORY,
  pair: PAIR,
  token0: ONE,
  token1: TWO,
})

const pool = ({ lastProduct = 0n, feeTo = at(0), supply = 1000n } = {}) => [
  says(PAIR, 'totalSupply', [], supply),
  says(PAIR, 'getReserves', [], 4000n, 9000n, 1),
  says(PAIR, 'kLast', [], lastProduct),
  says(FACTORY, 'feeTo', [], feeTo),
  holds(ONE.address, PAIR, 4000n),
  holds(TWO.address, PAIR, 9000n),
]

describe('a share of a pair', () => {
  test('is the same part of both tokens', () => {
    const { findings, rounds } = runDriver(uniswapV2, ENTRY, OWNER, [
      ...pool(),
      holds(PAIR, OWNER, 100n),
    ])
    expect(rounds).toHaveLength(2)
    expect(findings).toMatchObject([
      {
        market: 'ONE/TWO',
        receiptToken: PAIR,
        legs: [
          { role: 'lp', token: ONE.address, amount: 400n },
          { role: 'lp', token: TWO.address, amount: 900n },
        ],
      },
    ])
  })

  test('is diluted by the shares that the protocol is about to mint', () => {
    // √(4000·9000) = 6000, from 3000: 1000 · 3000 / (5·6000 + 3000) = 90 new shares.
    const facts = [...pool({ lastProduct: 9_000_000n, feeTo: at(9) }), holds(PAIR, OWNER, 100n)]
    const amounts = runDriver(uniswapV2, ENTRY, OWNER, facts).findings[0]?.legs
    expect(amounts?.map(({ amount }) => amount)).toEqual([366n, 825n])
  })

  test('is not diluted where the fee goes to nobody', () => {
    const facts = [...pool({ lastProduct: 9_000_000n }), holds(PAIR, OWNER, 100n)]
    const amounts = runDriver(uniswapV2, ENTRY, OWNER, facts).findings[0]?.legs
    expect(amounts?.map(({ amount }) => amount)).toEqual([400n, 900n])
  })

  test('that no one has costs one round', () => {
    const { findings, rounds } = runDriver(uniswapV2, ENTRY, OWNER, [holds(PAIR, OWNER, 0n)])
    expect(findings).toEqual([])
    expect(rounds).toHaveLength(1)
  })

  test('staked is reported where it is, with its reward, and not in the wallet', () => {
    const reward = {
      token: { address: at(7), symbol: 'GEM', decimals: 18 },
      claim: 'earned' as const,
    }
    const stakes = [{ contract: FARM, label: 'farm', protocol: 'farmer', reward }]
    const facts = [
      ...pool(),
      holds(PAIR, OWNER, 0n),
      holds(FARM, OWNER, 10n),
      says(FARM, 'earned', [OWNER], 3n),
    ]
    expect(runDriver(uniswapV2, { ...ENTRY, stakes }, OWNER, facts).findings).toMatchObject([
      {
        protocol: 'farmer',
        ref: 'farm',
        receiptToken: FARM,
        legs: [
          { role: 'stake', amount: 40n },
          { role: 'stake', amount: 90n },
          { role: 'reward', token: at(7), amount: 3n },
        ],
      },
    ])
  })

  test.each([
    ['does not exist', []],
    ['has a share but no content', [holds(PAIR, OWNER, 100n)]],
    ['has no supply', [...pool({ supply: 0n }), holds(PAIR, OWNER, 100n)]],
  ])('of a pair that %s is unreadable, never nothing', (_, facts) => {
    expect(() => runDriver(uniswapV2, ENTRY, OWNER, facts)).toThrow(Unreadable)
  })
})

test('the square root is the largest number whose square fits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 224n) - 1n }), (value) => {
      const root = squareRoot(value)
      expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true)
    }),
  )
})
