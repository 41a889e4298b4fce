import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, type Fact, holds, isToken, runDriver, says } from './fixtures/fake-chain.ts'
import { gmxV2 } from './gmx-v2.ts'

const OWNER = at(0xa11ce)
const [READER, STORE, MARKET] = [at(1), at(2), at(3)]
const USDC = { address: at(0x22), symbol: 'USDC', decimals: 6 }
const GM = { address: MARKET, name: 'BTC/USD [WBTC-USDC]', indexDecimals: 8 }
const ENTRY = entryOf(gmxV2, { product: 'perp', reader: READER, dataStore: STORE, pools: [GM] })
const SIGNATURE =
  'function getAccountPositions(address, address, uint256, uint256) view returns (((address account, address market, address collateralToken) addresses, (uint256 sizeInUsd, uint256 sizeInTokens, uint256 collateralAmount, int256 a, uint256 b, uint256 c, uint256 d, uint256 e, uint256 f, uint256 g) numbers, (bool isLong) flags)[])'
const REST = { a: -1n, b: 0n, c: 0n, d: 0n, e: 0n, f: 0n, g: 0n }
const LONG = {
  addresses: { account: OWNER, market: MARKET, collateralToken: USDC.address },
  // 0.5 BTC for 30,000 dollars.
  numbers: {
    sizeInUsd: 30_000n * 10n ** 30n,
    sizeInTokens: 5n * 10n ** 7n,
    collateralAmount: 9n,
    ...REST,
  },
  flags: { isLong: true },
}
const list = (...rows: object[]): Fact => says(READER, SIGNATURE, [STORE, OWNER, 0n, 1000n], rows)

const FUNDING =
  'function claimable(address, address, address, uint256) view returns (uint256 total, (address market, address token, uint256 amount)[] found)'
const funding = (total: bigint, ...claims: object[]): Fact =>
  says(READER, FUNDING, [READER, STORE, OWNER, 1000n], total, claims)
const NO_CLAIMS = funding(1n)

describe('positions at GMX v2', () => {
  test('have side, size and entry; what needs a price is unknown', () => {
    const { findings } = runDriver(gmxV2, ENTRY, OWNER, [
      list(LONG),
      NO_CLAIMS,
      holds(GM.address, OWNER, 0n),
      ...isToken(USDC.address, 'USDC', 6),
    ])
    expect(findings).toMatchObject([
      {
        product: 'perp',
        market: 'BTC/USD [WBTC-USDC]',
        legs: [{ role: 'margin', symbol: 'USDC', amount: 9n }],
        perp: {
          side: 'long',
          sizeUsd: 30_000,
          entryPrice: 60_000,
          leverage: null,
          liquidationPrice: null,
          pnlUsd: null,
          pnlInNet: false,
        },
      },
    ])
  })

  test('in a market without an entry are read from their contracts', () => {
    const addresses = { ...LONG.addresses, market: at(0x99), collateralToken: at(0x77) }
    const facts = [
      list({ ...LONG, addresses, flags: { isLong: false } }),
      NO_CLAIMS,
      holds(GM.address, OWNER, 0n),
      ...isToken(at(0x77), 'NEW', 4),
    ]
    expect(runDriver(gmxV2, ENTRY, OWNER, facts).findings).toMatchObject([
      {
        market: at(0x99),
        legs: [{ symbol: 'NEW', decimals: 4 }],
        perp: { side: 'short', entryPrice: null },
      },
    ])
  })

  test('are shares of pools too', () => {
    const { findings } = runDriver(gmxV2, ENTRY, OWNER, [
      list(),
      NO_CLAIMS,
      holds(GM.address, OWNER, 5n),
    ])
    expect(findings).toMatchObject([
      {
        product: 'lp',
        receiptToken: GM.address,
        market: GM.name,
        legs: [{ role: 'lp', symbol: 'GM', amount: 5n }],
      },
    ])
  })

  test('are claims on funding, also without a position, and in two rounds', () => {
    const claims = [
      { market: MARKET, token: USDC.address, amount: 7n },
      { market: MARKET, token: at(0x77), amount: 8n },
    ]
    const { findings, rounds } = runDriver(gmxV2, ENTRY, OWNER, [
      list(),
      funding(1n, ...claims),
      holds(GM.address, OWNER, 0n),
      ...isToken(USDC.address, 'USDC', 6),
      ...isToken(at(0x77), 'WBTC', 8),
    ])
    expect(findings).toMatchObject([
      {
        market: `${GM.name}, funding`,
        perp: null,
        legs: [
          { role: 'reward', symbol: 'USDC', amount: 7n },
          { role: 'reward', symbol: 'WBTC', amount: 8n },
        ],
      },
    ])
    expect(rounds).toHaveLength(2)
  })

  test.each([
    ['the reader', [NO_CLAIMS, holds(GM.address, OWNER, 0n)]],
    ['a pool', [list(), NO_CLAIMS]],
    ['the store', [list(), holds(GM.address, OWNER, 0n)]],
    ['a list of markets', [list(), funding(0n), holds(GM.address, OWNER, 0n)]],
    ['the end of the list', [list(), funding(1000n), holds(GM.address, OWNER, 0n)]],
  ])('are unreadable when %s does not answer', (_, facts) => {
    expect(() => runDriver(gmxV2, ENTRY, OWNER, facts)).toThrow(Unreadable)
  })
})
