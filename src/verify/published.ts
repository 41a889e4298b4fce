import { PlimsollError } from '../domain/errors.ts'
import type { Difference } from '../domain/first-difference.ts'

/** A published snapshot to check: its store and its documents. */
export interface PublishedSnapshot {
  /** A copy of the store that may be changed. Its hash was checked, unless the user named the file. */
  storeFile: string
  /** Name of the store for messages, in place of the copy's. */
  storeName: string
  /** The snapshot of the documents. */
  snapshotId: string
  /** Published refresh interval in days; null when unknown. */
  refreshDays: number | null
  /** True when this checkout is known to be the code that published it; false when that is not known. */
  isKnownCode(rebuilt: ReadonlyMap<string, string>): boolean
  /** The document of one protocol, or null when none is published under this id. Throws when it is damaged. */
  readProtocol(id: string): Promise<string | null>
  /** Compares everything that can be compared, one by one. */
  compareAll(rebuilt: ReadonlyMap<string, string>): AsyncIterable<Compared>
  /** Throws when another snapshot has been published in the meantime. */
  confirm(): Promise<void>
}

export interface Compared {
  kind: 'protocol' | 'document'
  name: string
  difference: Difference | null
}

/** The error for a published snapshot that cannot be checked. `message` is a sentence. */
export function uncheckable(message: string, cause?: unknown): PlimsollError {
  return new PlimsollError('UPSTREAM_INVALID', message, { cause })
}
