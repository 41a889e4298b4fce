import type { Review, ReviewGrade } from '../../domain/protocol.ts'
import { mapReading, missing, type Reading } from '../../domain/reading.ts'
import type { ProtocolRecord } from '../../domain/record.ts'
import type { Measure } from '../signal.ts'
import { compareText } from '../text-order.ts'

type Risk = 'upgradeability' | 'exitWindow' | 'autonomy' | 'accessibility'

const POINTS: Record<ReviewGrade, number> = { L: 0, M: 1, H: 2 }
const WORD: Record<ReviewGrade, string> = { L: 'low', M: 'medium', H: 'high' }
const TITLE: Record<Risk, string> = {
  upgradeability: 'upgradeability',
  exitWindow: 'exit window',
  autonomy: 'autonomy',
  accessibility: 'accessibility',
}

/** Mean grade of some DeFiScan risks (0 low, 2 high), taken from the worst reviewed deployment. */
export function readGrades(
  record: ProtocolRecord,
  risks: Risk[],
  subject: string,
): Reading<Measure> {
  const reading = record.facts.reviews ?? missing('not-covered', 'defiscan')
  if (!reading.known) return reading
  const graded = reading.value.flatMap((review) => {
    const grade = meanGrade(review, risks)
    const words = risks.map((risk) => `${TITLE[risk]} ${wordOf(review[risk])}`).join(', ')
    return grade === null ? [] : [{ review, grade, words }]
  })
  const worst = graded.sort(
    (a, b) =>
      b.grade - a.grade ||
      compareText(a.review.chain, b.review.chain) ||
      compareText(b.review.reviewedOn, a.review.reviewedOn) ||
      compareText(a.words, b.words),
  )[0]
  if (!worst) return missing('not-covered', reading.source)
  return mapReading({ ...reading, asOf: worst.review.reviewedOn }, () => ({
    value: worst.grade,
    sentence: `DeFiScan grades ${subject} risk on ${worst.review.chain}: ${worst.words}.`,
  }))
}

function meanGrade(review: Review, risks: Risk[]): number | null {
  const grades = risks.flatMap((risk) => {
    const grade = review[risk]
    return grade ? [POINTS[grade]] : []
  })
  if (grades.length === 0) return null
  return grades.reduce((sum, points) => sum + points, 0) / grades.length
}

function wordOf(grade: ReviewGrade | null): string {
  return grade ? WORD[grade] : 'not graded'
}
