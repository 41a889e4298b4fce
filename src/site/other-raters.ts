import * as z from 'zod'
import defiriskFile from '../../data/raters/defirisk.json' with { type: 'json' }
import l2beatFile from '../../data/raters/l2beat.json' with { type: 'json' }
import ratersFile from '../../data/raters/raters.json' with { type: 'json' }
import type { Manifest, ProtocolDetail } from '../contract/documents.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { day } from './figures.ts'

const text = z.string().min(1).max(200)
const httpsLink = z.url({ protocol: /^https$/ })

/** What another rater says of one protocol, in its own words. */
const rating = z.strictObject({
  rater: text,
  /** DefiLlama's slug. */
  protocol: text,
  /** The rating, verbatim. */
  says: text,
  /** What the rating is, such as `grade, rubric v1.7.0`. */
  what: text,
  /** Day on which the rater said it. */
  asOf: z.iso.date(),
  link: httpsLink,
  terms: text,
})

/** A rater and what was looked through for its ratings. */
const rater = z.strictObject({
  rater: text,
  looked: text,
  /** Day up to which it was looked through; null: each snapshot does it, and the manifest has the day. */
  asOf: z.iso.date().nullable(),
  link: httpsLink,
  terms: text,
})

/** The rater whose reviews each snapshot reads; the others are in a table of `data/raters/`. */
const REVIEWER = 'DeFiScan'

export const RATERS = z.array(rater).parse(ratersFile)

export const RATINGS = z.array(rating).parse([...defiriskFile, ...l2beatFile])

const RATINGS_BY_SLUG = Map.groupBy(RATINGS, ({ protocol }) => protocol)

export interface RaterRow {
  rater: string
  /** The rating in the words of the rater; null: `what` says why there is none. */
  says: string | null
  what: string
  /** Day of the rating, or the day up to which ratings were looked for. Null when not known. */
  asOf: string | null
  link: string | null
  terms: string
}

/**
 * What other raters say of a protocol, as they say it: one row for each rating, and one that says so for each rater without any.
 * `sources` are those of the snapshot.
 */
export function otherRatings(
  { slug, control }: Pick<ProtocolDetail, 'slug' | 'control'>,
  sources: Manifest['sources'],
): RaterRow[] {
  const own = RATINGS_BY_SLUG.get(slug ?? '') ?? []
  return RATERS.flatMap((each) => {
    const rows =
      each.rater === REVIEWER
        ? reviewRows(control, each.terms)
        : own.filter(({ rater: by }) => by === each.rater)
    return rows.length > 0 ? rows : [withoutRating(each, control, sources)]
  })
}

function reviewRows(control: ProtocolDetail['control'], terms: string): RaterRow[] {
  return (control?.reviews ?? []).map(({ chain, stage, reviewedOn, url }) => ({
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

function withoutRating(
  { rater: by, looked, asOf, link, terms }: (typeof RATERS)[number],
  control: ProtocolDetail['control'],
  sources: Manifest['sources'],
): RaterRow {
  const none = { rater: by, says: null, link, terms }
  if (by !== REVIEWER) return { ...none, asOf, what: `no rating in ${looked}` }
  const read = sources.find(({ id }) => id === SOURCE_OF_ROLE.reviews)
  if (control === null) {
    return {
      ...none,
      asOf: null,
      what: 'not known: reviews are kept with contracts, and none was read',
    }
  }
  const newest = read?.newest ? `, the newest of ${day(read.newest)}` : ''
  return { ...none, asOf: read?.asOf ?? null, what: `no rating in ${looked}${newest}` }
}
