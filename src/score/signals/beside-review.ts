import type { Review } from '../../domain/protocol.ts'
import { mapReading, type Reading } from '../../domain/reading.ts'
import { yearsSince } from '../age.ts'
import type { Methodology } from '../methodology.ts'
import type { Measure } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { sum } from '../weighted-mean.ts'
import { newestDays } from './control-facts.ts'
import { withSeen } from './seen-chains.ts'

/**
 * One measure from what was read of the contracts and from DeFiScan's reviews: the worse of the two, or the only one that is known.
 * Beside what was read for most of TVL, a review does not count that is older than the newest contract of its own chain by
 * `reviewYears`; contracts of another chain replace no review, unless the reviewed chains without any hold less than `reachShare` of TVL,
 * as a contract that reaches so little does not count either. Without either, the reason is that of the contracts, unless they merely do
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
  const reaches = onlyReviewedShare(subject, days) >= parameters.control.reachShare
  const counts = ({ chain, reviewedOn }: Review) => {
    if (!replaces) return true
    const newest = days.get(chain)
    if (newest === undefined) return reaches
    return yearsSince(reviewedOn, newest) < parameters.control.reviewYears
  }
  const reviewed = reviewsOf(subject).filter(counts)
  const seen = new Set([...(read.known ? days.keys() : []), ...reviewed.map(({ chain }) => chain)])
  const review = mapReading(readReviews(counts), (measure) => withSeen(measure, seen, subject))
  if (!read.known && !review.known) return read.reason === 'not-covered' ? review : read
  if (!read.known) return review
  if (!review.known) return read
  return read.value.value >= review.value.value ? read : review
}

/** Share of TVL on the chains of which a review speaks and no contract was read; all of it where TVL by chain is not known. */
function onlyReviewedShare(subject: Subject, read: ReadonlyMap<string, unknown>): number {
  const { chainShares } = subject
  if (!chainShares.known) return 1
  const reviewed = reviewsOf(subject).map(({ chain }) => chain)
  const chains = new Set(reviewed.filter((chain) => !read.has(chain)))
  return sum(chainShares.value.map(([chain, share]) => (chains.has(chain.name) ? share : 0)))
}

function reviewsOf({ record: { facts } }: Subject): Review[] {
  return facts.reviews?.known ? facts.reviews.value : []
}
