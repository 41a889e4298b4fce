import type { Day } from './day.ts'

/**
 * Whether a protocol still runs. `winding-down`: it is announced that it ends. `drained`: nearly all of its value was lost and did not
 * come back. `dead`: it has ended.
 */
export const STATUSES = ['active', 'winding-down', 'drained', 'dead'] as const

export type ProtocolStatus = (typeof STATUSES)[number]

/** That a protocol ends or has ended, as a source says. */
export interface Ending {
  status: 'winding-down' | 'dead'
  since: Day
  /** The source in a sentence of our own. */
  reason: string
}

/** The state of a protocol that is not active. */
export interface Inactive {
  status: Exclude<ProtocolStatus, 'active'>
  /** Why, in a sentence. */
  reason: string
  /** The day from which. */
  day: Day
  source: string
}

const WORDS: Partial<Record<ProtocolStatus, string>> = {
  'winding-down': 'Winding down',
  drained: 'Drained',
  dead: 'Dead',
}

/** The word for a protocol that is not active; null for one that is, or whose status is not known. */
export function inactiveWord(status: ProtocolStatus | null): string | null {
  return (status && WORDS[status]) ?? null
}
