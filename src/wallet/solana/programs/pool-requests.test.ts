import { afterAll, beforeAll, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import { realTokens } from '../../../testing/wallet/solana/real-tokens.ts'
import { type SvmRpc, startSvmRpc, TOKEN } from '../../../testing/wallet/solana/svm-rpc.ts'
import { tokenList } from '../../../testing/wallet/solana/token-list.ts'
import type { ProgramReader } from '../program-reader.ts'
import { scanSolana } from '../scan.ts'
import { connectSolana } from '../web3.ts'
import { meteoraDamm } from './meteora-damm.ts'
import { meteoraDlmm } from './meteora-dlmm.ts'
import { orca } from './orca.ts'
import { raydiumClmm } from './raydium-clmm.ts'
import { raydiumLp } from './raydium-lp.ts'

const POOLS = [meteoraDamm, meteoraDlmm, orca, raydiumClmm, raydiumLp]
const owner = invented(1)

let rpc: SvmRpc
beforeAll(async () => {
  rpc = await startSvmRpc()
  const tokens = await realTokens(rpc)
  for (const [number, amount] of [1n, 1n, 500n, 700n].entries()) {
    await tokens.mint(invented(100 + number), 0)
    const data = tokenAccountData(invented(100 + number), owner, amount)
    rpc.plant({ address: invented(200 + number), owner: TOKEN, data })
  }
})
afterAll(() => rpc.stop())

async function requests(programs: readonly ProgramReader[], of = owner): Promise<number> {
  const signal = AbortSignal.timeout(4500)
  const chain = await connectSolana({ nowMs: Date.now(), urls: [rpc.url], fetch, deadline: signal })
  const scan = await scanSolana(of, { chain, tokenList, providers: [], programs, signal })
  expect(scan).toMatchObject({ status: 'ok', findings: [] })
  return chain.requests()
}

test('pools cost an empty wallet one request, and one with NFTs and tokens of others one more', async () => {
  const without = await requests([])
  expect(await requests(POOLS, invented(2))).toBe(without + 1)
  expect(await requests(POOLS)).toBe(without + 2)
})
