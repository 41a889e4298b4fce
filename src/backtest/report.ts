import * as z from 'zod'
import { DIMENSIONS } from '../domain/dimension.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import { CAUSES } from './incident-list.ts'
import { UNMATCHED } from './labels.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const count = z.int().nonnegative()
const share = z.number().min(0).max(1)

/** A figure with its 95 % interval; null where there is nothing to compute it from. */
const estimateSchema = z.strictObject({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})

const byLabel = z.strictObject({ any: estimateSchema, severe: estimateSchema })

/** The figures by which the score is judged, each with its interval. */
export const FIGURES = [
  /** Size-matched AUC: against non-events of the same cohort and TVL quintile. */
  'any',
  'severe',
  /** AUC against non-events of the same cohort and activity. */
  'within',
  'withinSevere',
  /** The same for any exploit, also within the smaller or larger half of the activity by TVL. */
  'withinHalves',
  /** Share of the variance of the scores that the activity explains (R²): within the cohorts, and over all rows at once. */
  'activityShare',
  'activityShareOverall',
  /** Share of the expected fractional loss in the riskiest fifth. */
  'topFifthLoss',
  /** Spearman, with TVL; within the cohort, averaged by rows over cohorts. */
  'tvlCorrelation',
] as const

export type FigureId = (typeof FIGURES)[number]

const figuresSchema = z.record(z.enum(FIGURES), estimateSchema)

const rowsAndEvents = z.strictObject({ rows: count, events: count })

/** An earlier methodology over the same rows and resamples. */
const earlierSchema = z.strictObject({
  rows: count,
  events: count,
  /** Rows that the file of earlier composites does not list: left out of this comparison. */
  unknown: rowsAndEvents,
  /** Rows that only one of the two methodologies would have published. */
  onlyNow: rowsAndEvents,
  onlyBefore: rowsAndEvents,
  before: figuresSchema,
  now: figuresSchema,
  /** Now minus before, resample by resample. */
  differences: figuresSchema,
})

/** How well one ranking (the score or a baseline) puts exploited protocols above the others. */
const rankingSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  /** Size-matched: against non-events of the same cohort and TVL quintile. */
  matched: byLabel,
  /** Any exploit, against non-events of the same cohort and activity. */
  within: estimateSchema,
  /** The AUC of the score minus that of this ranking, resample by resample; null for the score itself. */
  ahead: z
    .strictObject({ any: estimateSchema, severe: estimateSchema, within: estimateSchema })
    .nullable(),
  plain: byLabel,
  averagePrecision: z.strictObject({ any: share.nullable(), severe: share.nullable() }),
  /** Share of the expected fractional loss in the fifth ranked riskiest. */
  topFifthLoss: share.nullable(),
  /** Spearman, with TVL; within the cohort, averaged by rows over cohorts. */
  tvlCorrelation: z.number().min(-1).max(1).nullable(),
})

const resultSchema = z.strictObject({
  rows: count,
  events: count,
  severe: count,
  /** Events without an amount: they count as any exploit, not as severe, with a loss of 0. */
  withoutAmount: count,
  /** Independent clusters that the bootstrap draws. */
  families: count,
  figures: figuresSchema,
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

const yearlySchema = z.strictObject({
  events: count,
  /** Events for each protocol-year, with the exact Poisson interval. */
  value: z.number().nonnegative(),
  low: z.number().nonnegative(),
  high: z.number().nonnegative(),
})

/** A rate divided by that of the next lower level, with its bootstrap interval; `high` null: no upper bound. */
const ratioSchema = z.strictObject({
  value: z.number().nonnegative(),
  low: z.number().nonnegative(),
  high: z.number().nonnegative().nullable(),
})

const lossesSchema = z.strictObject({
  protocolYears: z.number().nonnegative(),
  /** Null for fewer than ten protocol-years. */
  any: yearlySchema.nullable(),
  severe: yearlySchema.nullable(),
})

/** Losses of one level for each year at risk. Each day of a protocol counts once, at the level of its newest cohort. */
const levelRateSchema = lossesSchema.extend({
  level: z.enum(RISK_LEVELS),
  /** Of a level that is counted with its neighbours, because a higher one lost no more often than the one below it: all of them together. */
  merged: lossesSchema.extend({ levels: z.array(z.enum(RISK_LEVELS)).min(2) }).nullable(),
  /** Null for the lowest level, and where this or the next lower one has fewer than five events. */
  ratio: z.strictObject({ any: ratioSchema.nullable(), severe: ratioSchema.nullable() }),
})

/** Losses of one kind of protocol, each counted once, and the years at risk. */
const kindRateSchema = z.strictObject({
  kind: z.string(),
  losses: count,
  protocolYears: z.number().nonnegative(),
})

const cohortSchema = z.strictObject({
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
  /** Data of a later date that was removed, and known weaknesses of the cohort; complete sentences. */
  cut: z.array(z.string()),
  warnings: z.array(z.string()),
})

const barSchema = z.strictObject({
  id: z.string(),
  what: z.string(),
  verdict: z.enum(['pass', 'fail', 'inconclusive']),
  reason: z.string(),
})

const missSchema = z.strictObject({
  cohort: day,
  name: z.string(),
  day,
  lossUsd: z.number().nullable(),
  composite: z.number().nullable(),
  level: z.enum(RISK_LEVELS).nullable(),
  /** Share of comparable non-events that it scored above; below a half is a miss. Null without a score. */
  above: share.nullable(),
  severe: z.boolean(),
  reason: z.string(),
})

/** The whole back-test, as `--json` prints it. */
export const backtestReport = z.strictObject({
  format: z.literal(2),
  methodology: z.strictObject({ version: z.string(), sha256: z.string() }),
  /** The methodology that it is compared with, if any. */
  against: z.strictObject({ version: z.string(), sha256: z.string() }).nullable(),
  /** True when incidents after the end of the development data were allowed: such a run is no basis for tuning. */
  heldOut: z.boolean(),
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
      /** False: includes rows without a published score, by the mean of their scored dimensions. */
      published: z.boolean(),
      /** Each incident in one cohort only: see `distinctEvents`. */
      pooled: resultSchema,
      /** Rows that are not in `pooled`, because all their incidents belong to a later cohort. */
      leftOut: count,
      /** Only of the first universe. */
      earlier: earlierSchema.nullable(),
      /** Over all cohorts. */
      levelRates: z.array(levelRateSchema),
      kindRates: z.array(kindRateSchema),
      /** Every incident of the cohort's own window, also when a later cohort has it too. */
      byCohort: z.array(z.strictObject({ day, result: resultSchema })),
    }),
  ),
  bars: z.array(barSchema),
  misses: z.array(missSchema),
  /** How to read the report, as complete sentences. */
  notes: z.array(z.string()),
})

/** What a report says of its inputs, without a figure of the rows. */
export const runFacts = backtestReport.pick({
  methodology: true,
  heldOut: true,
  until: true,
  horizonDays: true,
  resamples: true,
  seed: true,
  incidents: true,
  sizes: true,
  cohorts: true,
})

export type RunFacts = z.infer<typeof runFacts>
export type EarlierReport = z.infer<typeof earlierSchema>
export type Ranking = z.infer<typeof rankingSchema>
export type Result = z.infer<typeof resultSchema>
export type LevelRate = z.infer<typeof levelRateSchema>
export type KindRate = z.infer<typeof kindRateSchema>
export type CohortReport = z.infer<typeof cohortSchema>
export type ReportBar = z.infer<typeof barSchema>
export type Miss = z.infer<typeof missSchema>
export type BacktestReport = z.infer<typeof backtestReport>
