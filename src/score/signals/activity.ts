import { always, type Signal } from '../signal.ts'
import { activityPoints } from './activity-points.ts'

/** How often code of this kind was exploited (relative to the base rate: lending 3.0 times, liquid staking 0.3 times). */
export const activity: Signal = {
  id: 'activity',
  question: 'What does the code do?',
  applies: always,
  read: (subject, method) =>
    activityPoints(subject, method, 'activity', (label) => `The protocol is classed as: ${label}.`),
}
