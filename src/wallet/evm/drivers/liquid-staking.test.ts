import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, holds, runDriver, says } from './fixtures/fake-chain.ts'
import {
  type LiquidStakingEntry,
  liquidStaking,
  liquidStakingEntry,
  RATE_FUNCTIONS,
} from './liquid-staking.ts'

const OWNER = at(0xa11ce)
const TOKEN = { address: at(1), symbol: 'wstETH', decimals: 18 }
const STETH = { address: at(2), symbol: 'stETH', decimals: 18 }
const RATES = at(3)
const WAD = 10n ** 18n

describe('liquid-staking', () => {
  test('a token without a rate is reported as itself', () => {
    const { findings, rounds } = runDriver(liquidStaking, entry(), OWNER, [
      holds(TOKEN.address, OWNER, 3n * WAD),
    ])
    expect(findings).toMatchObject([
      {
        receiptToken: TOKEN.address,
        legs: [{ role: 'stake', token: TOKEN.address, symbol: 'wstETH', amount: 3n * WAD }],
      },
    ])
    expect(rounds).toHaveLength(1)
  })

  test.each([
    'stEthPerToken',
    'getExchangeRate',
    'exchangeRate',
    'exchangeRatio',
    'exchangeRateToLST',
    'getRate',
    'rsETHPrice',
  ])('%s says what one token is worth', (name) => {
    const { findings } = runDriver(liquidStaking, entry(name), OWNER, [
      holds(TOKEN.address, OWNER, 2n * WAD),
      says(RATES, `function ${name}() view returns (uint256)`, [], (WAD * 12n) / 10n),
    ])
    expect(findings[0]?.legs).toMatchObject([
      { token: STETH.address, symbol: 'stETH', amount: (WAD * 24n) / 10n },
    ])
  })

  test('a token that is redeemed at par is reported as what it is redeemed for', () => {
    const atPar = liquidStakingEntry.parse({ ...entry(), par: STETH })
    const { findings } = runDriver(liquidStaking, atPar, OWNER, [
      holds(TOKEN.address, OWNER, 3n * WAD),
    ])
    expect(findings).toMatchObject([
      { receiptToken: TOKEN.address, legs: [{ token: STETH.address, amount: 3n * WAD }] },
    ])
  })

  test.each([
    'calculateTokenAmount',
    'convertBnbXToBnb',
    'convertSnBnbToBnb',
    'convertToAssets',
    'getPooledAvaxByShares',
    'kHYPEToHYPE',
    'mETHToETH',
    'previewRedeem',
    'sharesToBonds',
    'underlyingBalanceFromShares',
  ])('%s is asked for the whole amount', (name) => {
    const { findings } = runDriver(liquidStaking, entry(name), OWNER, [
      holds(TOKEN.address, OWNER, 2n * WAD),
      says(RATES, `function ${name}(uint256) view returns (uint256)`, [2n * WAD], WAD + 777n),
    ])
    expect(findings[0]?.legs).toMatchObject([{ token: STETH.address, amount: WAD + 777n }])
  })

  test('every function that an entry may name is tested above', () => {
    expect(RATE_FUNCTIONS).toHaveLength(17)
  })

  test.each([0n, 1n])('a rate of %i hides nothing: the token is reported as itself', (rate) => {
    const { findings } = runDriver(liquidStaking, entry('getRate'), OWNER, [
      holds(TOKEN.address, OWNER, 3n * WAD),
      says(RATES, 'getRate', [], rate),
    ])
    expect(findings).toMatchObject([{ legs: [{ token: TOKEN.address, amount: 3n * WAD }] }])
  })

  test('a rate that cannot be read is not taken for one', () => {
    const facts = [holds(TOKEN.address, OWNER, WAD)]
    expect(() => runDriver(liquidStaking, entry('getRate'), OWNER, facts)).toThrow(Unreadable)
  })

  test('an entry cannot name a function of its own', () => {
    expect(() => entry('transferOwnership')).toThrow()
  })
})

function entry(rate?: string): LiquidStakingEntry {
  return entryOf(liquidStaking, {
    market: 'wstETH',
    token: TOKEN,
    ...(rate ? { rate: { contract: RATES, function: rate, of: STETH } } : {}),
  })
}
