import words from '../content/words.json' with { type: 'json' }
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { ScoreMetadata } from '../contract/score-metadata.ts'
import { DIMENSION_TEXT, DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import { PlimsollError } from '../domain/errors.ts'
import { capitalised } from '../domain/format.ts'
import type { MissingReason } from '../domain/reading.ts'
import { type RiskLevel, riskLevel, roundScore } from '../domain/risk-level.ts'
import { findSource, METHODOLOGY_SOURCE, SOURCE_OF_ROLE } from '../domain/sources.ts'

type DimensionMetadata = ScoreMetadata['dimensions'][DimensionKey]

export interface LedgerDimension extends Omit<DimensionMetadata, 'contribution' | 'score'> {
  key: DimensionKey
  label: string
  desc: string
  /** To one decimal. */
  score: number | null
  level: RiskLevel | null
  /** Null when the dimension is not part of a composite. */
  contribution: number | null
}

export interface Ledger {
  dimensions: LedgerDimension[]
  /** Shares of the weight by basis. */
  basis: ScoreMetadata['basis']
  /** Version of the methodology, shown in place of a date for readings from its own tables. */
  methodology: string
  /** Sum of all contributions, floors included; null without a composite. */
  total: number | null
}

/** Why a reading of a source is missing. The chains are asked only about the contracts of our own tables. */
export function missingSentence(reason: MissingReason, source: string): string {
  const isOfTables = reason === 'not-covered' && source === SOURCE_OF_ROLE.control
  return isOfTables
    ? 'Our tables have no contracts of it to read this from.'
    : words.missing[reason]
}

const MICRO = 1e6

/** A protocol's score broken down: six dimensions, their signals and floors, and the sum. Throws `EXPORT_FAILED` when it does not add up. */
export function ledgerOf(detail: ProtocolDetail): Ledger | null {
  const metadata = detail.scoreMetadata
  if (!metadata) return null
  const composite = metadata.composite.score
  const dimensions = DIMENSIONS.map((key) => entryOf(key, metadata.dimensions[key]))
  const total = composite === null ? null : sum(dimensions.flatMap(partsOf))
  for (const { label, contribution, ...dimension } of dimensions) {
    if (contribution !== null) refuseGap(detail.id, sum(partsOf(dimension)), label, contribution)
  }
  if (composite !== null && total !== null) refuseGap(detail.id, total, 'composite', composite)
  return {
    dimensions,
    basis: metadata.basis,
    methodology: metadata.methodology,
    total,
  }
}

/** What a dimension adds: its signals, and the floor that lifts it. */
function partsOf({ signals, floor }: Pick<DimensionMetadata, 'signals' | 'floor'>): number[] {
  return [...signals, ...(floor ? [floor] : [])].map(({ contribution }) => contribution)
}

function refuseGap(id: string, parts: number, name: string, whole: number): void {
  if (parts === sum([whole])) return
  throw new PlimsollError(
    'EXPORT_FAILED',
    `The contributions of ${id} add up to ${parts}, but its ${name} is ${whole}.`,
  )
}

function entryOf(key: DimensionKey, metadata: DimensionMetadata): LedgerDimension {
  const score = metadata.score === null ? null : roundScore(metadata.score)
  return {
    ...metadata,
    ...DIMENSION_TEXT[key],
    key,
    score,
    level: score === null ? null : riskLevel(score),
    contribution: metadata.status === 'scored' ? metadata.contribution : null,
  }
}

/** In whole millionths, so that no binary error creeps in. */
function sum(parts: number[]): number {
  return parts.reduce((total, part) => total + Math.round(part * MICRO), 0) / MICRO
}

/** Names of sources beside those of the table. */
const OTHER_SOURCES: Record<string, string | undefined> = {
  [METHODOLOGY_SOURCE]: 'Our method',
  'audit-reports': 'Audit reports',
  cantina: 'Cantina',
  announcements: 'Announcements',
}

/** The name of a public record at the start of a line; undefined where the id is of none. */
function recordName(id: string): string | undefined {
  const names: Partial<Record<string, string>> = words.record
  const name = names[id]
  return name && `${capitalised(name)}, a public record`
}

/** The name of a source as a reader knows it, or its id. */
export function sourceName(id: string): string {
  return OTHER_SOURCES[id] ?? findSource(id)?.label ?? recordName(id) ?? id
}
