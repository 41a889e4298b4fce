import { always, type Signal } from '../signal.ts'
import { gradeWords, meanGrade, worstReview } from './review-grades.ts'

const RISKS = ['exitWindow', 'accessibility'] as const

/** Time to leave before a change, and other ways in, as DeFiScan reviewed them. */
export const exitReview: Signal = {
  id: 'exitReview',
  question: 'Can holders leave before a change?',
  applies: always,
  read: (subject, method) =>
    worstReview(subject, (review) => {
      const value = meanGrade(review, RISKS, method)
      if (value === null) return null
      const sentence = `DeFiScan grades exit risk on ${review.chain}: ${gradeWords(review, RISKS)}.`
      return { value, sentence }
    }),
}
