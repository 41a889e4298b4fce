import { dayOf } from '../../domain/day.ts'
import type { ReadAt } from '../contract-control.ts'
import { createBallot } from '../reader/ballot.ts'
import { createVotes, type Poll, putAll, type Quorum } from '../reader/votes.ts'
import type { AccountFacts } from './account-facts.ts'
import type { Derive } from './derived.ts'
import { openNode, type SolanaNode, type SolanaOptions } from './node.ts'

/** Reads accounts of Solana. */
export interface SolanaReader {
  at: ReadAt
  derive: Derive
  /** An account that no node read, or no two alike, is null. */
  read(addresses: readonly string[]): Promise<Map<string, AccountFacts | null>>
}

/** Nodes that are asked at most. */
const MAX_NODES = 6
/** How long a node may be slower than two that agree. */
const GRACE_MS = 4_000

/**
 * Opens a reader that takes only what two nodes say alike. They read at slots that are seconds apart, so what is compared is what an account
 * says about control, not its bytes. Never rejects.
 */
export async function openSolana(
  options: SolanaOptions,
  graceMs = GRACE_MS,
): Promise<{ reader: Quorum<SolanaReader> } | { failed: 'stale' | 'node-failed' }> {
  const urls = [...new Set(options.urls)].slice(0, MAX_NODES)
  const opened = await Promise.all(urls.map((url) => openNode(options, url)))
  const nodes = opened.flatMap((node) => ('failed' in node ? [] : [node]))
  const block = middleOf(nodes)
  if (block === null) {
    const isStale = opened.some((node) => 'failed' in node && node.failed === 'stale')
    return { failed: isStale ? 'stale' : 'node-failed' }
  }
  const at = {
    chain: 'Solana',
    block: { number: BigInt(block.block.slot), day: dayOf(block.block.time * 1000) },
  }
  const accounts = accountPoll()
  const reader = createVotes<SolanaNode, SolanaReader>(
    nodes,
    graceMs,
    [accounts.ballot],
    (look) => ({
      at,
      derive: block.derive,
      async read(addresses) {
        const found = await look(accounts, addresses)
        return new Map(addresses.map((address, index) => [address, found[index] ?? null]))
      },
    }),
  )
  return { reader }
}

/** The node at the middle slot, of two the lower: no single one chooses it. */
function middleOf(nodes: readonly SolanaNode[]): SolanaNode | null {
  const sorted = nodes.toSorted((a, b) => a.block.slot - b.block.slot)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

function accountPoll(): Poll<SolanaNode, string, AccountFacts> {
  const ballot = createBallot<AccountFacts>(JSON.stringify, () => true)
  return {
    ballot,
    keyOf: (address) => address,
    async ask({ url, read }, open) {
      const found = await read(open)
      return putAll(ballot, url, open, (at) => found[at] ?? undefined)
    },
  }
}
