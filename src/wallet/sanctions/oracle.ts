import type { Day } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import type { ScanChainName } from '../chains/scan-chains.ts'
import type { Call, Reply } from '../evm/client/call.ts'
import type { Address } from '../model/address.ts'

/**
 * The Chainalysis sanctions oracle on the chains that are asked. An account is the same on all of them, so one that names it
 * is enough; two are asked because either may be unreachable. Addresses: go.chainalysis.com/chainalysis-oracle-docs.html
 * and the deployments that cite them.
 */
export const SANCTION_ORACLES = [
  { chain: 'Ethereum', address: '0x40c57923924b5c5c5455c48d93317139addac8fb' },
  { chain: 'Base', address: '0x3a91a31cb3dc49b4db9ce721f50a9d076c8d739b' },
] as const satisfies readonly { chain: ScanChainName; address: Address }[]

/** `isSanctioned(address)`. */
const SELECTOR = '0xdf592f7d'
const FALSE = `0x${'0'.repeat(64)}`
const TRUE = `0x${'0'.repeat(63)}1`

/** The read that asks an oracle about an EVM account. */
export function askOracle(oracle: { address: Address }, owner: Address): Call {
  return {
    to: oracle.address,
    data: `${SELECTOR}${owner.slice(2).toLowerCase().padStart(64, '0')}`,
  }
}

/**
 * What an oracle answered, and on the day of which block; null for a chain that could not be read, `stale` for one whose
 * nodes are all behind: they cannot know who was listed since. Nothing but a clean true or false is believed: a contract that
 * is not there answers with no bytes, and a wrong one with others.
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
