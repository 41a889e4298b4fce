import { dayOf } from '../domain/day.ts'
import { beforeAbort } from './before-abort.ts'
import { createAsker } from './evm/asker.ts'
import { batched } from './evm/batched-fetch.ts'
import type { Address } from './evm/driver.ts'
import { createTransport } from './evm/transport.ts'
import { screenByList } from './sanctions/list.ts'
import { askOracle, readOracle, SANCTION_ORACLES } from './sanctions/oracle.ts'
import { type Screening, screen } from './sanctions/screening.ts'
import type { Deadlines, ScanDeps } from './scan-deps.ts'

/** What the published list, and for an EVM account the oracles on two chains, say of an account. Never rejects. */
export async function screenWallet(
  { kind, address }: { kind: 'evm'; address: Address } | { kind: 'solana'; address: string },
  deps: ScanDeps,
  deadlines: Deadlines,
): Promise<Screening> {
  const byList = screenByList(deps.sanctions, address, dayOf(deps.now()))
  if (kind === 'solana') return screen([byList])
  const byOracle = SANCTION_ORACLES.map((oracle) => ask(oracle, address, deps, deadlines))
  return screen([byList, ...(await Promise.all(byOracle))])
}

async function ask(
  oracle: (typeof SANCTION_ORACLES)[number],
  account: Address,
  { chains, fetch, now }: ScanDeps,
  { step, answer }: Deadlines,
) {
  const chain = chains.find(({ name }) => name === oracle.chain)
  const transport = createTransport({
    urls: chain?.urls ?? [],
    fetch: batched(fetch),
    deadline: step,
  })
  const asked = chain && createAsker(chain, transport).ask([askOracle(oracle, account)])
  const [said] = (asked && (await beforeAbort(asked, answer).catch(() => null))) ?? []
  return readOracle(oracle, said && 'ok' in said ? said : null, dayOf(now()))
}
