import type { Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { activityPoints } from './activity-points.ts'

/** False only for a known activity that does not lend; an unknown activity may lend. */
export function creditApplies({ activity }: Subject): boolean {
  return activity === null || activity.creditModel !== null
}

/** What backs the claims of depositors in this kind of protocol, by judgement. */
export const creditModel: Signal = {
  id: 'creditModel',
  question: 'What backs the loans?',
  applies: creditApplies,
  read: (subject, method) =>
    activityPoints(subject, method, 'creditModel', (label) => `Backing is typical of: ${label}.`),
}
