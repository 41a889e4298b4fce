import { always, type Signal } from '../signal.ts'
import { readGrades } from './review-grades.ts'

/** Who can change the code, how soon, and whom it depends on, as DeFiScan reviewed it. */
export const controlReview: Signal = {
  id: 'controlReview',
  question: 'Who can change it, and how fast?',
  applies: always,
  read: ({ record }) => readGrades(record, ['upgradeability', 'exitWindow', 'autonomy'], 'control'),
}
