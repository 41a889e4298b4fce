import type { Address } from '../../chains/address.ts'
import { createCallBatcher } from '../../chains/evm/batch-calls.ts'
import { batched } from '../../chains/evm/batched-fetch.ts'
import type { Call, Reply } from '../../chains/evm/call.ts'
import { createTransport } from '../../chains/evm/transport.ts'
import { beforeAbort } from '../../chains/nodes/before-abort.ts'
import type { Deadlines } from '../../chains/nodes/deadlines.ts'
import type { NodeAccess } from '../../chains/nodes/node-access.ts'
import type { ChainWithNodes } from '../../chains/wallet-nodes.ts'
import { type Day, dayOf } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'

/**
 * The Chainalysis sanctions oracles that are asked. An account is the same on all EVM chains, so one oracle that lists it is enough;
 * two are asked because either may be unreachable. Addresses: go.chainalysis.com/chainalysis-oracle-docs.html and deployments that
 * cite them.
 */
export const SANCTION_ORACLES = [
  { chain: 'Ethereum', address: '0x40c57923924b5c5c5455c48d93317139addac8fb' },
  { chain: 'Base', address: '0x3a91a31cb3dc49b4db9ce721f50a9d076c8d739b' },
] as const satisfies readonly { chain: string; address: Address }[]

export interface OracleAccess extends NodeAccess {
  chains: readonly ChainWithNodes[]
}

/** `isSanctioned(address)`. */
const SELECTOR = '0xdf592f7d'
const FALSE = `0x${'0'.repeat(64)}`
const TRUE = `0x${'0'.repeat(63)}1`

/** The call that asks an oracle about an EVM account. */
export function askOracle(oracle: { address: Address }, owner: Address): Call {
  return {
    to: oracle.address,
    data: `${SELECTOR}${owner.slice(2).toLowerCase().padStart(64, '0')}`,
  }
}

/**
 * The answer of an oracle, dated by its block. `answer` is null when the chain could not be read, and `stale` when all its nodes are
 * behind, because an account may have been listed since. Anything but an exact true or false is `refused`: an address without a
 * contract returns no bytes, a wrong contract others.
 */
export function readOracle(
  oracle: { chain: string },
  answer: { reply: Reply; day: Day } | 'stale' | null,
): Reading<boolean> {
  const source = `chainalysis:${oracle.chain.toLowerCase()}`
  if (answer === 'stale') return missing('stale', source)
  if (!answer?.reply.ok) return missing('upstream-failed', source)
  const { reply, day } = answer
  if (reply.data === TRUE) return known(true, day, source)
  if (reply.data === FALSE) return known(false, day, source)
  return missing('refused', source)
}

/** Asks an oracle about an EVM account. Never rejects. */
export async function screenByOracle(
  oracle: (typeof SANCTION_ORACLES)[number],
  owner: Address,
  { chains, fetch, now, failuresOn }: OracleAccess,
  { step, answer }: Deadlines,
): Promise<Reading<boolean>> {
  const chain = chains.find(({ name }) => name === oracle.chain)
  if (!chain) return readOracle(oracle, null)
  const transport = createTransport({
    urls: chain.urls,
    fetch: batched(fetch),
    deadline: step,
    onFailure: failuresOn?.(oracle.chain),
  })
  const batcher = createCallBatcher(chain, transport, now())
  const asked = batcher.run([askOracle(oracle, owner)])
  const [reply] = (await beforeAbort(asked, answer).catch(() => null)) ?? []
  const block = batcher.block()
  if (block === null && batcher.staleBlock() !== null) return readOracle(oracle, 'stale')
  const isAnswer = reply && 'ok' in reply && block
  return readOracle(oracle, isAnswer ? { reply, day: dayOf(block.time * 1000) } : null)
}
