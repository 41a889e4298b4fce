import { expect, test } from 'vitest'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { type RecordedRun, recordedRun } from '../../../testing/wallet/solana/recorded-run.ts'
import { startSvmRpc } from '../../../testing/wallet/solana/svm-rpc.ts'
import type { ProgramReader } from '../program-reader.ts'
import { meteoraDamm } from './meteora-damm.ts'
import { orca } from './orca.ts'
import { raydiumClmm } from './raydium-clmm.ts'
import { raydiumLp } from './raydium-lp.ts'

/**
 * What a reader finds in the accounts as a program itself left them, fees included: a pool was made, positions opened, both tokens were
 * traded, and all was withdrawn.
 */
async function found(
  { wallet, accounts }: RecordedRun,
  reader: ProgramReader,
  positions = 1,
): Promise<Map<string, bigint>> {
  const rpc = await startSvmRpc()
  for (const account of accounts) rpc.plant(account)
  const scan = await scanPrograms(rpc, [reader], wallet)
  await rpc.stop()
  expect(scan.status).toBe('ok')
  expect(scan.findings).toHaveLength(positions)
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
  const run = recordedRun(name)
  expect(await found(run, reader)).toEqual(new Map(run.paid))
})

test.each([
  ['raydium-clmm', 'one position', raydiumClmm, 1],
  ['orca-bundle', 'a bundle of three positions', orca, 3],
] as const)(
  'what is found at %s of %s is what it paid out, but for a unit each',
  async (name, _, reader, positions) => {
    const run = recordedRun(name)
    const sums = await found(run, reader, positions)
    for (const [token, amount] of run.paid) {
      const difference = amount - (sums.get(token) ?? 0n)
      expect(difference).toBeGreaterThanOrEqual(0n)
      expect(difference).toBeLessThanOrEqual(positions)
    }
  },
)
