import { always, type Signal } from '../signal.ts'
import { activityPoints } from './activity-points.ts'

/** How a holder turns a position back into assets, by judgement. */
export const exitRoute: Signal = {
  id: 'exitRoute',
  question: 'By which route does a holder leave?',
  applies: always,
  read: (subject, method) =>
    activityPoints(subject, method, 'exitRoute', (label) => `The way out is typical of: ${label}.`),
}
