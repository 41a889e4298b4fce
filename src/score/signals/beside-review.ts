import type { Review } from '../../domain/protocol.ts'
import type { Reading } from '../../domain/reading.ts'
import { yearsSince } from '../age.ts'
import type { Methodology } from '../methodology.ts'
import type { Measure } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { newestDays } from './control-facts.ts'

/**
 * One measure from what was read of the contracts and from DeFiScan's reviews: the worse of the two, or the only one that is known.
 * Beside what was read for most of TVL, a review does not count that is older than the newest contract of its own chain by
 * `reviewYears`; contracts of another chain replace no review. Without either, the reason is that of the contracts, unless they merely do
 * not have it.
 */
export function besideReview(
  read: Reading<Measure>,
  readReviews: (counts: (review: Review) => boolean) => Reading<Measure>,
  subject: Subject,
  { parameters }: Methodology,
): Reading<Measure> {
  const replaces = read.known && !read.value.isPartial
  const days = newestDays(subject)
  const review = readReviews(({ chain, reviewedOn }) => {
    const newest = days.get(chain)
    if (!replaces || newest === undefined) return true
    return yearsSince(reviewedOn, newest) < parameters.control.reviewYears
  })
  if (!read.known && !review.known) return read.reason === 'not-covered' ? review : read
  if (!read.known) return review
  if (!review.known) return read
  return read.value.value >= review.value.value ? read : review
}
