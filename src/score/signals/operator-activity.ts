import type { Signal } from '../signal.ts'
import { changeActivity } from './change-activity.ts'

/** The reading of `changeActivity` as a question about people: what changes often is run by those who can change it. */
export const operatorActivity: Signal = {
  ...changeActivity,
  id: 'operatorActivity',
  question: 'How active are those who run it?',
}
