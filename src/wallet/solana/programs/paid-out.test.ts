import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { startSvmRpc } from '../../../testing/wallet/solana/svm-rpc.ts'
import { tokenList } from '../../../testing/wallet/solana/token-list.ts'
import { scanSolana } from '../scan.ts'
import { connectSolana } from '../web3.ts'
import { meteoraDamm } from './meteora-damm.ts'
import { raydiumClmm } from './raydium-clmm.ts'
import { raydiumLp } from './raydium-lp.ts'

/**
 * Accounts as the programs themselves left them, and what each then paid out of both tokens, fees included. Recorded by running the
 * programs in LiteSVM: a pool was made, a position opened, both tokens were traded, and all was withdrawn.
 */
const record = z.strictObject({
  wallet: z.string(),
  accounts: z.array(z.strictObject({ address: z.string(), owner: z.string(), data: z.base64() })),
  paid: z.array(z.tuple([z.string(), z.coerce.bigint()])),
})
const folder = new URL('../../../testing/wallet/solana/recorded/', import.meta.url)
const recorded = (name: string) =>
  record.parse(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')))

async function found(name: string, reader: typeof raydiumLp): Promise<Map<string, bigint>> {
  const { wallet, accounts } = recorded(name)
  const rpc = await startSvmRpc()
  for (const { data, ...account } of accounts) {
    rpc.plant({ ...account, data: inflateSync(Buffer.from(data, 'base64')) })
  }
  const nowMs = Date.now()
  const signal = AbortSignal.timeout(4500)
  const chain = await connectSolana({ nowMs, urls: [rpc.url], fetch, deadline: signal })
  const programs = [reader]
  const scan = await scanSolana(wallet, { chain, tokenList, providers: [], programs, signal })
  await rpc.stop()
  expect(scan.status).toBe('ok')
  expect(scan.findings).toHaveLength(1)
  const sums = new Map<string, bigint>()
  for (const { token, amount } of scan.findings.flatMap(({ legs }) => legs)) {
    sums.set(token, (sums.get(token) ?? 0n) + amount)
  }
  return sums
}

test.each([
  ['meteora-damm', meteoraDamm],
  ['raydium-cpmm', raydiumLp],
])('what is found at %s is what the program paid out', async (name, reader) => {
  expect(await found(name, reader)).toEqual(new Map(recorded(name).paid))
})

test('what is found in a concentrated pool of Raydium is what it paid out, but for one unit', async () => {
  const name = 'raydium-clmm'
  const sums = await found(name, raydiumClmm)
  for (const [token, amount] of recorded(name).paid) {
    expect([0n, 1n]).toContain(amount - (sums.get(token) ?? 0n))
  }
})
