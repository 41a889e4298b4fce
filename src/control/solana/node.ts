import { createHedge } from '../../chains/nodes/hedge.ts'
import { limitHedge } from '../../chains/nodes/limit-hedge.ts'
import type { NoteFailure } from '../../chains/nodes/node-failures.ts'
import type { Fetch } from '../../chains/nodes/read-body.ts'
import type { SolanaBlock } from '../../wallet/solana/clock.ts'
import { RpcFailure } from '../../wallet/solana/failure.ts'
import { connectSolana } from '../../wallet/solana/web3.ts'
import { type AccountFacts, accountFacts, READ_BYTES } from './account-facts.ts'
import type { Derive } from './derived.ts'

export interface SolanaOptions {
  urls: readonly string[]
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  /** Aborts every request in flight. */
  deadline: AbortSignal
  onFailure?: NoteFailure | undefined
  /** For tests: time for one request, and waits before a busy node is asked again. */
  timeoutMs?: number | undefined
  pause?: (ms: number) => Promise<void>
}

/** One node that is not behind its chain. */
export interface SolanaNode {
  url: string
  /** Its newest slot. Solana has no way to read at an earlier one. */
  block: SolanaBlock
  derive: Derive
  /** In the order asked for; null where the node did not answer. Never rejects. */
  read(addresses: readonly string[]): Promise<(AccountFacts | null)[]>
  requests(): number
}

/** As for nodes of EVM chains. */
const TIMEOUT_MS = 15_000
const LIMITS = { concurrency: 4, waits: [1_000, 2_000], maxRequests: 500 }
/** Accounts in one answer; the answer to more would be another one. */
const ACCOUNTS = 100
/** Bytes of one answer: a hundred accounts in base64, and what stands around them. */
const MAX_BYTES = 2_000_000

/** Null, and why, for a node that does not answer or is behind. Never rejects. */
export async function openNode(
  options: SolanaOptions,
  url: string,
): Promise<SolanaNode | { failed: 'stale' | 'node-failed' }> {
  const { fetch, now, deadline, onFailure, timeoutMs = TIMEOUT_MS, pause = wait } = options
  const own = { urls: [url], deadline, timeoutMs, onFailure }
  const hedge = limitHedge(createHedge(own), { ...LIMITS, pause })
  const chain = await connectSolana({ ...own, hedge, fetch, nowMs: now(), maxBytes: MAX_BYTES })
  try {
    const block = await chain.block()
    return {
      url,
      block,
      derive: chain,
      requests: chain.requests,
      async read(addresses) {
        const parts = Array.from({ length: Math.ceil(addresses.length / ACCOUNTS) }, (_, at) =>
          addresses.slice(at * ACCOUNTS, (at + 1) * ACCOUNTS),
        )
        const found = await Promise.all(
          parts.map(async (part) => {
            try {
              const accounts = await chain.accounts(part, { offset: 0, length: READ_BYTES })
              // More than was asked for is no answer to the question.
              return accounts.map((account) =>
                account && account.data.length > READ_BYTES ? null : accountFacts(account),
              )
            } catch (error) {
              if (error instanceof RpcFailure) return part.map(() => null)
              throw error
            }
          }),
        )
        return found.flat()
      },
    }
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error
    return { failed: error.kind === 'rpc-stale' ? 'stale' : 'node-failed' }
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
