import { always, type Signal } from '../signal.ts'
import { activityPoints } from './activity-points.ts'

/** How often code of this kind was exploited (evidence: lending 3.0x, liquid staking 0.3x the base rate). */
export const activity: Signal = {
  id: 'activity',
  question: 'What does the code do?',
  applies: always,
  read: (subject, method) =>
    activityPoints(subject, method, 'activity', (label) => `The protocol is classed as: ${label}.`),
}
