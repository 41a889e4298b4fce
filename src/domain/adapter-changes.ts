import type { Day } from './day.ts'

/**
 * The history of the DefiLlama adapter of a protocol: a proxy for how much its contracts change. Commits that touch more than five
 * modules are not counted.
 */
export interface AdapterChanges {
  /** Folder or file of the adapter below `projects/`. */
  module: string
  /** Day of its last change; null when only large commits touched it. */
  lastChangedOn: Day | null
  /** Distinct authors in the 365 days before the reading. */
  authors: number
}
