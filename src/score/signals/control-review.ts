import type { Review } from '../../domain/protocol.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import { gradeWords, meanGrade, worstReview } from './review-grades.ts'

const RISKS = ['upgradeability', 'exitWindow', 'autonomy'] as const

/** Who can change the code, how soon, and whom it depends on, as DeFiScan reviewed it. */
export const controlReview: Signal = {
  id: 'controlReview',
  question: 'Who can change it, and how fast?',
  applies: always,
  read: (subject, method) => worstReview(subject, (review) => judgeControl(review, method)),
}

/** The mean of the grades; the stage, which follows from them, where a review gives none. */
function judgeControl(review: Review, method: Methodology): Measure | null {
  const { chain, stage } = review
  const rank = stage === null ? 'outside its stages' : `stage ${stage}`
  const grade = meanGrade(review, RISKS, method)
  if (grade !== null) {
    const words = gradeWords(review, RISKS)
    return { value: grade, sentence: `DeFiScan ${rank} on ${chain}; control risk: ${words}.` }
  }
  if (stage === null) return null
  return {
    value: method.parameters.reviews.stages[stage],
    sentence: `DeFiScan ${rank} on ${chain}; no grades.`,
  }
}
