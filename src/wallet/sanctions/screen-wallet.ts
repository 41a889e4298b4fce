import type { Address } from '../../chains/address.ts'
import { createCallBatcher } from '../../chains/evm/batch-calls.ts'
import { batched } from '../../chains/evm/batched-fetch.ts'
import { createTransport } from '../../chains/evm/transport.ts'
import { beforeAbort } from '../../chains/nodes/before-abort.ts'
import type { Deadlines } from '../../chains/nodes/deadlines.ts'
import type { NodeAccess } from '../../chains/nodes/node-access.ts'
import type { ChainWithNodes } from '../../chains/wallet-nodes.ts'
import { dayOf } from '../../domain/day.ts'
import { type Screening, screen } from '../model/screening.ts'
import { type SanctionIndex, screenByList } from './list.ts'
import { askOracle, readOracle, SANCTION_ORACLES } from './oracle.ts'

export interface ScreeningDeps extends NodeAccess {
  chains: readonly ChainWithNodes[]
  /** Null when no list is published. */
  sanctions: SanctionIndex | null
}

/** Screens an account by the published list, and an EVM account by the oracles on two chains too. Never rejects. */
export async function screenWallet(
  wallet: { kind: 'evm'; owner: Address } | { kind: 'solana' | 'tron'; owner: string },
  deps: ScreeningDeps,
  deadlines: Deadlines,
): Promise<Screening> {
  const byList = screenByList(deps.sanctions, wallet.owner, dayOf(deps.now()))
  const byOracle =
    wallet.kind === 'evm'
      ? SANCTION_ORACLES.map((oracle) => ask(oracle, wallet.owner, deps, deadlines))
      : []
  const { status, sources } = screen([byList, ...(await Promise.all(byOracle))])
  const [list, ...others] = sources
  // A list that is too old to clear an address has no answer, but it has a day.
  const isOld = !byList.known && byList.reason === 'stale'
  if (!list || !isOld) return { status, sources }
  return { status, sources: [{ ...list, asOf: deps.sanctions?.asOf ?? null }, ...others] }
}

async function ask(
  oracle: (typeof SANCTION_ORACLES)[number],
  owner: Address,
  { chains, fetch, now, failuresOn }: ScreeningDeps,
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
  const batcher = createCallBatcher(chain, transport, now())
  const asked = batcher.run([askOracle(oracle, owner)])
  const [reply] = (await beforeAbort(asked, answer).catch(() => null)) ?? []
  const block = batcher.block()
  if (block === null && batcher.staleBlock() !== null) return readOracle(oracle, 'stale')
  const isAnswer = reply && 'ok' in reply && block
  return readOracle(oracle, isAnswer ? { reply, day: dayOf(block.time * 1000) } : null)
}
