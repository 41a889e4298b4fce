import type { Reading } from '../../domain/reading.ts'
import { yearsSince } from '../age.ts'
import type { Methodology } from '../methodology.ts'
import type { Measure } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { depositContracts } from './control-facts.ts'
import { pathsOf } from './path-points.ts'

/**
 * One measure from what was read of the contracts and from DeFiScan's reviews: the worse of the two, or the only one that is known. A
 * review that is older than the newest contract by `reviewYears` does not count beside what was read for most of TVL. Without either, the reason is that of the
 * contracts, unless they merely do not have it.
 */
export function besideReview(
  read: Reading<Measure>,
  review: Reading<Measure>,
  subject: Subject,
  { parameters }: Methodology,
): Reading<Measure> {
  if (!read.known && !review.known) return read.reason === 'not-covered' ? review : read
  if (!read.known) return review
  if (!review.known) return read
  const newest = newestDay(subject) ?? read.asOf
  const isOutdated =
    !read.value.isPartial && yearsSince(review.asOf, newest) >= parameters.control.reviewYears
  return isOutdated || read.value.value >= review.value.value ? read : review
}

/** The newest day of the deposit contracts whose code change is on record, or null. */
function newestDay(subject: Subject): string | null {
  const contracts = depositContracts(subject)
  if (!contracts.known) return null
  const days = contracts.value.flatMap(({ codeChange, day }) =>
    pathsOf(codeChange) === null ? [] : [day],
  )
  return days.sort().at(-1) ?? null
}
