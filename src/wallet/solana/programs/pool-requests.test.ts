import { beforeAll, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { realTokens } from '../../../testing/wallet/solana/real-tokens.ts'
import { TOKEN, useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import type { ProgramReader } from '../program-reader.ts'
import { meteoraDamm } from './meteora-damm.ts'
import { meteoraDlmm } from './meteora-dlmm.ts'
import { orca } from './orca.ts'
import { pumpswap } from './pumpswap.ts'
import { raydiumClmm } from './raydium-clmm.ts'
import { raydiumFarms } from './raydium-farms.ts'
import { raydiumLocks } from './raydium-locks.ts'
import { raydiumLp } from './raydium-lp.ts'

const POOLS = [
  meteoraDamm,
  meteoraDlmm,
  orca,
  pumpswap,
  raydiumClmm,
  raydiumFarms,
  raydiumLocks,
  raydiumLp,
]
const owner = invented(1)

const rpc = useSvm()
beforeAll(async () => {
  const tokens = await realTokens(rpc)
  for (const [number, amount] of [1n, 1n, 500n, 700n].entries()) {
    await tokens.mint(invented(100 + number), 0)
    const data = tokenAccountData(invented(100 + number), owner, amount)
    rpc.plant({ address: invented(200 + number), owner: TOKEN, data })
  }
})

beforeAll(() => {
  const data = tokenAccountData(invented(102), invented(3), 0n)
  rpc.plant({ address: invented(210), owner: TOKEN, data })
})

async function requests(programs: readonly ProgramReader[], of = owner): Promise<number> {
  const scan = await scanPrograms(rpc, programs, of)
  expect(scan).toMatchObject({ status: 'ok', findings: [] })
  return scan.requests
}

test('pools cost an empty wallet one request, and one with NFTs, or with tokens of others that may be gone, one more', async () => {
  const without = await requests([])
  expect(await requests(POOLS, invented(2))).toBe(without + 1)
  expect(await requests(POOLS)).toBe(without + 2)
  expect(await requests(POOLS, invented(3))).toBe(without + 2)
})
