import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { RetiredList, Retirement } from '../contract/retired.ts'
import { roundUsd } from '../domain/amounts.ts'
import type { Catalogue, RetiredEntry } from '../domain/catalogue.ts'
import { isoInstant } from '../domain/day.ts'
import { lastScores } from '../domain/last-scores.ts'
import { descriptionAuthor } from './description-author.ts'
import { createDetail } from './protocol-detail.ts'
import { retiredStatus } from './status-fields.ts'

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
  // As for a protocol that is listed: none when the last snapshot gave none.
  const scoreHistory = entry.score.composite === null ? [] : lastScores(past, entry.record.id)
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
