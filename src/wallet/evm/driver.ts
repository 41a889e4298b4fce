import type { Finding } from '../model/finding.ts'

/** A contract address in lower case. */
export type Address = `0x${string}`
export type Hex = `0x${string}`

/** One read. `code`: never deployed, run as if it stood at `to`, in a request of its own (a deployless lens). */
export interface Call {
  to: Address
  data: Hex
  /** Sent from this account, where a contract asks who is calling; then a request of its own. */
  from?: Address
  code?: Hex
  /** True for contracts that nobody vouches for: they are asked apart from the others, since one can starve its chunk. */
  untrusted?: boolean
}

/** What a call brought. A revert is an answer; a node that does not answer never reaches a driver. */
export type Reply = { ok: true; data: Hex } | { ok: false }

/**
 * Reads one kind of protocol. Pure: it says which calls to make, is given the replies in the same order, and may ask again,
 * at most three times in all. Returns what was found; throws `Unreadable` when a reply that it cannot do without is missing
 * or makes no sense, so that a protocol that could not be read is never taken for one that holds nothing.
 */
export type Driver<Entry> = (entry: Entry, owner: Address) => Generator<Call[], Finding[], Reply[]>

/** A contract answered, but not as this protocol does. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}
