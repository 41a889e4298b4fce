import type { NoteFailure } from './node-failures.ts'
import type { Fetch } from './read-body.ts'

/** What every reader of the wallet scan needs to send requests. */
export interface NodeAccess {
  /** For nodes, prices and the info API of Hyperliquid. */
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  /** Counts the failures of the nodes of a chain, by the chain's name. */
  failuresOn?: (chain: string) => NoteFailure
}
