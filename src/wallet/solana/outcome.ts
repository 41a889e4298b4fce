import { Unreadable } from '../../chains/unreadable.ts'
import { RpcFailure, type RpcFailureKind } from './failure.ts'

/** `rpc`: a node failed. `contract`: an account is not what its program's layout or the token list says. `provider`: the protocol's provider failed. */
export type SolanaReason = 'rpc' | 'contract' | 'provider'

/** What a read gave, or why it failed. */
export type ReadOutcome<T> =
  | { ok: true; value: T }
  | { ok: false; reason: SolanaReason; kind: RpcFailureKind }

/** Runs a read. Never throws. */
export async function attempt<T>(read: () => Promise<T>): Promise<ReadOutcome<T>> {
  try {
    return { ok: true, value: await read() }
  } catch (error) {
    const kind = error instanceof RpcFailure ? error.kind : 'rpc-error'
    return { ok: false, reason: error instanceof Unreadable ? 'contract' : 'rpc', kind }
  }
}

export function valueIn<T>(outcome: ReadOutcome<T>): T | undefined {
  return outcome.ok ? outcome.value : undefined
}

export function reasonOf(outcome: ReadOutcome<unknown> | undefined): SolanaReason | null {
  return outcome === undefined || outcome.ok ? null : outcome.reason
}
