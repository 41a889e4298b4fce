import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, runDriver, says } from './fixtures/fake-chain.ts'
import { gmxV1 } from './gmx-v1.ts'

const OWNER = at(0xa11ce)
const [READER, VAULT] = [at(1), at(2)]
const USD = 10n ** 30n
const WETH = { address: at(0x11), symbol: 'WETH', decimals: 18 }
const USDC = { address: at(0x22), symbol: 'USDC', decimals: 6 }
const ENTRY = entryOf(gmxV1, {
  product: 'perp',
  reader: READER,
  vault: VAULT,
  positions: [
    { collateral: WETH, index: WETH, isLong: true },
    { collateral: USDC, index: WETH, isLong: false },
  ],
})
const NONE = Array.from({ length: 9 }, () => 0n)

const list = (...rows: bigint[][]) =>
  says(
    READER,
    'getPositions',
    [VAULT, OWNER, [WETH.address, USDC.address], [WETH.address, WETH.address], [true, false]],
    rows.flat(),
  )
const price = (token: typeof WETH, usd: bigint) =>
  says(VAULT, 'getMaxPrice', [token.address], usd * USD)

describe('positions at GMX v1', () => {
  test('have side, size, leverage, entry and the profit that the vault reports', () => {
    const short = [5000n * USD, 500n * USD, 2500n * USD, 0n, 0n, 0n, 0n, 0n, 120n * USD]
    const facts = [list(NONE, short), price(USDC, 1n)]
    expect(runDriver(gmxV1, ENTRY, OWNER, facts).findings).toMatchObject([
      {
        product: 'perp',
        market: 'WETH/USD',
        ref: 'short USDC',
        legs: [{ role: 'margin', symbol: 'USDC' }],
        perp: {
          side: 'short',
          sizeUsd: 5000,
          leverage: 10,
          entryPrice: 2500,
          pnlUsd: -120,
          pnlInNet: true,
          liquidationPrice: null,
        },
      },
    ])
  })

  test.each([
    ['a profit', 1n, 120n, 620n, 120],
    ['a loss', 0n, 120n, 380n, -120],
    ['a loss past the collateral', 0n, 600n, null, -600],
  ])('are worth their collateral with %s', (_, hasProfit, delta, margin, pnlUsd) => {
    const long = [5000n * USD, 500n * USD, 2500n * USD, 0n, 0n, 0n, 0n, hasProfit, delta * USD]
    const facts = [list(long, NONE), price(WETH, 1n)]
    const [found] = runDriver(gmxV1, ENTRY, OWNER, facts).findings
    expect(found?.perp?.pnlUsd).toBe(pnlUsd)
    expect(found?.legs.map(({ amount }) => amount)).toEqual(
      margin === null ? [] : [margin * 10n ** 18n],
    )
  })

  test('are none for an owner of nothing, after one round', () => {
    const facts = [list(NONE, NONE)]
    expect(runDriver(gmxV1, ENTRY, OWNER, facts)).toMatchObject({
      findings: [],
      rounds: { length: 1 },
    })
  })

  test.each([
    ['the reader does not answer', []],
    ['a row is missing', [list(NONE)]],
    ['the vault has no price', [list([USD, USD, USD, 0n, 0n, 0n, 0n, 0n, 0n], NONE)]],
  ])('are unreadable when %s', (_, facts) => {
    expect(() => runDriver(gmxV1, ENTRY, OWNER, facts)).toThrow(Unreadable)
  })
})
