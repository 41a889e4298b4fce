import { type Batch, noRowCounts } from '../../domain/batch.ts'
import { type Day, isDay } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { Review } from '../../domain/protocol.ts'
import { canonicalChain } from '../chain-table.ts'
import { refuseRow } from '../refuse-row.ts'
import { multisigsOf } from './multisigs.ts'
import { type ParsedReview, reviewSchema } from './schema.ts'

/** DeFiScan's placeholder for an absent date. */
const NO_DAY = '1970-01-01'

/**
 * The reviews by protocol from their parsed form: front matter, `file` (its path), `data` (the folder's `data.json`)
 * and `multisigs` (the tables of its text).
 * A review whose deployment has several slugs is listed under each of them.
 * Throws `UPSTREAM_INVALID` when there is no review, or none in a known shape.
 */
export function reviewBatch(rows: readonly unknown[], asOf: Day): Batch {
  const rowCounts = noRowCounts()
  const reviews: NonNullable<Batch['reviews']> = []
  for (const row of rows) {
    rowCounts.rows++
    const mapped = mapReview(row, asOf)
    if ('refused' in mapped) {
      refuseRow(rowCounts, mapped.refused, row)
      continue
    }
    rowCounts.accepted++
    reviews.push(
      ...mapped.slugs.map((slug) => ({
        key: { slug, day: mapped.review.reviewedOn },
        review: mapped.review,
      })),
    )
  }
  if (rowCounts.rows === (rowCounts.refused['unexpected-shape'] ?? 0)) {
    throw new PlimsollError('UPSTREAM_INVALID', 'DeFiScan: no review matches the expected schema.')
  }
  return { asOf, rowCounts, reviews }
}

function mapReview(
  row: unknown,
  asOf: Day,
): { slugs: string[]; review: Review } | { refused: string } {
  const parsed = reviewSchema.safeParse(row)
  if (!parsed.success) return { refused: 'unexpected-shape' }
  const { data, chain, stage, risks } = parsed.data
  if (data.defillama_slug.length === 0) return { refused: 'no-protocol' }
  const days = realDays(parsed.data)
  if (days === null) return { refused: 'unreadable-date' }
  const reviewedOn = days.at(-1)
  if (reviewedOn === undefined) return { refused: 'no-date' }
  // The file has the text of its last update, which was not public before that day.
  if (reviewedOn > asOf) return { refused: 'after-as-of' }
  const [, upgradeability, autonomy, exitWindow, accessibility] = risks
  const review: Review = {
    chain: canonicalChain(chain),
    stage,
    upgradeability,
    autonomy,
    exitWindow,
    accessibility,
    multisigs: multisigsOf(parsed.data.multisigs),
    reviewedOn,
    url: pageOf(parsed.data.file),
  }
  return { slugs: data.defillama_slug, review }
}

/** Days of publication and update, oldest first; null when one of them is not a day. */
function realDays({ publish_date, update_date }: ParsedReview): Day[] | null {
  const given = [publish_date, update_date].filter((text) => text != null && text !== NO_DAY)
  const days = given.map((text) => text?.slice(0, 10) ?? '').filter(isDay)
  return days.length === given.length ? days.sort() : null
}

function pageOf(file: string): string {
  const parts = file.replace(/\.md$/, '').split('/').slice(-2)
  return `https://www.defiscan.info/protocols/${parts.map(encodeURIComponent).join('/')}`
}
