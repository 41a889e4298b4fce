import { always, type Signal } from '../signal.ts'
import { activityPoints } from './activity-points.ts'

/** Whom users of this kind of protocol trust with their assets, by judgement. */
export const custody: Signal = {
  id: 'custody',
  question: 'Who holds the assets?',
  applies: always,
  read: (subject, method) =>
    activityPoints(subject, method, 'custody', (label) => `Custody is typical of: ${label}.`),
}
