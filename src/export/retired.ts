import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { RetiredList, Retirement } from '../contract/retired.ts'
import { roundUsd } from '../domain/amounts.ts'
import type { Catalogue, CatalogueEntry, RetiredEntry } from '../domain/catalogue.ts'
import { isoInstant } from '../domain/day.ts'
import type { Past } from '../domain/past.ts'
import { roundScore } from '../domain/risk-level.ts'
import { descriptionAuthor } from './description-author.ts'
import { createDetail } from './protocol-detail.ts'
import { retiredStatus } from './status-fields.ts'

/** As in the record of a listed protocol. */
const HISTORY_LENGTH = 12

/** The retired protocols whose slug no listed protocol has or had, in the order of their slugs; one for each slug. */
export function publishedRetired({ entries, formerSlugs, retired }: Catalogue): RetiredEntry[] {
  const taken = new Set([
    ...entries.map(({ record }) => record.slug),
    ...formerSlugs.map(({ slug }) => slug),
  ])
  const newestFirst = retired.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
  return newestFirst
    .filter(({ entry: { record } }) => {
      const isFree = !taken.has(record.slug)
      taken.add(record.slug)
      return isFree
    })
    .sort((a, b) => (slugOf(a) < slugOf(b) ? -1 : 1))
}

export function retirementOf({ day, reason, lastDay }: RetiredEntry): Retirement {
  return { day, reason, lastDay }
}

/**
 * The last record of a retired protocol. The explanation of a score by an earlier methodology is left out, because documents can
 * only be made from scores of the current one; composite and level stay.
 */
export function createRetiredDetail(
  retired: RetiredEntry,
  { snapshot, past }: Pick<Catalogue, 'snapshot' | 'past'>,
): ProtocolDetail {
  const { entry } = retired
  const isCurrent = entry.score.methodology === snapshot.methodology
  const scoreHistory = lastScores(retired, past)
  if (isCurrent) {
    const around = { similar: [], monthAgo: null, rank: null, retired: retirementOf(retired) }
    return { ...createDetail({ ...entry, scoreHistory }, around), ...retiredStatus(retired) }
  }
  return unexplained(
    retired,
    scoreHistory.map(({ composite }) => composite),
  )
}

/** The last record without anything that depends on the methodology. */
function unexplained(retired: RetiredEntry, scoreHistory: number[]): ProtocolDetail {
  const { record, score, tvlUsd } = retired.entry
  return {
    id: record.slug,
    slug: record.slug,
    name: record.name,
    category: record.category,
    chains: record.chains,
    coverageScore: null,
    tokenSymbol: record.symbol,
    auditCount: null,
    oracleConfig: [],
    description: record.description,
    descriptionBy: descriptionAuthor(record),
    url: record.url,
    logoUrl: record.logoUrl,
    twitter: record.twitter,
    parentSlug: record.parentSlug,
    listedAt: null,
    tvlUsd: tvlUsd === null ? null : roundUsd(tvlUsd),
    tvlAsOf: record.tvl.known ? record.tvl.asOf : null,
    tvl30d: null,
    chainTvls: [],
    composite: score.rounded,
    riskLevel: score.level,
    ...retiredStatus(retired),
    scoredAt: score.asOf && isoInstant(score.asOf),
    dimensions: null,
    scoreMetadata: null,
    scoreHistory,
    audits: [],
    incidents: [],
    similar: [],
    assets: null,
    assetsMissing: 'stale',
    hallmarks: null,
    warnings: null,
    control: null,
    controlMissing: 'stale',
    reviews: null,
    reviewsMissing: 'stale',
    markets: null,
    marketsMissing: 'stale',
    retired: retirementOf(retired),
  }
}

/** The last published composites, as for a protocol that is listed. Empty when the last snapshot gave none. */
function lastScores(
  { entry }: RetiredEntry,
  { snapshots, numbers }: Past,
): CatalogueEntry['scoreHistory'] {
  const own = numbers.get(entry.record.id)
  if (!own || entry.score.composite === null) return []
  const all = snapshots.flatMap(({ day, methodology }, at) => {
    const composite = own.composite[at] ?? Number.NaN
    return Number.isNaN(composite) ? [] : [{ day, methodology, composite: roundScore(composite) }]
  })
  return all.slice(-HISTORY_LENGTH)
}

/** `retired.json`. */
export function createRetiredList(retired: readonly RetiredEntry[]): RetiredList {
  return retired.map((own) => ({
    ...retirementOf(own),
    slug: slugOf(own),
    name: own.entry.record.name,
    category: own.entry.record.category,
    composite: own.entry.score.rounded,
  }))
}

function slugOf({ entry }: RetiredEntry): string {
  return entry.record.slug
}
