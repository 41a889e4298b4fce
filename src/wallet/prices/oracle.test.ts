import { afterAll, describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../chains/address.ts'
import type { Call, Reply } from '../../chains/evm/call.ts'
import { createTransport } from '../../chains/evm/transport.ts'
import { encodeCall } from '../../chains/evm/viem.ts'
import { deployAave } from '../../testing/wallet/evm/aave.ts'
import { describeOnAnvil } from '../../testing/wallet/evm/on-anvil.ts'
import { deployToken } from '../../testing/wallet/evm/rig.ts'
import { type PricedToken, priceKey } from '../model/price.ts'
import { type RateCall, rateKey, readOraclePrices, readRates } from './oracle.ts'

const ORACLE: Address = `0x${'a'.repeat(40)}`
const TODAY = '2026-11-21'
const WETH: Address = `0x${'1'.repeat(40)}`
const USDC: Address = `0x${'2'.repeat(40)}`
const tokenOf = (token: string): PricedToken => ({ chain: 'Ethereum', token, decimals: 18 })
const TOKENS = [tokenOf(WETH), tokenOf(USDC)]

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const one = (value: bigint): Reply => ({ ok: true, data: `0x${word(value)}` })
const list = (...values: bigint[]): Reply => {
  const data: Hex = `0x${[32n, BigInt(values.length), ...values].map(word).join('')}`
  return { ok: true, data }
}
const REVERT: Reply = { ok: false }

/** Runs the reading with one list of replies a round; gives the rounds of calls and the prices in the order of the tokens. */
function run(rounds: (Reply | null)[][], tokens = TOKENS) {
  const reading = readOraclePrices(ORACLE, tokens, TODAY)
  const asked: Call[][] = []
  let step = reading.next()
  while (!step.done) {
    asked.push(step.value)
    step = reading.next(rounds[asked.length - 1] ?? [])
  }
  const prices = step.value
  return { asked, prices: tokens.map((token) => prices.get(priceKey(token))) }
}

const known = (value: number) => ({ known: true, value, asOf: TODAY, source: 'aave-oracle' })
const missing = (reason: string) => ({ known: false, reason, source: 'aave-oracle' })

describe('the oracle of Aave', () => {
  test('is asked for all prices at once, and has eight decimals', () => {
    const { asked, prices } = run([[list(200_050_000_000n, 99_990_000n)]])
    const signature = 'function getAssetsPrices(address[]) view returns (uint256[])'
    expect(asked).toEqual([[{ to: ORACLE, data: encodeCall(signature, [[WETH, USDC]]) }]])
    expect(prices).toEqual([known(2000.5), known(0.9999)])
  })

  test('is asked for each token when the question for all fails, as one broken feed makes it', () => {
    const { asked, prices } = run([[REVERT], [REVERT, one(100_000_000n)]])
    expect(asked[1]).toHaveLength(2)
    expect(asked[1]?.[0]?.data).toBe(
      encodeCall('function getAssetPrice(address) view returns (uint256)', [WETH]),
    )
    expect(prices).toEqual([missing('upstream-failed'), known(1)])
  })

  test('is asked for each token when it gives another number of prices', () => {
    const { prices } = run([[list(1n)], [one(200_000_000n), one(100_000_000n)]])
    expect(prices).toEqual([known(2), known(1)])
  })

  test('that gives zero or something absurd knows no price', () => {
    const { prices } = run([[list(0n, 2n ** 200n)]])
    expect(prices).toEqual([missing('not-covered'), missing('refused')])
  })

  test('on a chain that cannot be read is not asked again', () => {
    const { asked, prices } = run([[null]])
    expect(asked).toHaveLength(1)
    expect(prices).toEqual([missing('upstream-failed'), missing('upstream-failed')])
  })

  test('that is no contract knows no price', () => {
    const empty: Reply = { ok: true, data: '0x' }
    expect(run([[empty], [empty, empty]]).prices).toEqual([
      missing('upstream-failed'),
      missing('upstream-failed'),
    ])
  })

  test('is not asked about what is no contract, and not at all without tokens', () => {
    expect(run([], []).asked).toEqual([])
    const { asked, prices } = run([], [tokenOf('coingecko:usd-coin')])
    expect(asked).toEqual([])
    expect(prices).toEqual([undefined])
  })
})

describe('rates', () => {
  const rate: RateCall = { chain: 'Ethereum', call: { to: WETH, data: '0x12345678' }, decimals: 6 }

  test('are whole tokens behind one, by the decimals of what stands behind', () => {
    const reading = readRates([rate], TODAY)
    expect(reading.next().value).toEqual([rate.call])
    expect(reading.next([one(1_250_000n)]).value).toEqual(
      new Map([[rateKey(rate), { known: true, value: 1.25, asOf: TODAY, source: 'rate' }]]),
    )
  })

  test.each([
    ['zero', one(0n)],
    ['a revert', REVERT],
    ['two words', list()],
    ['silence', null],
  ])('are missing for %s', (_, reply) => {
    const reading = readRates([rate], TODAY)
    reading.next()
    expect(reading.next([reply]).value).toEqual(
      new Map([[rateKey(rate), { known: false, reason: 'upstream-failed', source: 'rate' }]]),
    )
  })
})

describeOnAnvil('the oracle of a real Aave market', { multicall3: false }, (rig) => {
  afterAll(() => rig?.stop())

  test('gives the prices of its assets, and none for a token that it does not list', async () => {
    const assets = [
      { symbol: 'USDC', address: await deployToken(rig, 'USDC', 6), decimals: 6, usd: 0.9998 },
      { symbol: 'WETH', address: await deployToken(rig, 'WETH'), decimals: 18, usd: 2000.5 },
    ]
    const { oracle } = await deployAave(rig, assets)
    const ethereum = createTransport({
      urls: [rig.url],
      fetch,
      deadline: AbortSignal.timeout(20_000),
    })
    const pricesOf = async (tokens: PricedToken[]) => {
      const reading = readOraclePrices(oracle, tokens, TODAY)
      let step = reading.next()
      while (!step.done) {
        const outcomes = step.value.map(({ to, data }) =>
          ethereum.call({ request: { to, data }, block: 'latest' }),
        )
        const replies = (await Promise.all(outcomes)).map((outcome): Reply | null =>
          outcome.kind === 'result'
            ? { ok: true, data: outcome.data }
            : outcome.kind === 'reverted'
              ? { ok: false }
              : null,
        )
        step = reading.next(replies)
      }
      const prices = step.value
      return tokens.map((token) => prices.get(priceKey(token)))
    }
    const listed = assets.map(({ address }) => tokenOf(address))
    expect(await pricesOf(listed)).toEqual([known(0.9998), known(2000.5)])
    // The oracle reverts for a token that it does not list, and so does the question for all.
    expect(await pricesOf([...listed, tokenOf(WETH)])).toEqual([
      known(0.9998),
      known(2000.5),
      missing('upstream-failed'),
    ])
  }, 30_000)
})
