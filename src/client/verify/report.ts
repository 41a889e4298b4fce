/** What does not match: the thing, what was expected and what was found. */
export interface BulkFailure {
  what: 'manifest' | 'signature' | 'file' | 'protocol' | 'snapshot'
  /** The file, or the id of the protocol. */
  name: string
  expected: string
  found: string
}

/**
 * `good`: signed, and everything matches. `not-signed`: everything matches, but nobody signed it. `bad`: something does not match.
 * `cannot-be-checked`: a file could not be read.
 */
export type BulkOutcome = 'good' | 'not-signed' | 'bad' | 'cannot-be-checked'

export interface BulkReport {
  outcome: BulkOutcome
  /** Where the files were read. */
  from: string
  /** What the manifest says of itself; null when it could not be read. */
  snapshot: { id: string; day: string; methodology: string } | null
  /** The snapshot that the site serves now (`/v1/health`); null for a folder, and where it does not say. */
  online: string | null
  /** The key of the signature. `trust`: named by the caller, or taken from the site that is being checked. */
  key: { id: string; publicKey: string; trust: 'pinned' | 'first-use' } | null
  files: number
  protocols: number
  signals: number
  /** Dated copies that the manifest names as lost. */
  lost: string[]
  failures: BulkFailure[]
  /** Failures beyond those listed. */
  moreFailures: number
}

/** Most failures that a report lists. */
const MOST_LISTED = 50

/** Collects failures, and counts those beyond the limit. */
export class Failures {
  readonly list: BulkFailure[] = []
  more = 0
  /** A file could not be read, so the rest says nothing about it. */
  unread = false

  add(what: BulkFailure['what'], name: string, expected: string, found: string): void {
    if (this.list.length < MOST_LISTED) this.list.push({ what, name, expected, found })
    else this.more += 1
  }
}
