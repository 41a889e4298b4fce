import type { Review, ReviewGrade } from '../../domain/protocol.ts'
import { missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import { compareText } from '../../domain/text-order.ts'
import { yearsSince } from '../age.ts'
import type { Parameters } from '../methodology.ts'
import type { Measure } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { newestDays } from './control-facts.ts'

type Risk = 'upgradeability' | 'exitWindow' | 'autonomy' | 'accessibility'

const WORD: Record<ReviewGrade, string> = { L: 'low', M: 'medium', H: 'high' }
const TITLE: Record<Risk, string> = {
  upgradeability: 'upgradeability',
  exitWindow: 'exit window',
  autonomy: 'autonomy',
  accessibility: 'accessibility',
}

/**
 * The newest review of every deployment, by chain and address. A review of a later day than the snapshot is not used;
 * missing when none is left that counts.
 */
export function currentReviews(
  { record, asOf }: Subject,
  counts: (review: Review) => boolean,
): Reading<Review[]> {
  const reading = record.facts.reviews ?? missing('not-covered', SOURCE_OF_ROLE.reviews)
  if (!reading.known) return reading
  const published = reading.value.filter(({ reviewedOn }) => reviewedOn <= asOf)
  const newest = new Map<string, string>()
  for (const review of published) {
    const day = newest.get(review.url + review.chain) ?? ''
    if (review.reviewedOn > day) newest.set(review.url + review.chain, review.reviewedOn)
  }
  const value = published
    .filter(({ chain, url, reviewedOn }) => newest.get(url + chain) === reviewedOn)
    .filter(counts)
    .sort((a, b) => compareText(a.chain, b.chain) || compareText(a.url, b.url))
  return value.length > 0 ? { ...reading, value } : missing('not-covered', reading.source)
}

/** The measure of the worst of the reviewed deployments, with the day of its own review; missing when no review can be measured. */
export function worstReview(
  subject: Subject,
  judge: (review: Review) => Measure | null,
  counts: (review: Review) => boolean,
): Reading<Measure> {
  const reading = currentReviews(subject, counts)
  if (!reading.known) return reading
  const measures = reading.value.flatMap((review) => {
    const measure = judge(review)
    return measure ? [{ review, ...measure }] : []
  })
  const worst = measures.sort(
    (a, b) =>
      b.value - a.value ||
      compareText(a.review.chain, b.review.chain) ||
      compareText(b.review.reviewedOn, a.review.reviewedOn) ||
      compareText(a.sentence, b.sentence),
  )[0]
  if (!worst) return missing('not-covered', reading.source)
  const { reviewedOn, url: link } = worst.review
  const sentence = `${worst.sentence} ${reviewAge(worst.review, subject)}`
  return { ...reading, asOf: reviewedOn, value: { value: worst.value, sentence, link } }
}

/** How old a review is, since the code may have changed, and why it counts where contracts were read, but none of its chain. */
export function reviewAge({ chain, reviewedOn }: Review, subject: Subject): string {
  const days = newestDays(subject)
  const isAlone = days.size > 0 && !days.has(chain)
  const why = isAlone ? `It counts, as no contract on ${chain} was read since. ` : ''
  const months = Math.round(yearsSince(reviewedOn, subject.asOf) * 12)
  if (months === 0) return `${why}Reviewed this month.`
  return `${why}Reviewed ${months === 1 ? 'a month' : `${months} months`} ago.`
}

/** Mean grade of some risks, 0 low to 2 high; null when the review gives none of them. */
export function meanGrade(
  review: Review,
  risks: readonly Risk[],
  parameters: Parameters,
): number | null {
  const grades = risks.flatMap((risk) => {
    const grade = review[risk]
    return grade ? [parameters.reviews.grades[grade]] : []
  })
  if (grades.length === 0) return null
  return grades.reduce((sum, points) => sum + points, 0) / grades.length
}

/** The grades as words: `exit window medium, autonomy not graded`. */
export function formatGrades(review: Review, risks: readonly Risk[]): string {
  return risks.map((risk) => `${TITLE[risk]} ${wordOf(review[risk])}`).join(', ')
}

function wordOf(grade: ReviewGrade | null): string {
  return grade ? WORD[grade] : 'not graded'
}
