/** What does not match: the thing, what was expected and what was found. */
export interface BulkFailure {
  what: 'manifest' | 'signature' | 'file' | 'protocol' | 'snapshot'
  /** The file, or the id of the protocol. */
  name: string
  expected: string
  found: string
}

/**
 * `good`: signed by a key that is pinned or remembered, not older than what was seen before, not expired, and everything matches.
 * `bad`: something does not match. `cannot-be-checked`: a file could not be read, or there is no manifest. With all others everything matches, but:
 * `not-signed`: there is no signature. `changed-key`: the remembered key did not sign it. `replayed`: an earlier check saw a newer
 * version. `expired`: its time is over. `freshness-unknown`: it may be old. `first-use`: its key was not seen before.
 */
export type BulkOutcome =
  | 'good'
  | 'bad'
  | 'cannot-be-checked'
  | 'not-signed'
  | 'changed-key'
  | 'replayed'
  | 'expired'
  | 'freshness-unknown'
  | 'first-use'

/** Why a key is used: named by the caller, remembered, named by the manifest for the first time, or in place of the remembered one. */
export type KeyTrust = 'pinned' | 'remembered' | 'first-use' | 'changed'

export interface BulkReport {
  outcome: BulkOutcome
  /** Where the files were read. */
  from: string
  /** What the manifest says of itself; null when it could not be read. */
  snapshot: { id: string; day: string; methodology: string } | null
  /** The snapshot that the site serves now (`/v1/health`); null for a folder, and where it does not say. */
  online: string | null
  /** The version of the manifest and when it expires; null where it names none. */
  version: number | null
  expires: string | null
  /** Why it may not be the newest, as a sentence; null when it is current, and when that was not looked at. */
  freshness: string | null
  key: { id: string; publicKey: string; trust: KeyTrust } | null
  /** Id of the remembered key in place of which another one signed; else null. */
  formerKey: string | null
  files: number
  protocols: number
  signals: number
  /** Dated copies that the manifest names as lost. */
  lost: string[]
  failures: BulkFailure[]
  /** Failures beyond those listed. */
  moreFailures: number
}

/** How `found` begins for a file that could not be read. */
export const UNREAD = 'cannot be read: '

/** `found` of a file that is not there. */
export const ABSENT = 'no such file'

/** Most failures that a report lists. */
const MAX_LISTED = 50

/** Collects failures, and counts those beyond the limit. */
export class Failures {
  readonly list: BulkFailure[] = []
  more = 0
  /** A file could not be read, so the rest says nothing about it. */
  unread = false

  add(what: BulkFailure['what'], name: string, expected: string, found: string): void {
    if (this.list.length < MAX_LISTED) this.list.push({ what, name, expected, found })
    else this.more += 1
  }
}
