import { PlimsollError } from '../errors.ts'
import type { Difference } from './first-difference.ts'

/** A published snapshot that somebody wants to check: its store, and its documents. */
export interface Published {
  /** A copy of the store that may be changed. Its hash was checked, unless the reader named the file. */
  storeFile: string
  /** What the store is called in messages, instead of its copy. */
  storeName: string
  /** The snapshot that the documents speak for. */
  snapshotId: string
  /** After how many days its next one is due, as it was published. */
  refreshDays: number | null
  /** True when this checkout is known to be the code that published it; false when that is not known. */
  isKnownCode(rebuilt: ReadonlyMap<string, string>): boolean
  /** The document of one protocol, or null when none is published under this id. Throws when it is damaged. */
  readProtocol(id: string): Promise<string | null>
  /** Everything that can be compared, one by one. */
  compareAll(rebuilt: ReadonlyMap<string, string>): AsyncIterable<Compared>
  /** Throws when another snapshot has been published meanwhile. */
  confirm(): Promise<void>
}

export interface Compared {
  kind: 'protocol' | 'document'
  name: string
  difference: Difference | null
}

/** Why a published snapshot cannot be checked, as a finished sentence. */
export function uncheckable(message: string, cause?: unknown): PlimsollError {
  return new PlimsollError('UPSTREAM_INVALID', message, { cause })
}
