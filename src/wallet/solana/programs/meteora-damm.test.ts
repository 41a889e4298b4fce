import { beforeAll, beforeEach, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import {
  DAMM,
  dammPoolData,
  dammPositionData,
} from '../../../testing/wallet/solana/damm-accounts.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { realTokens } from '../../../testing/wallet/solana/real-tokens.ts'
import { TOKEN_2022, useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { SOL } from '../program-ids.ts'
import { meteoraDamm } from './meteora-damm.ts'

const owner = invented(1)
const POOL = invented(2)
const REWARD = invented(3)
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
/** An NFT, and the address of its position as `derivePositionAddress` of @meteora-ag/cp-amm-sdk gives it. */
const NFT = 'CJrhrC4qGmuLjj6Fu6ScqxEEGU6t7bahsoezX5XxULHJ'
const POSITION = 'HNEtpEm4AzB6CqBgjhPusufvGCs7YvFHoEN9Ee53Jgdm'
const Q64 = 1n << 64n

const pool = {
  mints: [SOL.mint, USDC] as const,
  liquidity: (10n ** 12n) << 64n,
  prices: [Q64 / 10n, Q64 / 3n, 4n * Q64] as const,
  fees: [(3n << 64n) / 7n, (1n << 66n) / 9n] as const,
  amounts: [10n ** 13n + 7n, 3n * 10n ** 12n] as const,
  reward: { mint: REWARD, stored: (1n << 128n) / 11n },
}
const position = {
  pool: POOL,
  mint: NFT,
  liquidity: [123_456_789n << 64n, 1000n << 64n, 77_777n << 64n] as const,
  fees: [(1n << 64n) / 7n, 5n] as const,
  pending: [8n, 9n] as const,
  reward: { checkpoint: (1n << 128n) / 13n, pending: 21n },
}
/** By `getUnClaimLpFee` of @meteora-ag/cp-amm-sdk 1.5.0, from the same bytes. */
const EARNED = [
  ['reward', SOL.mint, 35_295_883n],
  ['reward', USDC, 54_904_704n],
  ['reward', REWARD, 1_727_791n],
]

const rpc = useSvm()
beforeAll(async () => {
  const tokens = await realTokens(rpc)
  await tokens.mint(SOL.mint, 9)
  await tokens.mint(USDC, 6)
  await tokens.mint(REWARD, 5)
  const nft = Buffer.concat([tokenAccountData(NFT, owner, 1n), Buffer.from([2])])
  rpc.plant({ address: invented(20), owner: TOKEN_2022, data: nft })
})
beforeEach(() => {
  plant(POOL, dammPoolData(pool))
  plant(POSITION, dammPositionData(position))
})

const plant = (address: string, data: Buffer) => rpc.plant({ address, owner: DAMM, data })

const scan = () => scanPrograms(rpc, [meteoraDamm], owner)

async function legs() {
  const { findings } = await scan()
  return findings.flatMap((each) =>
    each.legs.map(({ role, token, amount }) => [role, token, amount]),
  )
}

test('a position holds what Meteora’s own library computes, without what is locked for good', async () => {
  const { findings, status } = await scan()
  expect(status).toBe('ok')
  expect(findings).toMatchObject([
    { protocol: 'meteora-damm-v2', product: 'lp', market: 'SOL/USDC', ref: NFT, inRange: true },
  ])
  // By `getAmountAFromLiquidityDelta` and `getAmountBFromLiquidityDelta` of the same library.
  expect(await legs()).toEqual([
    ['lp', SOL.mint, 339_508_919n],
    ['lp', USDC, 28_806_817n],
    ...EARNED,
  ])
})

test('in a pool that keeps its fees as liquidity it is a share of what the pool counts', async () => {
  plant(POOL, dammPoolData({ ...pool, feeMode: 2 }))
  expect((await scan()).findings[0]?.inRange).toBeNull()
  expect(await legs()).toEqual([
    ['lp', SOL.mint, 1_234_577_890n],
    ['lp', USDC, 370_373_367n],
    ...EARNED,
  ])
})

test('a position that is locked for good is only what it earned', async () => {
  const [free, vesting, locked] = position.liquidity
  const liquidity = [0n, 0n, free + vesting + locked] as const
  plant(POSITION, dammPositionData({ ...position, liquidity }))
  expect(await legs()).toEqual(EARNED)
})

test.each([
  ['that does not exist', Buffer.alloc(0)],
  ['without a price', dammPoolData({ ...pool, prices: [0n, 0n, 0n] })],
  ['without a lowest price', dammPoolData({ ...pool, prices: [0n, Q64, 4n * Q64] })],
  ['below its lowest price', dammPoolData({ ...pool, prices: [2n * Q64, Q64, 4n * Q64] })],
  ['above its highest price', dammPoolData({ ...pool, prices: [Q64, 5n * Q64, 4n * Q64] })],
  ['without liquidity', dammPoolData({ ...pool, feeMode: 2, liquidity: 0n })],
])('a position in a pool %s is found without a value', async (_, data) => {
  plant(POOL, data)
  expect((await scan()).findings).toMatchObject([
    { ref: NFT, market: 'contents not readable', legs: [{ isUnread: true }] },
  ])
})
