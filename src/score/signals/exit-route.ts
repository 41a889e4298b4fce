import { always, type Signal } from '../signal.ts'
import { activityPoints } from './activity-points.ts'

/** How a holder of this kind of protocol exits a position, by judgement. */
export const exitRoute: Signal = {
  id: 'exitRoute',
  question: 'How does a holder exit?',
  applies: always,
  read: (subject, method) =>
    activityPoints(
      subject,
      method,
      'exitRoute',
      (label) => `The exit route is typical of: ${label}.`,
    ),
}
