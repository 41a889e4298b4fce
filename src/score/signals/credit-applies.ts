import type { Subject } from '../subject.ts'

/** False only for a known activity that does not lend; an unknown activity may lend. */
export function creditApplies({ activity }: Subject): boolean {
  return activity === null || activity.lends
}
