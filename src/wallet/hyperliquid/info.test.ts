import { describe, expect, test } from 'vitest'
import { EMPTY_EXCHANGE as EMPTY } from '../../testing/wallet/empty-exchange.ts'
import { perps, position } from '../../testing/wallet/named/exchange.ts'
import { readHyperliquid } from './info.ts'

/** When the exchange says that it is. */
const URL = 'https://exchange.example/info'
const NOW = 1_760_000_000_000

const USER = `0x${'a1'.repeat(20)}` as const
type Answers = Record<string, unknown>

/** Reads an account whose questions are answered by type: a value as JSON, a Response as it is. */
function read(answers: Answers, signal = AbortSignal.timeout(1_000)) {
  const fetch = async (url: string, init: RequestInit) => {
    const { type, user }: Record<string, string> = JSON.parse(String(init.body))
    expect([url, init.method, user]).toEqual([URL, 'POST', USER])
    const answer = answers[type ?? '']
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer : Response.json(answer)
  }
  return readHyperliquid(USER, { fetch, url: URL, signal, nowMs: NOW })
}

describe('an account at Hyperliquid', () => {
  test('without anything has no finding, and nothing of it failed', async () => {
    expect(await read(EMPTY)).toEqual({ findings: [], failed: [] })
  })

  test('has cross positions on one margin, whose worth holds their profit already', async () => {
    const { findings, failed } = await read(perps('1013.246837', position()))
    expect(failed).toEqual([])
    expect(findings).toMatchObject([
      {
        product: 'perp',
        market: 'ETH-USD',
        ref: 'ETH',
        legs: [],
        perp: {
          side: 'short',
          sizeUsd: 1500.25,
          leverage: 20,
          entryPrice: 2986.3,
          liquidationPrice: 3100.5,
          pnlUsd: -7.1,
          pnlInNet: true,
        },
      },
      {
        market: 'margin account',
        legs: [{ role: 'margin', token: 'coingecko:usd-coin', decimals: 8, amount: 101324683700n }],
      },
    ])
  })

  test('has isolated positions on their own margin, so that the sum is the worth of the account', async () => {
    const isolated = position({
      szi: '3',
      leverage: { type: 'isolated', value: 5 },
      liquidationPx: null,
    })
    const { findings } = await read(perps('100', position(), isolated))
    const amounts = findings.flatMap(({ legs }) => legs.map(({ amount }) => amount))
    expect(amounts).toEqual([7_501_250_000n, 2_498_750_000n])
    expect(findings[1]?.perp).toMatchObject({ side: 'long', liquidationPrice: null })
  })

  test.each(['unifiedAccount', 'portfolioMargin'])(
    'in the mode %s has its margin among the spot balances only',
    async (mode) => {
      const isolated = position({ leverage: { type: 'isolated', value: 5 } })
      const { findings } = await read({ ...perps('100', isolated), userAbstraction: mode })
      expect(findings).toMatchObject([{ ref: 'ETH', legs: [] }])
    },
  )

  test('that is under water owes the rest', async () => {
    const { findings } = await read(perps('-3.5'))
    expect(findings).toMatchObject([{ legs: [{ role: 'borrow', amount: 350_000_000n }] }])
  })

  test('has spot balances, vaults and a stake', async () => {
    const { findings } = await read({
      ...EMPTY,
      spotClearinghouseState: {
        balances: [
          { coin: 'USDC', token: 0, total: '14.625485', hold: '0.0', entryNtl: '0.0' },
          { coin: 'PURR', token: 1, total: '2000', hold: '0', entryNtl: '1234.56' },
          { coin: 'DUST', token: 9, total: '0.0', hold: '0', entryNtl: '0' },
          { coin: 'HYPE', token: 150, total: '3', hold: '0', entryNtl: '0' },
        ],
      },
      userVaultEquities: [
        { vaultAddress: `0x${'DF'.repeat(20)}`, equity: '742500.082809', lockedUntilTimestamp: 1 },
      ],
      delegatorSummary: {
        delegated: '12060.16529862',
        undelegated: '1',
        totalPendingWithdrawal: '2',
      },
    })
    expect(findings).toMatchObject([
      {
        protocol: 'hyperliquid-spot-orderbook',
        legs: [{ symbol: 'USDC', amount: 1_462_548_500n }],
      },
      { legs: [{ token: 'hypercore:1', symbol: 'PURR', amount: 200_000_000_000n }] },
      { legs: [{ token: 'coingecko:hyperliquid', symbol: 'HYPE', amount: 300_000_000n }] },
      { product: 'vault', ref: `0x${'df'.repeat(20)}`, legs: [{ amount: 74_250_008_280_900n }] },
      { product: 'staking', legs: [{ role: 'stake', symbol: 'HYPE', amount: 1_206_316_529_862n }] },
    ])
  })
})

test.each(['USDC', 'HYPE', 'constructor'])(
  'a token that only is called %s has no price of another',
  async (coin) => {
    const balances = [{ coin, token: 99, total: '1000000' }]
    const { findings } = await read({ ...EMPTY, spotClearinghouseState: { balances } })
    expect(findings).toMatchObject([{ legs: [{ token: 'hypercore:99', symbol: coin }] }])
  },
)

describe('an account at Hyperliquid that cannot be read', () => {
  test.each<[string, unknown, string]>([
    ['an error', new Error('refused'), 'unreachable'],
    ['status 429', new Response('slow down', { status: 429 }), 'unreachable'],
    ['HTML', new Response('<html>'), 'malformed'],
    ['null', null, 'malformed'],
    ['an empty object', {}, 'malformed'],
    ['a number for a decimal string', perps('1').clearinghouseState, 'malformed'],
  ])('by %s has failed, and is never an account without positions', async (_, answer, reason) => {
    const wrong = _.startsWith('a number')
      ? { marginSummary: { accountValue: 1 }, assetPositions: [] }
      : answer
    const { findings, failed } = await read({ ...EMPTY, clearinghouseState: wrong })
    expect(findings).toEqual([])
    expect(failed).toEqual([{ part: 'perps', reason }])
  })

  test('in one part still shows the others', async () => {
    const stake = { delegated: '1', undelegated: '0', totalPendingWithdrawal: '0' }
    const { findings, failed } = await read({
      ...EMPTY,
      delegatorSummary: stake,
      spotClearinghouseState: { balances: [{ coin: 'USDC', token: 0 }] },
    })
    expect(findings).toHaveLength(1)
    expect(failed).toEqual([{ part: 'spot', reason: 'malformed' }])
  })

  test('in an unknown mode has no perpetuals that could count twice', async () => {
    const { findings, failed } = await read({ ...perps('100'), userAbstraction: 'somethingNew' })
    expect({ findings, failed }).toEqual({
      findings: [],
      failed: [{ part: 'perps', reason: 'malformed' }],
    })
  })

  test('in time has failed in every part by the time it ends', async () => {
    const fetch = () => new Promise<Response>(() => undefined)
    const signal = AbortSignal.timeout(20)
    const reading = await readHyperliquid(USER, {
      fetch,
      url: URL,
      signal,
      nowMs: NOW,
    })
    expect(reading.findings).toEqual([])
    expect(reading.failed.map(({ part, reason }) => `${part} ${reason}`)).toEqual([
      'perps timeout',
      'spot timeout',
      'vaults timeout',
      'staking timeout',
    ])
  })

  test('because its body never ends or is too large has failed', async () => {
    const endless = new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
    const large = new Response('x'.repeat(3 * 1024 * 1024))
    const answers = { ...EMPTY, spotClearinghouseState: endless, userVaultEquities: large }
    const { failed } = await read(answers, AbortSignal.timeout(50))
    expect(failed).toEqual([
      { part: 'spot', reason: 'timeout' },
      { part: 'vaults', reason: 'malformed' },
    ])
  })
})
