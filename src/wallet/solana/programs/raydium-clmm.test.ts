import { beforeAll, beforeEach, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import {
  poolData,
  positionData,
  RAYDIUM_CLMM,
  recordedPool,
  tickArrayData,
} from '../../../testing/wallet/solana/raydium-accounts.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { realTokens } from '../../../testing/wallet/solana/real-tokens.ts'
import { TOKEN_2022, useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { sqrtRatioAtTick } from '../../model/liquidity-math.ts'
import { decodeAddress, encodeAddress } from '../base58.ts'
import { SOL } from '../program-ids.ts'
import { connectSolana } from '../web3.ts'
import { raydiumClmm } from './raydium-clmm.ts'

/**
 * Addresses and ticks of a position that was opened on mainnet, from the transaction recorded in sevenlabs-hq/carbon
 * (open_position_with_token22_nft). Both of its ticks are in one array.
 */
const OPENED = {
  mint: 'CJrhrC4qGmuLjj6Fu6ScqxEEGU6t7bahsoezX5XxULHJ',
  position: 'BKEJeo3RHHyvfYMRzfXUPT6bfrSvAQpfpmkad5iCe1hB',
  pool: '8hRSskMUXoPcWQtaikNY5L2Ws37y2i8BdqYo3xPhNjV4',
  tickArray: 'D4Qnmi5ckPF7PM3tiDZTmpeHNSbmfDB7Grim1Pq7HbEz',
  start: 39_600,
  tickLower: 42_300,
  tickUpper: 42_360,
  mints: [
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'EwU8syStvemqcZ9A7Yioq6cPevQ6AVPjXAVzREs4QyC2',
  ],
} as const
const Q64 = 1n << 64n
const LIQUIDITY = 10n ** 12n
const REWARD = invented(7)
const owner = invented(1)

const rpc = useSvm()
beforeAll(async () => {
  const tokens = await realTokens(rpc)
  await tokens.mint(OPENED.mints[0], 6)
  await tokens.mint(OPENED.mints[1], 9, TOKEN_2022)
  await tokens.mint(REWARD, 5)
  await tokens.mint(SOL.mint, 9)
  await tokens.mint(encodeAddress(recordedPool.subarray(105, 137)), 6)
  const nft = Buffer.concat([tokenAccountData(OPENED.mint, owner, 1n), Buffer.from([2])])
  rpc.plant({ address: invented(20), owner: TOKEN_2022, data: nft })
})
beforeEach(() => {
  plant(OPENED.pool, poolData({ ...pool, tick: 42_330, sqrtPrice: priceAt(42_330) }))
  plantTicks()
  plantPosition()
})

const pool = { mints: OPENED.mints, tickSpacing: 60 }
const priceAt = (tick: number) => sqrtRatioAtTick(tick) >> 32n

function plant(address: string, data: Buffer): void {
  rpc.plant({ address, owner: RAYDIUM_CLMM, data })
}

function plantPosition(of: Partial<Parameters<typeof positionData>[0]> = {}): void {
  const { mint, pool: at, tickLower, tickUpper, position } = OPENED
  plant(
    position,
    positionData({ mint, pool: at, tickLower, tickUpper, liquidity: LIQUIDITY, ...of }),
  )
}

function plantTicks(outside: readonly [bigint, bigint] = [0n, 0n], reward = 0n): void {
  const { pool: at, start, tickLower, tickUpper } = OPENED
  const ticks = [
    { index: 45, tick: tickLower, outside, reward },
    { index: 46, tick: tickUpper },
  ]
  plant(OPENED.tickArray, tickArrayData(at, start, ticks))
}

async function tickArrayAt(start: number): Promise<string> {
  const deadline = AbortSignal.timeout(4500)
  const { derivedAddress } = await connectSolana({ nowMs: 0, urls: [rpc.url], fetch, deadline })
  const seed = Buffer.alloc(4)
  seed.writeInt32BE(start)
  const seeds = [Buffer.from('tick_array'), decodeAddress(OPENED.pool) ?? Buffer.alloc(0), seed]
  return derivedAddress(RAYDIUM_CLMM, seeds)
}

const scan = (of = owner) => scanPrograms(rpc, [raydiumClmm], of)

test('a position is found at the addresses that a transaction of mainnet opened it at', async () => {
  const { findings, status } = await scan()
  expect(status).toBe('ok')
  // Half of a range of 60 ticks near a price of 69: L × (1/√p − 1/√high), and L × (√p − √low).
  const [root, low, high] = [42_330, 42_300, 42_360].map((tick) => 1.0001 ** (tick / 2))
  const [a, b] = findings[0]?.legs.map(({ amount }) => Number(amount)) ?? []
  expect(a).toBeCloseTo(Number(LIQUIDITY) * (1 / (root ?? 0) - 1 / (high ?? 0)), -1)
  expect(b).toBeCloseTo(Number(LIQUIDITY) * ((root ?? 0) - (low ?? 0)), -1)
  expect(findings).toMatchObject([
    {
      protocol: 'raydium',
      product: 'lp',
      market: 'USDC/EwU8sySt… tick spacing 60',
      ref: OPENED.mint,
      inRange: true,
      legs: [
        { role: 'lp', token: OPENED.mints[0], decimals: 6 },
        { role: 'lp', token: OPENED.mints[1], decimals: 9 },
      ],
    },
  ])
})

test('fees and rewards are those of the range since they were last taken, and what was owed then', async () => {
  const growth = [4n * Q64, 1000n] as const
  const reward = { mint: REWARD, growth: 9n * Q64 }
  plant(
    OPENED.pool,
    poolData({ ...pool, tick: 42_330, sqrtPrice: priceAt(42_330), growth, reward }),
  )
  plantTicks([Q64, 0n], 2n * Q64)
  plantPosition({
    liquidity: 10n,
    last: [Q64, 0n],
    owed: [5n, 6n],
    reward: { last: 3n * Q64, owed: 8n },
  })
  const { findings } = await scan()
  // (4 − 1 − 1) × 10 + 5 and 1000 × 10 / 2^64 + 6; of the reward (9 − 2 − 3) × 10 + 8.
  const rewards = findings[0]?.legs.filter(({ role }) => role === 'reward')
  expect(rewards?.map(({ token, amount }) => [token, amount])).toEqual([
    [OPENED.mints[0], 25n],
    [OPENED.mints[1], 6n],
    [REWARD, 48n],
  ])
})

test.each([
  [42_299, OPENED.mints[0], false],
  [42_300, OPENED.mints[0], true],
  [42_360, OPENED.mints[1], false],
])('at tick %i the whole position is in %s', async (tick, mint, inRange) => {
  plant(OPENED.pool, poolData({ ...pool, tick, sqrtPrice: priceAt(tick) }))
  const { findings } = await scan()
  expect(findings[0]?.inRange).toBe(inRange)
  expect(findings[0]?.legs.map(({ token }) => token)).toEqual([mint])
})

test('a pool recorded on mainnet has a price between those of its tick and the next', async () => {
  plant(OPENED.pool, recordedPool)
  const ticks = [71_168, 71_169].map((tick) => ({ index: tick - 71_160, tick }))
  plant(await tickArrayAt(71_160), tickArrayData(OPENED.pool, 71_160, ticks))
  plantPosition({ tickLower: 71_168, tickUpper: 71_169 })
  const { findings } = await scan()
  expect(findings).toMatchObject([{ market: 'SOL/4kzLMxfM… tick spacing 1', inRange: true }])
  // Both tokens: were its price outside of this one tick, there would be one.
  expect(findings[0]?.legs.filter(({ role }) => role === 'lp')).toHaveLength(2)
})

test('a tick that is not in use leaves the position without a value', async () => {
  plant(OPENED.tickArray, tickArrayData(OPENED.pool, OPENED.start, []))
  expect((await scan()).findings).toMatchObject([
    { ref: OPENED.mint, market: 'contents not readable', legs: [{ isUnread: true }] },
  ])
})
