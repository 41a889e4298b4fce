import { dayOf } from '../../domain/day.ts'
import { createAsker } from '../evm/client/asker.ts'
import { batched } from '../evm/client/batched-fetch.ts'
import { createTransport } from '../evm/client/transport.ts'
import type { Address } from '../evm/driver.ts'
import { beforeAbort } from '../nodes/before-abort.ts'
import type { Deadlines, ScanDeps } from '../scan-deps.ts'
import { screenByList } from './list.ts'
import { askOracle, readOracle, SANCTION_ORACLES } from './oracle.ts'
import { type Screening, screen } from './screening.ts'

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
  { chains, fetch, now, failuresOn }: ScanDeps,
  { step, answer }: Deadlines,
) {
  const chain = chains.find(({ name }) => name === oracle.chain)
  const transport = createTransport({
    urls: chain?.urls ?? [],
    fetch: batched(fetch),
    deadline: step,
    onFailure: failuresOn?.(oracle.chain),
  })
  if (!chain) return readOracle(oracle, null)
  const asker = createAsker(chain, transport, now())
  const asked = asker.ask([askOracle(oracle, account)])
  const [said] = (await beforeAbort(asked, answer).catch(() => null)) ?? []
  const block = asker.block()
  if (block === null && asker.staleBlock() !== null) return readOracle(oracle, 'stale')
  const isAnswer = said && 'ok' in said && block
  return readOracle(oracle, isAnswer ? { reply: said, day: dayOf(block.time * 1000) } : null)
}
