import { always, type Signal } from '../signal.ts'
import { activityPoints } from './activity-points.ts'

/** Locks, queues and terms usual for this kind of protocol, by judgement. */
export const lockTerm: Signal = {
  id: 'lockTerm',
  question: 'How long can funds be locked?',
  applies: always,
  read: (subject, method) =>
    activityPoints(subject, method, 'lockTerm', (label) => `Lock terms are typical of: ${label}.`),
}
