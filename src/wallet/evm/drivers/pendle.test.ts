import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, holds, isToken, runDriver, says } from './fixtures/fake-chain.ts'
import { pendle, pendleEntry } from './pendle.ts'

const OWNER = at(0xa11ce)
const ORACLE = at(9)
const token = (number: number, symbol: string) => ({ address: at(number), symbol, decimals: 18 })
const PT = token(1, 'PT-sUSDe')
const YT = token(2, 'YT-sUSDe')
const LP = token(3, 'PLP-sUSDe')
const USDE = token(4, 'USDe')
const ENTRY = entryOf(pendle, {
  product: 'vault',
  market: 'sUSDe 27 Nov 2025',
  pt: PT,
  yt: YT,
  lp: LP,
  rates: { oracle: ORACLE, asset: USDE },
})
const balances = (pt: bigint, yt: bigint, lp: bigint) => [
  holds(PT.address, OWNER, pt),
  holds(YT.address, OWNER, yt),
  holds(LP.address, OWNER, lp),
]
const WAD = 10n ** 18n
const rates = (['Pt', 'Yt', 'Lp'] as const).map((kind, index) =>
  says(
    ORACLE,
    `function get${kind}ToAssetRate(address market, uint32 duration) view returns (uint256)`,
    [LP.address, 900],
    [(WAD * 9n) / 10n, WAD / 10n, WAD * 2n][index],
  ),
)

const [SY, FACTORY] = [at(5), at(6)]
/** Booked when a share was worth 1.0, and now it is worth 1.25. */
const INTEREST = [
  says(YT.address, 'userInterest(address) -> (uint128,uint128)', [OWNER], WAD, 100n),
  says(YT.address, 'pyIndexStored', [], WAD),
  says(YT.address, 'postExpiry() -> (uint128,uint128)', [], 0n, 0n),
  says(YT.address, 'SY', [], SY),
  says(YT.address, 'factory', [], FACTORY),
  says(SY, 'exchangeRate', [], (WAD * 5n) / 4n),
  says(FACTORY, 'interestFeeRate', [], WAD / 10n),
  ...isToken(SY, 'SY-sUSDe', 18),
]

describe('tokens of Pendle', () => {
  test('are reported in the asset at the rate of their market', () => {
    const { findings } = runDriver(pendle, ENTRY, OWNER, [
      ...balances(100n, 50n, 7n),
      ...rates,
      ...INTEREST,
    ])
    expect(findings).toMatchObject([
      {
        product: 'vault',
        ref: 'pt',
        receiptToken: PT.address,
        legs: [{ role: 'supply', symbol: 'USDe', amount: 90n }],
      },
      {
        product: 'vault',
        ref: 'yt',
        receiptToken: YT.address,
        legs: [
          { role: 'supply', symbol: 'USDe', amount: 5n },
          // 100 are booked, and 50 × (1/1.0 − 1/1.25) were earned since, of which a tenth is the fee.
          { role: 'reward', symbol: 'SY-sUSDe', amount: 99n },
        ],
      },
      {
        product: 'lp',
        ref: 'lp',
        receiptToken: LP.address,
        legs: [{ role: 'lp', symbol: 'USDe', amount: 14n }],
      },
    ])
  })

  test('are reported as themselves where the oracle is not ready, or there is none', () => {
    const own = [{ legs: [{ token: PT.address, symbol: 'PT-sUSDe', amount: 100n }] }]
    expect(runDriver(pendle, ENTRY, OWNER, balances(100n, 0n, 0n)).findings).toMatchObject(own)
    const bare = pendleEntry.parse({ ...ENTRY, rates: undefined })
    const { findings, rounds } = runDriver(pendle, bare, OWNER, balances(100n, 0n, 0n))
    expect(findings).toMatchObject(own)
    expect(rounds).toHaveLength(1)
  })

  test('of yield whose interest did not answer mark the protocol as not fully read', () => {
    for (let missing = 0; missing < INTEREST.length - 2; missing++) {
      const answered = INTEREST.filter((_, at) => at !== missing)
      const facts = [...balances(0n, 50n, 0n), ...rates, ...answered]
      const { findings } = runDriver(pendle, ENTRY, OWNER, facts)
      expect(findings).toMatchObject([
        { ref: 'yt', legs: [{ amount: 5n }] },
        { isUnread: true, legs: [] },
      ])
    }
  })

  test('that no one has are no finding, and a balance that is missing is no zero', () => {
    expect(runDriver(pendle, ENTRY, OWNER, balances(0n, 0n, 0n)).findings).toEqual([])
    expect(() => runDriver(pendle, ENTRY, OWNER, balances(1n, 0n, 0n).slice(1))).toThrow(Unreadable)
  })
})
