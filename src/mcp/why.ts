import * as z from 'zod'
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { dimensionKey, type ScoreMetadata, scoreMetadata } from '../contract/score-metadata.ts'
import { DIMENSIONS } from '../domain/dimension.ts'

/** Reasons that a short answer names; the others are summed. */
const MAX_REASONS = 6
/** Missing signals that a short answer names. */
const MAX_MISSING = 12
const ROUND = 1e3

type DimensionMetadata = ScoreMetadata['dimensions']['credit']

const signal = scoreMetadata.shape.dimensions.shape.credit.shape.signals.element

const reason = z.object({
  dimension: dimensionKey,
  signal: signal.shape.id.describe('Name of the signal, or of the floor.'),
  contribution: signal.shape.contribution,
  reason: signal.shape.reason,
  basis: signal.shape.basis.nullable().describe('Null for a floor, which is a rule.'),
  source: signal.shape.source.nullable().describe('Null for a floor.'),
  asOf: signal.shape.asOf,
  link: signal.shape.link,
})

/** Why a protocol has its score, in a few lines. */
export const why = z.object({
  reasons: z
    .array(reason)
    .max(MAX_REASONS)
    .describe('What adds most points to the composite, most first.'),
  otherPoints: z
    .number()
    .nullable()
    .describe(
      'Points of everything else: with `reasons` they add up to the composite. Null without a composite.',
    ),
  unknown: z
    .object({
      share: z.number().nullable().describe('Share of the weight that has no reading, 0 to 1.'),
      points: scoreMetadata.shape.missingCost,
      count: z.int().describe('Number of signals without a reading.'),
      signals: z
        .array(
          z.object({ dimension: dimensionKey, signal: z.string(), missing: signal.shape.missing }),
        )
        .max(MAX_MISSING)
        .describe('Some of them.'),
    })
    .describe('What is not known. It counts at a published prior, never as zero.'),
})

type Why = z.output<typeof why>

export function whyOf({ scoreMetadata: metadata }: ProtocolDetail): Why {
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
    .slice(0, MAX_REASONS)
    .map((one) => ({ ...one, contribution: rounded(one.contribution) }))
  const missing = parts.flatMap(({ key, dimension: { status, signals } }) =>
    status === 'not-applicable'
      ? []
      : signals
          .filter(({ basis }) => basis === 'missing')
          .map((one) => ({ dimension: key, signal: one.id, missing: one.missing })),
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
  dimension: Why['reasons'][number]['dimension'],
  { signals, floor }: DimensionMetadata,
): Why['reasons'] {
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
