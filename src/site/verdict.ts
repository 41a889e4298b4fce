import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { ScoreMetadata } from '../contract/score-metadata.ts'
import { type Day, newestDay } from '../domain/day.ts'
import { count, counted, points, usd } from '../domain/format.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { formatRank, gapsOf, rangeSentence } from './explanation.ts'
import { day, share } from './figures.ts'
import type { LargestReason } from './largest-reason.ts'
import type { Ledger } from './ledger.ts'
import { formatMove } from './moves.ts'

/** Missing readings that a sentence names; the others are counted. */
const NAMED_GAPS = 3

/** A difference below this many points is the same score: scores are published to one decimal. */
const SAME = 0.05

/** How much of a score its largest reason makes, and how much that is over the usual. */
export function addsSentence({ adds, over }: LargestReason, composite: number): string {
  const part = `It adds ${adds.toFixed(2)} of the ${points(composite)} points`
  return over === null ? `${part}.` : `${part}, ${over.toFixed(2)} more than is usual.`
}

/** Where a score is within its category; null without a score. `oldTvl`: the day of a TVL that is too old for a rank. */
export function placeSentence(
  composite: number | null,
  rank: ScoreMetadata['rank'],
  median: number | null,
  oldTvl: Day | null,
): string | null {
  if (composite === null) return null
  if (oldTvl !== null)
    return `Not ranked: its TVL is of ${day(oldTvl)}, and this is no score of today.`
  if (rank === null) return 'It has no category to be ranked in.'
  if (rank.of === 1) return `It is the only scored protocol of the category ${rank.category}.`
  const place = `It ranks ${formatRank(rank)}, lowest risk first`
  if (median === null) return `${place}.`
  const delta = composite - median
  return Math.abs(delta) < SAME
    ? `${place}. The median there is the same.`
    : `${place}. It is ${formatMove(delta)} than the median of ${points(median)}.`
}

/** What is not known, and what the score would be if it were good or bad. */
export function notKnownSentence(
  ledger: Ledger,
  range: ScoreMetadata['composite']['range'],
): string {
  const gaps = gapsOf(ledger).map(({ name }) => name.toLowerCase())
  const isHeldByOthers = ledger.dimensions.some(({ floor }) => floor?.id === 'bases')
  const between = rangeSentence(range, gaps.length, isHeldByOthers)
  if (gaps.length === 0) return ['No reading is missing.', between].filter(Boolean).join(' ')
  const named = gaps.slice(0, NAMED_GAPS)
  const rest = gaps.length - named.length
  const last = rest > 0 ? `${rest} more` : named.length > 1 ? named.pop() : null
  const list = [named.join(', '), last].filter(Boolean).join(' and ')
  return [`Not known: ${list}.`, between].filter(Boolean).join(' ')
}

/** The change of a score over about 30 days under one methodology, or that there is none to compare with. */
export function formatTrend({
  composite,
  scoreMetadata,
  scoreHistory,
}: Pick<ProtocolDetail, 'composite' | 'scoreMetadata' | 'scoreHistory'>): string {
  const since = scoreMetadata?.trendSince ?? null
  const index = scoreMetadata?.scoreHistoryDetail.findIndex((entry) => entry.day === since) ?? -1
  const before = scoreHistory[index]
  if (composite === null || since === null || before === undefined) return 'Not known'
  const delta = composite - before
  return Math.abs(delta) < SAME
    ? `No change since ${day(since)}`
    : `${formatMove(delta)} since ${day(since)}`
}

/** How many audits are known and by how many named auditors. */
export function formatAudits({
  auditCount,
  audits,
}: Pick<ProtocolDetail, 'auditCount' | 'audits'>): string {
  if (auditCount === null) return 'Not known'
  if (auditCount === 0) return 'None listed'
  const auditors = new Set(audits.flatMap(({ auditor }) => auditor ?? [])).size
  return auditors === 0
    ? `${auditCount}, auditor not named`
    : `${auditCount}, by ${counted(auditors, 'named auditor')}`
}

/** The day of the newest audit that has one, as `newest 8 May 2023`; empty when none has. */
export function newestAudit({ audits }: Pick<ProtocolDetail, 'audits'>): string {
  const newest = newestDay(audits.flatMap(({ auditDate }) => auditDate?.slice(0, 10) ?? []))
  return newest === undefined ? '' : `newest ${day(newest)}`
}

/** What a protocol needs for a score, in a sentence. */
export function neededSentence({ eligibility, minimumMeasured } = METHODOLOGY): string {
  const { historyDays, medianTvlUsd } = eligibility
  return `A score needs one of three: a known contract address, a declared governance vote, or ${historyDays} days of TVL with a recent median of at least $${count(medianTvlUsd)}. It also needs ${share(minimumMeasured)} of the weight measured.`
}

/** What the score of a protocol that is not active is worth. */
export function inactiveSentence(composite: number | null): string {
  const score =
    composite === null
      ? 'It has no score.'
      : `Its documents keep a score of its last readings, ${points(composite)} of 10, which says nothing about what is left.`
  return `${score} Rankings leave it out.`
}

/** What is reported in place of the TVL in use; empty when nothing is. */
export function heldTvlSentence({ tvlHeld }: Pick<ProtocolDetail, 'tvlHeld'>): string {
  if (!tvlHeld) return ''
  const { reportedUsd, day: newest, since } = tvlHeld
  const reported = reportedUsd === null ? 'No TVL' : usd(reportedUsd)
  const first = since === newest ? '' : `, first on ${day(since)}`
  return `${reported} reported on ${day(newest)}${first}; not yet confirmed.`
}
