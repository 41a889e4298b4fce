import type { Day } from './day.ts'

/**
 * The history of the DefiLlama adapter of a protocol: a proxy for how much its contracts change. Commits that touch more than five
 * modules are not counted, so an adapter that only such commits touched has no reading.
 */
export interface AdapterChanges {
  /** Folder or file of the adapter below `projects/`. */
  module: string
  lastChangedOn: Day
  /** Distinct authors in the 365 days that end with the day of the reading. */
  authors: number
}
