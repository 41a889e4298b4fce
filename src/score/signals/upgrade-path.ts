import type { Review } from '../../domain/protocol.ts'
import type { Known, Reading } from '../../domain/reading.ts'
import { riskAt } from '../anchors.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { besideReview } from './beside-review.ts'
import { type UpgradePaths, upgradePaths } from './control-facts.ts'
import { describePath } from './describe-path.ts'
import { gradeWords, meanGrade, worstReview } from './review-grades.ts'

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
    const review = worstReview(subject, (one) => judgeReview(one, method))
    return besideReview(readPaths(subject, method), review, subject, method)
  },
}

/** The worst path; for TVL on chains where none was read, at least the prior counts. */
function readPaths(subject: Subject, method: Methodology): Reading<Measure> {
  const paths = upgradePaths(subject, method.parameters.control)
  if (!paths.known) return paths
  const { prior: usual, priorByActivity } = method.signals.upgradePath
  const prior = priorByActivity[subject.activityId ?? ''] ?? usual
  const { worst } = paths.value
  const share = unseenShare(subject, paths)
  const value = (1 - share) * worst.points + share * Math.max(prior, worst.points)
  const sentence = describePath(paths.value)
  return { ...paths, value: { value, sentence, link: worst.contract.link } }
}

/** Share of the TVL on chains where no contract was read, 0-1. Without TVL by chain, all of it may be there. */
function unseenShare({ chainShares }: Subject, { value }: Known<UpgradePaths>): number {
  if (!chainShares.known) return 1
  return chainShares.value.reduce(
    (sum, [chain, share]) => (value.chains.has(chain.name) ? sum : sum + share),
    0,
  )
}

/** The mean of the grades; the stage, which follows from them, where a review gives none. */
function judgeReview(review: Review, { parameters }: Methodology): Measure | null {
  const { chain, stage } = review
  const rank = stage === null ? 'outside its stages' : `stage ${stage}`
  const grade = meanGrade(review, RISKS, parameters)
  if (grade !== null) {
    const words = gradeWords(review, RISKS)
    const value = riskAt(parameters.reviews.control, grade)
    return { value, sentence: `DeFiScan ${rank} on ${chain}; control risk: ${words}.` }
  }
  if (stage === null) return null
  return {
    value: riskAt(parameters.reviews.control, parameters.reviews.stages[stage]),
    sentence: `DeFiScan ${rank} on ${chain}; no grades.`,
  }
}
