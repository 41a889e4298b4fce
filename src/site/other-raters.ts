import defiriskFile from '../../data/raters/defirisk.json' with { type: 'json' }
import l2beatFile from '../../data/raters/l2beat.json' with { type: 'json' }
import ratersFile from '../../data/raters/raters.json' with { type: 'json' }
import type { Manifest } from '../contract/manifest.ts'
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { newestDay, oldestDay } from '../domain/day.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { day } from './figures.ts'

/** The rater whose reviews each snapshot reads; the others are in a table of `data/raters/`. */
const REVIEWER = 'DeFiScan'

export const RATERS = ratersFile

/** What other raters say of single protocols, in their own words. `id` finds the protocol: slugs change. */
export const RATINGS = [...defiriskFile, ...l2beatFile]

export interface RaterRow {
  rater: string
  /** The rating in the words of the rater; null: `what` says why there is none. */
  says: string | null
  what: string
  /** Day of the rating; without one that of the newest of this rater on record. Null when it is not known whether there is one. */
  asOf: string | null
  link: string | null
  terms: string
}

/**
 * What other raters say of a protocol, as they say it: one row for each rating, and one that says so for each rater without any.
 * `sources` are those of the snapshot. `upstreamIds` are left out for a protocol that is no longer listed: its slug is no one else's.
 */
export function otherRatings(
  { slug, reviews, reviewsMissing }: Pick<ProtocolDetail, 'slug' | 'reviews' | 'reviewsMissing'>,
  sources: Manifest['sources'],
  upstreamIds?: readonly string[],
): RaterRow[] {
  const own = RATINGS.filter(({ id, protocol }) =>
    upstreamIds ? upstreamIds.includes(id) : protocol === slug,
  )
  return RATERS.flatMap((each) => {
    const rows =
      each.rater === REVIEWER
        ? reviewRows(reviews ?? [], each.terms)
        : own.filter(({ rater: by }) => by === each.rater)
    return rows.length > 0 ? rows : [withoutRating(each, reviewsMissing, sources)]
  })
}

function reviewRows(reviews: NonNullable<ProtocolDetail['reviews']>, terms: string): RaterRow[] {
  return reviews.map(({ chain, stage, reviewedOn, url }) => ({
    rater: REVIEWER,
    says: stage === null ? null : `Stage ${stage}`,
    what:
      stage === null
        ? `review of its contracts on ${chain}, without a stage`
        : `stage of its contracts on ${chain}`,
    asOf: reviewedOn,
    link: url,
    terms,
  }))
}

/** Says what was looked through, and of when. */
function withoutRating(
  { rater: by, link, terms }: (typeof RATERS)[number],
  reviewsMissing: ProtocolDetail['reviewsMissing'],
  sources: Manifest['sources'],
): RaterRow {
  const none = { rater: by, says: null, link, terms }
  const { size, oldest, newest } = by === REVIEWER ? reviewsRead(sources) : recorded(by)
  // Only then were they looked through.
  const isSought =
    by !== REVIEWER || reviewsMissing === 'not-covered' || reviewsMissing === 'not-in-sample'
  if (!isSought || oldest === null || newest === null) {
    return { ...none, asOf: null, what: 'not known: none is on record here' }
  }
  const what = `none of this protocol among the ${size} on record here, of ${oldest === newest ? day(newest) : `${day(oldest)} to ${day(newest)}`}`
  return { ...none, asOf: newest, what }
}

function reviewsRead(sources: Manifest['sources']) {
  const read = sources.find(({ id }) => id === SOURCE_OF_ROLE.reviews)
  return { size: read?.rows ?? 0, oldest: read?.oldest ?? null, newest: read?.newest ?? null }
}

function recorded(by: string) {
  const days = RATINGS.filter(({ rater: other }) => other === by).map(({ asOf }) => asOf)
  return { size: days.length, oldest: oldestDay(days) ?? null, newest: newestDay(days) ?? null }
}
