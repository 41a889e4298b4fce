import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { ScoreMetadata } from '../contract/score-metadata.ts'
import { DIMENSIONS } from '../domain/dimension.ts'

/** Missing signals that a short answer names. */
const MAX_MISSING = 6
const ROUND = 1e3

type DimensionMetadata = ScoreMetadata['dimensions']['credit']
type Signal = DimensionMetadata['signals'][number]

interface Reason extends Pick<Signal, 'contribution' | 'reason' | 'asOf' | 'link'> {
  dimension: (typeof DIMENSIONS)[number]
  /** Name of the signal, or of the floor. */
  signal: string
  /** Both null for a floor, which is a rule. */
  basis: Signal['basis'] | null
  source: Signal['source'] | null
}

/** Why a protocol has its score, in a few lines. */
export interface Why {
  /** What adds most points to the composite, most first. */
  reasons: Reason[]
  /** Points of everything else: with `reasons` they add up to the composite. Null without a composite. */
  otherPoints: number | null
  /** What is not known. It counts at a published prior, never as zero. */
  unknown: {
    /** Share of the weight that has no reading, 0 to 1. */
    share: number | null
    points: ScoreMetadata['missingCost'] | null
    count: number
    /** Some of them, as `dimension/signal: why`. */
    signals: string[]
  }
}

/** The reasons of a record; `most` of them are named, and the others are summed. */
export function whyOf({ scoreMetadata: metadata }: ProtocolDetail, most: number): Why {
  if (!metadata) {
    return {
      reasons: [],
      otherPoints: null,
      unknown: { share: null, points: null, count: 0, signals: [] },
    }
  }
  const parts = DIMENSIONS.map((key) => ({ key, dimension: metadata.dimensions[key] }))
  const all = parts.flatMap(({ key, dimension }) => contributionsOf(key, dimension))
  const reasons = all
    .filter(({ contribution }) => contribution > 0)
    .sort((a, b) => b.contribution - a.contribution)
    .slice(0, most)
    .map((one) => ({ ...one, contribution: rounded(one.contribution) }))
  const missing = parts.flatMap(({ key, dimension: { status, signals } }) =>
    status === 'not-applicable'
      ? []
      : signals
          .filter(({ basis }) => basis === 'missing')
          .map((one) => `${key}/${one.id}: ${one.missing}`),
  )
  const { score } = metadata.composite
  const named = reasons.reduce((sum, one) => sum + one.contribution, 0)
  return {
    reasons,
    otherPoints: score === null ? null : rounded(score - named),
    unknown: {
      share: metadata.basis.missing,
      points: metadata.missingCost,
      count: missing.length,
      signals: missing.slice(0, MAX_MISSING),
    },
  }
}

function contributionsOf(
  dimension: Reason['dimension'],
  { signals, floor }: DimensionMetadata,
): Reason[] {
  const read = signals.map(({ id, contribution, reason, basis, source, asOf, link }) => ({
    ...{ dimension, signal: id, contribution, reason, basis, source, asOf, link },
  }))
  if (!floor) return read
  const { id, contribution, reason } = floor
  return [
    ...read,
    {
      ...{ dimension, signal: id, contribution, reason },
      ...{ basis: null, source: null, asOf: null, link: null },
    },
  ]
}

function rounded(points: number): number {
  return Math.round(points * ROUND) / ROUND
}
