import { beforeAll, beforeEach, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import { pack, repeat } from '../../../testing/wallet/solana/pack.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { recordedRun } from '../../../testing/wallet/solana/recorded-run.ts'
import { TOKEN_2022, useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { decodeAddress } from '../base58.ts'
import { connectSolana } from '../web3.ts'
import { raydiumClmm } from './raydium-clmm.ts'
import { raydiumLocks } from './raydium-locks.ts'

const LOCKS = 'LockrWmn6K5twhz3y9w1dQERbmgSaRkfnTeTKbpofwE'
const NO_KEY = '1'.repeat(32)
const [owner, pool] = [invented(1), invented(2)]
const KEY = { position: invented(10), liquidity: invented(11) }
/** A position as the program of CLMM itself left it. */
const run = recordedRun('raydium-clmm')
const mark = Buffer.from([70, 111, 150, 126, 230, 15, 25, 117])
const position =
  run.accounts.find(({ data }) => mark.equals(data.subarray(0, 8)))?.address ?? NO_KEY

const rpc = useSvm()
beforeAll(() => {
  for (const account of run.accounts) rpc.plant(account)
  for (const [number, mint] of Object.values(KEY).entries()) {
    const data = tokenAccountData(mint, owner, 1n)
    rpc.plant({ address: invented(20 + number), owner: TOKEN_2022, data })
  }
})
beforeEach(async () => {
  await plant('locked_position', KEY.position, lockedPosition())
  await plant('locked_liquidity', KEY.liquidity, lockedLiquidity())
})

/** `LockedClmmPositionState`, field by field as in sevenlabs-hq/carbon@9dc3c3a5. */
function lockedPosition({ at = position, feeKey = KEY.position } = {}): Buffer {
  const discriminator = Buffer.from([52, 23, 5, 7, 170, 90, 108, 213])
  return pack(discriminator, [254, 1], NO_KEY, pool, at, NO_KEY, feeKey, repeat(9, [0, 8]))
}

/** `LockedCpLiquidityState`, likewise. */
function lockedLiquidity({ lpTokens = 1000n, feeKey = KEY.liquidity } = {}): Buffer {
  const discriminator = Buffer.from([25, 10, 238, 197, 207, 234, 73, 22])
  const amounts = pack([lpTokens, 8], repeat(3, [5, 8]), [7, 16], [1, 8])
  return pack(discriminator, amounts, pool, feeKey, NO_KEY, NO_KEY, repeat(8, [0, 8]))
}

async function plant(seed: string, mint: string, data: Buffer): Promise<void> {
  const deadline = AbortSignal.timeout(4500)
  const { derivedAddress } = await connectSolana({ nowMs: 0, urls: [rpc.url], fetch, deadline })
  const address = derivedAddress(LOCKS, [Buffer.from(seed), decodeAddress(mint) ?? Buffer.alloc(0)])
  rpc.plant({ address, owner: LOCKS, data })
}

test('of a position that is locked for good, only what it earned belongs to the holder of its fee key', async () => {
  const [own, locked] = await Promise.all(
    [run.wallet, owner].map((of) => scanPrograms(rpc, [raydiumClmm], of)),
  )
  expect([own?.status, locked?.status]).toEqual(['ok', 'ok'])
  const earned = own?.findings[0]?.legs.filter(({ role }) => role === 'reward')
  expect(earned).not.toHaveLength(0)
  expect(locked?.findings).toMatchObject([{ protocol: 'raydium', ref: KEY.position }])
  expect(locked?.findings[0]?.legs).toEqual(earned)
  expect(locked?.findings[0]?.market).toBe(`${own?.findings[0]?.market}, locked for good`)
})

test.each([
  ['whose position does not exist', () => lockedPosition({ at: invented(99) })],
  ['that names another fee key', () => lockedPosition({ feeKey: invented(99) })],
])('a lock %s is found without a value', async (_, data) => {
  await plant('locked_position', KEY.position, data())
  const { findings } = await scanPrograms(rpc, [raydiumClmm], owner)
  expect(findings).toMatchObject([{ ref: KEY.position, legs: [{ isUnread: true }] }])
})

test('LP tokens that are locked for good are a right to fees without an amount', async () => {
  const { findings, status } = await scanPrograms(rpc, [raydiumLocks], owner)
  expect(status).toBe('ok')
  expect(findings).toMatchObject([
    {
      protocol: 'raydium',
      market: 'fees of LP tokens that are locked for good',
      ref: KEY.liquidity,
      legs: [{ role: 'reward', token: KEY.liquidity, amount: 1n, isUnread: true }],
    },
  ])
})

test.each([
  ['nothing is locked in', () => lockedLiquidity({ lpTokens: 0n })],
  ['that names another fee key', () => lockedLiquidity({ feeKey: invented(99) })],
])('a lock %s is no position', async (_, data) => {
  await plant('locked_liquidity', KEY.liquidity, data())
  const { findings, status } = await scanPrograms(rpc, [raydiumLocks], owner)
  expect({ findings, status }).toEqual({ findings: [], status: 'ok' })
})
