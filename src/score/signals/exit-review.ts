import { always, type Signal } from '../signal.ts'
import { readGrades } from './review-grades.ts'

/** Time to leave before a change, and other ways in, as DeFiScan reviewed them. */
export const exitReview: Signal = {
  id: 'exitReview',
  question: 'Can holders leave before a change?',
  applies: always,
  read: ({ record }) => readGrades(record, ['exitWindow', 'accessibility'], 'exit'),
}
