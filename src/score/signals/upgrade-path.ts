import type { Review } from '../../domain/protocol.ts'
import type { Reading } from '../../domain/reading.ts'
import { riskAt } from '../anchors.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { besideReview } from './beside-review.ts'
import { ofContract, upgradePaths } from './control-facts.ts'
import { describePath } from './describe-path.ts'
import { formatGrades, meanGrade, worstReview } from './review-grades.ts'
import { asFarAsSeen } from './seen-chains.ts'

const RISKS = ['upgradeability', 'exitWindow', 'autonomy'] as const

/**
 * Who can change the code and how soon, as risk points: the worst path to a deposit contract that was read from a chain or a public
 * record, or DeFiScan's review. With both, the worse of the two, unless the review is a year older.
 */
export const upgradePath: Signal = {
  id: 'upgradePath',
  question: 'Who can change it, and how fast?',
  applies: always,
  read: (subject, method) => {
    const reviews = (counts: (review: Review) => boolean) =>
      worstReview(subject, (one) => judgeReview(one, method), counts)
    return besideReview(readPaths(subject, method), reviews, subject, method)
  },
}

/** The worst path, as far as its chains speak for the protocol. */
function readPaths(subject: Subject, method: Methodology): Reading<Measure> {
  const paths = upgradePaths(subject, method)
  if (!paths.known) return paths
  const { worst, chains } = paths.value
  const sentence = describePath(paths.value)
  const reading = ofContract(worst.contract, { value: worst.points, sentence })
  return asFarAsSeen(reading, chains, 'upgradePath', subject, method)
}

/** The mean of the grades; the stage, which follows from them, where a review gives none. */
function judgeReview(review: Review, { parameters }: Methodology): Measure | null {
  const { chain, stage } = review
  const rank = stage === null ? 'outside its stages' : `stage ${stage}`
  const grade = meanGrade(review, RISKS, parameters)
  if (grade !== null) {
    const words = formatGrades(review, RISKS)
    const value = riskAt(parameters.reviews.control, grade)
    return { value, sentence: `DeFiScan ${rank} on ${chain}; control risk: ${words}.` }
  }
  if (stage === null) return null
  return {
    value: riskAt(parameters.reviews.control, parameters.reviews.stages[stage]),
    sentence: `DeFiScan ${rank} on ${chain}; no grades.`,
  }
}
