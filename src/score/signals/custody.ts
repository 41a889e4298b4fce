import { always, type Signal } from '../signal.ts'
import { activityPoints } from './activity-points.ts'

/** Whom this kind of protocol asks its users to trust with the assets, by judgement. */
export const custody: Signal = {
  id: 'custody',
  question: 'Who holds the assets?',
  applies: always,
  read: (subject, method) =>
    activityPoints(subject, method, 'custody', (label) => `Custody is typical of: ${label}.`),
}
