import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { Retirement } from '../contract/retired.ts'
import type { ScoreMetadata } from '../contract/score-metadata.ts'
import { chainBreakdown, roundUsd } from '../domain/amounts.ts'
import type { CatalogueEntry, EarlierScores } from '../domain/catalogue.ts'
import { type Day, isoInstant } from '../domain/day.ts'
import { DIMENSION_TEXT, mapDimensions } from '../domain/dimension.ts'
import type { Facts } from '../domain/protocol.ts'
import type { MissingReason, Reading } from '../domain/reading.ts'
import type { HeldTvl } from '../domain/record.ts'
import { roundScore } from '../domain/risk-level.ts'
import type { Score } from '../domain/score.ts'
import { createControl, createReviews } from './control.ts'
import { descriptionAuthor } from './description-author.ts'
import { incidentNotes } from './incident-notes.ts'
import { createMarkets } from './markets.ts'
import { pageFields } from './page-facts.ts'
import { createMetadata } from './score-metadata.ts'
import { statusFields } from './status-fields.ts'
import type { FindWhoElse } from './who-else.ts'

/** Data of a detail that is not in its own entry. */
export interface Surroundings {
  similar: CatalogueEntry[]
  monthAgo: EarlierScores | null
  rank: ScoreMetadata['rank']
  retired?: Retirement
  /** Left out for a protocol that is no longer listed. */
  whoElse?: FindWhoElse
}

/** The published record of one protocol. Contains no build time: the same readings give the same bytes. */
export function createDetail(
  entry: CatalogueEntry,
  { similar, monthAgo, rank, retired, whoElse }: Surroundings,
): ProtocolDetail {
  const { record, score, tvlUsd } = entry
  const { facts } = record
  const chainTvls = record.tvl.known ? chainBreakdown(record.tvl.value) : []
  return {
    id: record.slug,
    slug: record.slug,
    name: record.name,
    category: record.category,
    chains: record.chains,
    coverageScore: coverageScore(score),
    tokenSymbol: record.symbol,
    auditCount: auditCount(record),
    oracleConfig: facts.oracles?.known ? facts.oracles.value : [],
    description: record.description,
    descriptionBy: descriptionAuthor(record),
    url: record.url,
    logoUrl: record.logoUrl,
    twitter: record.twitter,
    parentSlug: record.parentSlug,
    listedAt: facts.listedOn?.known ? isoInstant(facts.listedOn.value) : null,
    tvlUsd: tvlUsd === null ? null : roundUsd(tvlUsd),
    tvlAsOf: tvlDay(record),
    ...(record.tvlHeld && { tvlHeld: publishHeld(record.tvlHeld) }),
    tvl30d: entry.tvlChange30d,
    chainTvls,
    composite: score.rounded,
    riskLevel: score.level,
    ...statusFields(entry),
    scoredAt: scoredAt(score),
    dimensions: score.composite === null ? null : createDimensions(score, record.id, monthAgo),
    scoreMetadata: createMetadata(entry, { rank, monthAgo }),
    scoreHistory: entry.scoreHistory.map(({ composite }) => composite),
    audits: record.audits.map(({ auditor, auditedOn, reportUrl, findings = null }) => ({
      auditor,
      auditDate: auditedOn && isoInstant(auditedOn),
      findingsSummary: findings,
      reportUrl,
    })),
    incidents: entry.incidents.map((incident) => publishIncident(incident, whoElse)),
    similar: similar.map(publishSimilar),
    ...pageFields(facts),
    ...controlFields(
      facts,
      chainTvls.map(({ chain }) => chain),
    ),
    retired: retired ?? null,
  }
}

function publishIncident(
  incident: CatalogueEntry['incidents'][number],
  whoElse: FindWhoElse = () => null,
): ProtocolDetail['incidents'][number] {
  const found = whoElse(incident)
  return {
    id: incident.id,
    exploitDate: isoInstant(incident.day),
    lossUsd: incident.lossUsd,
    returnedUsd: incident.returnedUsd,
    // A snapshot of an older version has neither.
    tvlBeforeUsd: incident.tvlBeforeUsd ? roundUsd(incident.tvlBeforeUsd) : null,
    tvlBeforeDay: incident.tvlBeforeDay ?? null,
    chain: incident.chain,
    cause: incident.technique ?? incident.cause,
    pocUrl: incident.pocUrl,
    source: incident.source,
    ...incidentNotes(incident),
    ...(found && { whoElse: found }),
  }
}

function publishSimilar({
  record,
  score,
  tvlUsd,
}: CatalogueEntry): ProtocolDetail['similar'][number] {
  const { slug, name, category, logoUrl } = record
  return {
    ...{ id: slug, slug, name, category, logoUrl },
    compositeScore: score.rounded,
    tvlUsd: tvlUsd === null ? null : roundUsd(tvlUsd),
    tvlAsOf: tvlDay(record),
  }
}

function publishHeld({ reportedUsd, ...held }: HeldTvl): ProtocolDetail['tvlHeld'] {
  return { ...held, reportedUsd: reportedUsd === null ? null : roundUsd(reportedUsd) }
}

/**
 * Who can change the contracts, their reviews, and the markets; where they are missing, why. An empty list says as little as a missing
 * one. Among equal contracts, those on the first of `chains` come first.
 */
function controlFields(
  { control, markets, reviews }: Facts,
  chains: readonly string[],
): Pick<
  ProtocolDetail,
  'control' | 'controlMissing' | 'reviews' | 'reviewsMissing' | 'markets' | 'marketsMissing'
> {
  const contracts = control?.known ? control.value : []
  const reviewed = reviews?.known ? reviews.value : []
  const assets = markets?.known ? markets.value : []
  return {
    control: contracts.length === 0 ? null : createControl(contracts, reviewed, chains),
    controlMissing: contracts.length === 0 ? missingReason(control) : null,
    reviews: reviewed.length === 0 ? null : createReviews(reviewed),
    reviewsMissing: reviewed.length === 0 ? missingReason(reviews) : null,
    markets: assets.length === 0 ? null : createMarkets(assets),
    marketsMissing: assets.length === 0 ? missingReason(markets) : null,
  }
}

function missingReason(reading: Reading<unknown> | undefined): MissingReason {
  if (reading === undefined) return 'not-read-yet'
  return reading.known ? 'not-covered' : reading.reason
}

/** The number of linked reports. Null when an audit is declared but none is linked: then the number is unknown. */
function auditCount({ audits, facts: { auditFlag, auditLinks } }: CatalogueEntry['record']) {
  if (!auditFlag?.known && !auditLinks?.known) return null
  if (audits.length > 0) return audits.length
  return auditFlag?.known && auditFlag.value === 'none' ? 0 : null
}

/** The day of the TVL, or null when it is not known. */
export function tvlDay({ tvl }: CatalogueEntry['record']): Day | null {
  return tvl.known ? tvl.asOf : null
}

/** Completeness 0-6 to one decimal. */
export function coverageScore(score: Score): number {
  return roundScore(score.coverage)
}

/** The day of the newest reading behind the score, so that it stays the same while the readings do. */
export function scoredAt(score: Score): string | null {
  return score.asOf && isoInstant(score.asOf)
}

function createDimensions(
  score: Score,
  id: string,
  monthAgo: EarlierScores | null,
): NonNullable<ProtocolDetail['dimensions']> {
  const earlier = monthAgo?.dimensions.get(id)
  return mapDimensions((key) => {
    const now = score.dimensions[key].score
    const then = earlier?.[key]
    return {
      score: now === null ? null : roundScore(now),
      trend: now === null || then === undefined ? 0 : Math.round((now - then) * 100) / 100,
      ...DIMENSION_TEXT[key],
    }
  })
}
