import * as z from 'zod'
import { DIMENSIONS } from '../domain/dimension.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import { CAUSES } from './incident-list.ts'
import { UNMATCHED } from './labels.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const count = z.int().nonnegative()
const share = z.number().min(0).max(1)

/** A figure with its 95 % interval; null where there is nothing to compute it from. */
export const estimateSchema = z.strictObject({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})

const byLabel = z.strictObject({ any: estimateSchema, severe: estimateSchema })

/** How well one ranking, the score or a baseline, puts what was exploited above what was not. */
export const rankingSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  /** Size-matched: against non-events of the same cohort and TVL quintile. */
  matched: byLabel,
  plain: byLabel,
  averagePrecision: z.strictObject({ any: share.nullable(), severe: share.nullable() }),
  /** Share of the expected fractional loss in the fifth ranked riskiest. */
  topFifthLoss: share.nullable(),
  /** Spearman, with TVL; within the cohort, averaged by rows over cohorts. */
  tvlCorrelation: z.number().min(-1).max(1).nullable(),
})

export const resultSchema = z.strictObject({
  rows: count,
  events: count,
  severe: count,
  /** Events without an amount: they count as any exploit, not as severe, and lose nothing. */
  withoutAmount: count,
  /** Independent clusters that the bootstrap draws. */
  families: count,
  rankings: z.array(rankingSchema),
  levels: z.array(
    z.strictObject({
      level: z.enum(RISK_LEVELS),
      rows: count,
      events: count,
      severe: count,
      eventRate: share.nullable(),
      expectedLoss: share.nullable(),
    }),
  ),
  dimensions: z.array(
    z.strictObject({
      dimension: z.enum(DIMENSIONS),
      /** Rows and events with a score in this dimension: `alone` is over them only. */
      rows: count,
      events: count,
      alone: estimateSchema,
      /** The weighted mean of the other five, for all rows. */
      without: estimateSchema,
    }),
  ),
  causes: z.array(z.strictObject({ cause: z.enum(CAUSES), events: count, any: estimateSchema })),
  years: z.array(z.strictObject({ year: z.string(), events: count, any: estimateSchema })),
})

export const cohortSchema = z.strictObject({
  name: z.string(),
  day,
  kind: z.enum(['recording', 'registry']),
  window: z.strictObject({ after: day, to: day, days: count }),
  registryRows: count,
  inScope: count,
  scored: count,
  dead: count,
  siblingsLeftOut: count,
  incidents: count,
  events: count,
  unmatched: z.record(z.enum(UNMATCHED), count),
  /** What the day could not know and was cut, as finished sentences; and what casts doubt on the cohort. */
  cut: z.array(z.string()),
  warnings: z.array(z.string()),
})

export const barSchema = z.strictObject({
  id: z.string(),
  what: z.string(),
  verdict: z.enum(['pass', 'fail', 'inconclusive']),
  reason: z.string(),
})

export const missSchema = z.strictObject({
  cohort: day,
  name: z.string(),
  day,
  lossUsd: z.number().nullable(),
  composite: z.number().nullable(),
  level: z.enum(RISK_LEVELS).nullable(),
  /** Share of comparable non-events that it scored above; below a half it is a miss. Null when it has no score. */
  above: share.nullable(),
  severe: z.boolean(),
  reason: z.string(),
})

/** The whole back-test, as `--json` prints it. */
export const backtestReport = z.strictObject({
  format: z.literal(1),
  methodology: z.strictObject({ version: z.string(), sha256: z.string() }),
  until: day,
  horizonDays: count,
  resamples: count,
  seed: z.int(),
  incidents: z.strictObject({ rows: count, refused: count, last: day }),
  sizes: z.strictObject({ name: z.string(), day }).nullable(),
  cohorts: z.array(cohortSchema),
  universes: z.array(
    z.strictObject({
      minimumTvlUsd: z.number(),
      /** False: also rows that production does not publish, by the mean of what dimensions they have. */
      published: z.boolean(),
      pooled: resultSchema,
      byCohort: z.array(z.strictObject({ day, result: resultSchema })),
    }),
  ),
  bars: z.array(barSchema),
  misses: z.array(missSchema),
  /** How to read it, as finished sentences. */
  notes: z.array(z.string()),
})

export type Ranking = z.infer<typeof rankingSchema>
export type Result = z.infer<typeof resultSchema>
export type CohortReport = z.infer<typeof cohortSchema>
export type Bar = z.infer<typeof barSchema>
export type Miss = z.infer<typeof missSchema>
export type BacktestReport = z.infer<typeof backtestReport>
