import type { Review } from '../../domain/protocol.ts'
import { always, type Signal } from '../signal.ts'
import { gradeWords, meanGrade, type Verdict, worstReview } from './review-grades.ts'

const RISKS = ['upgradeability', 'exitWindow', 'autonomy'] as const

/** A stage on the axis of the grades: stage 0 leaves control with a few, stage 2 with nobody. */
const STAGE_POINTS = [2, 1, 0] as const

/** Who can change the code, how soon, and whom it depends on, as DeFiScan reviewed it. */
export const controlReview: Signal = {
  id: 'controlReview',
  question: 'Who can change it, and how fast?',
  applies: always,
  read: (subject) => worstReview(subject, judgeControl),
}

/** The mean of the grades; the stage, which follows from them, where a review gives none. */
function judgeControl(review: Review): Verdict | null {
  const { chain, stage } = review
  const rank = stage === null ? 'outside its stages' : `stage ${stage}`
  const grade = meanGrade(review, RISKS)
  if (grade !== null) {
    const words = gradeWords(review, RISKS)
    return { value: grade, sentence: `DeFiScan ${rank} on ${chain}; control risk: ${words}.` }
  }
  if (stage === null) return null
  return { value: STAGE_POINTS[stage], sentence: `DeFiScan ${rank} on ${chain}; no grades.` }
}
