import type { ProtocolDetail } from '../../contract/protocol-detail.ts'
import { DIMENSION_TEXT, DIMENSIONS, type DimensionKey } from '../../domain/dimension.ts'
import { counted, points, usd } from '../../domain/format.ts'
import { LEVEL_WORD, RISK_LEVELS, riskLevel } from '../../domain/risk-level.ts'
import { inactiveWord } from '../../domain/status.ts'
import { change, day, share } from '../../site/figures.ts'
import { ASSUMED } from '../../site/levels.ts'
import type { PlaceKind } from '../../site/place-links.ts'
import { shortText } from '../../site/text-parts.ts'

/** A chain or category that a value names. */
export interface NamedPlace {
  kind: PlaceKind
  name: string
}

/** A value of one protocol. */
export interface ComparedValue {
  text: string
  /** The same in parts, where it names places. */
  parts?: (string | NamedPlace)[]
  /** Level 1 to 5 and length of a bar, for a score that is no assumption. */
  score?: { level: number; points: number }
  /** The only lowest score of its row. */
  isLowest?: boolean
}

interface ComparisonRow {
  label: string
  cells: ComparedValue[]
}

const CHAINS_NAMED = 4

const UNKNOWN: ComparedValue = { text: 'Unknown' }

type Ask = [label: string, ask: (detail: ProtocolDetail) => ComparedValue]

const ROWS: Ask[] = [
  [
    'Score',
    ({ composite, scoreMetadata, status, statusReason }) => {
      const inactive = inactiveWord(status)
      return inactive === null
        ? scoreOr(composite, formatInsufficientData(scoreMetadata))
        : { text: `${inactive}. ${statusReason}` }
    },
  ],
  ['Range with missing readings', rangeOf],
  ['Rank in its category', rankOf],
  ...DIMENSIONS.map(
    (key): Ask => [DIMENSION_TEXT[key].label, (detail) => dimensionOf(detail, key)],
  ),
  ['What adds most to the score', reasonOf],
  ['Readings', readingsOf],
  [
    'Who can change the code',
    ({ control }) => ({ text: shortText(control?.headline ?? 'Not known') }),
  ],
  ['TVL', tvlOf],
  ['TVL, 30 days', ({ tvl30d }) => (tvl30d === null ? UNKNOWN : { text: change(tvl30d) })],
  ['Chains', chainsOf],
  [
    'Known audits',
    ({ auditCount }) => ({ text: auditCount === null ? 'Unknown' : String(auditCount) }),
  ],
  ['Recorded losses', lossesOf],
  [
    'Newest reading',
    ({ scoredAt, tvlAsOf }) => {
      const newest = scoredAt ?? tvlAsOf
      return newest === null ? UNKNOWN : { text: day(newest) }
    },
  ],
  [
    'Method',
    ({ scoreMetadata }) => (scoreMetadata ? { text: scoreMetadata.methodology } : UNKNOWN),
  ],
]

/** The table of a comparison: one row for each question, one cell for each protocol. */
export function comparisonOf(details: readonly ProtocolDetail[]): ComparisonRow[] {
  const isActive = details.map(({ status }) => status === 'active')
  return ROWS.map(([label, ask]) => ({ label, cells: withLowest(details.map(ask), isActive) }))
}

/** Marks the lowest score of the protocols that are active. */
function withLowest(cells: ComparedValue[], isActive: boolean[]): ComparedValue[] {
  const scores = cells.flatMap(({ score }, at) => (isActive[at] && score ? score.points : []))
  const least = Math.min(...scores)
  const isOne = scores.length > 1 && scores.filter((score) => score === least).length === 1
  return cells.map((cell, at) =>
    isOne && isActive[at] && cell.score?.points === least ? { ...cell, isLowest: true } : cell,
  )
}

function scoreOr(score: number | null, without: string): ComparedValue {
  if (score === null) return { text: without }
  const level = riskLevel(score)
  return {
    text: `${points(score)} ${LEVEL_WORD[level]}`,
    score: { level: RISK_LEVELS.indexOf(level) + 1, points: score },
  }
}

function formatInsufficientData(metadata: ProtocolDetail['scoreMetadata']): string {
  return ['Insufficient Data.', ...(metadata?.eligibility.reasons ?? [])].join(' ')
}

function dimensionOf(
  { composite, dimensions, scoreMetadata }: ProtocolDetail,
  key: DimensionKey,
): ComparedValue {
  if (composite === null) return { text: 'No score' }
  const { status, assumed } = scoreMetadata?.dimensions[key] ?? {}
  const without = status === 'not-applicable' ? 'Not applicable' : 'Unknown'
  const score = dimensions?.[key].score ?? null
  return assumed && score !== null
    ? { text: `${points(score)} ${ASSUMED}` }
    : scoreOr(score, without)
}

function rangeOf({ scoreMetadata }: ProtocolDetail): ComparedValue {
  const range = scoreMetadata?.composite.range
  if (!range) return { text: 'No score' }
  if (range.low === range.high) return { text: 'Nothing is missing' }
  return { text: `${points(range.low)} to ${points(range.high)}` }
}

function rankOf({ scoreMetadata, category }: ProtocolDetail): ComparedValue {
  const rank = scoreMetadata?.rank
  if (category === null) return { text: 'No category' }
  if (!rank) return ofParts(['No rank in ', { kind: 'category', name: category }])
  const shared = rank.tied === 0 ? [] : [`, shared with ${counted(rank.tied, 'other')}`]
  const place: NamedPlace = { kind: 'category', name: rank.category }
  return ofParts([`${rank.position} of ${rank.of} in `, place, ...shared])
}

function ofParts(parts: (string | NamedPlace)[]): ComparedValue {
  return {
    text: parts.map((part) => (typeof part === 'string' ? part : part.name)).join(''),
    parts,
  }
}

/** The reading that contributes most, as its own sentence, with its day. */
function reasonOf({ composite, scoreMetadata }: ProtocolDetail): ComparedValue {
  if (composite === null || !scoreMetadata) return { text: 'No score' }
  const signals = DIMENSIONS.flatMap((key) => scoreMetadata.dimensions[key].signals)
  const most = signals.reduce(
    (a, b) => (b.contribution > a.contribution ? b : a),
    signals[0] ?? NONE,
  )
  const read = most.asOf === null ? '' : ` Read on ${day(most.asOf)}.`
  return { text: `${shortText(most.reason)}${read}` }
}

const NONE = { contribution: 0, reason: 'Unknown', asOf: null }

function readingsOf({ scoreMetadata }: ProtocolDetail): ComparedValue {
  if (!scoreMetadata) return UNKNOWN
  const { measured, category, missing } = scoreMetadata.basis
  return {
    text: `${share(measured)} of the weight measured, ${share(category)} how often its kind loses funds, ${share(missing)} missing`,
  }
}

function tvlOf({ tvlUsd, tvlAsOf }: ProtocolDetail): ComparedValue {
  if (tvlUsd === null) return UNKNOWN
  return { text: `${usd(tvlUsd)}${tvlAsOf === null ? '' : `, ${day(tvlAsOf)}`}` }
}

function chainsOf({ chains }: ProtocolDetail): ComparedValue {
  if (chains.length === 0) return UNKNOWN
  const more = chains.length - CHAINS_NAMED
  const named = chains.slice(0, CHAINS_NAMED).flatMap((name, at): (string | NamedPlace)[] => {
    const place: NamedPlace = { kind: 'chain', name }
    return at === 0 ? [place] : [', ', place]
  })
  return ofParts(more > 0 ? [...named, ` and ${more} more`] : named)
}

function lossesOf({ incidents }: ProtocolDetail): ComparedValue {
  if (incidents.length === 0) return { text: 'None recorded' }
  const known = incidents.flatMap(({ lossUsd }) => lossUsd ?? [])
  const largest = known.length === 0 ? 'amounts not known' : `largest ${usd(Math.max(...known))}`
  return { text: `${incidents.length}, ${largest}` }
}
