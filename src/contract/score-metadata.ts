import * as z from 'zod'
import { DIMENSIONS } from '../domain/dimension.ts'
import { MISSING_REASONS } from '../domain/reading.ts'
import { BASES } from '../domain/score.ts'
import * as f from './fields.ts'
import { riskLevel } from './risk-level.ts'
export const dimensionKey = z.enum(DIMENSIONS)

const dimension = z
  .strictObject({
    score: f.scoreOrNull.describe(
      'Risk, 0 to 10; lower is safer. Null when it does not apply or is unknown.',
    ),
    trend: z
      .number()
      .min(-10)
      .max(10)
      .describe(
        'Change over about 30 days under one methodology; positive is riskier. Also 0 without an earlier score; `trendSince` in `scoreMetadata` is then null.',
      ),
    label: f.text.describe('Display name.'),
    desc: f.text.describe('What the dimension measures.'),
  })
  .describe('One risk dimension.')

export const dimensions = z
  .strictObject({
    credit: dimension,
    counterparty: dimension,
    liquidity: dimension,
    oracle: dimension,
    smartContract: dimension,
    liquidityTrap: dimension,
  })
  .describe('The six risk dimensions.')

const signal = z
  .strictObject({
    id: f.text.describe('Name of the signal.'),
    value: z.number().nullable().describe('The reading. Null when missing.'),
    risk: f.score.describe('Risk of this reading, 0 to 10.'),
    weight: f.share.describe('Its share of the dimension, 0 to 1.'),
    contribution: f.score.describe(
      'Points that this adds to the composite; 0 where there is none.',
    ),
    reason: f.text.describe('The reading as a sentence.'),
    source: f.text.describe('Where the reading comes from.'),
    asOf: f.dayOrNull.describe(
      'Day of the reading. Null when there is none, and for values that the methodology sets for a kind of protocol (source `methodology`): their version is in `methodology`.',
    ),
    basis: z
      .enum(BASES)
      .describe(
        '`measured`: read about this protocol. `category`: how often protocols of its kind lose funds. `missing`: not known, so it is assumed.',
      ),
    missing: z
      .enum(MISSING_REASONS)
      .nullable()
      .describe(
        'Why there is no reading. Null when there is one. `not-covered`: the source does not have it. `refused`: the source sent an implausible value. `upstream-failed`: the source could not be read. `stale`: the last good reading is too old. `not-in-sample`: only the bundled sample lacks it. `not-read-yet`: a later run will read it. `unmatched`: the source has entries that match no protocol, and one of them may belong to this one. `unconfirmed`: no two nodes of its chain say the same.',
      ),
    inherited: f.boolean.describe(
      'True when the reading comes from another protocol of the same family.',
    ),
    link: z
      .string()
      .regex(/^(https?:\/\/|\/[a-z])/)
      .nullable()
      .describe('Where to check the reading: a URL, or a path on this site.'),
  })
  .describe(
    'One signal of a dimension. A missing signal counts with a published prior, not as zero.',
  )

/** A minimum that currently applies: it raises a dimension above what the signals give. */
const floor = z
  .strictObject({
    id: f.text.describe('Name of the floor.'),
    risk: f.score.describe('Minimum risk, 0 to 10.'),
    contribution: f.score.describe(
      'Points of the composite that the floor adds; 0 where there is none.',
    ),
    reason: f.text.describe('Why the floor applies, as a sentence.'),
  })
  .describe(
    'A minimum that raises the risk. The contributions of floors and signals add up to the composite.',
  )

const dimensionMetadata = z
  .strictObject({
    score: f.scoreOrNull.describe(
      'Risk, 0 to 10; lower is safer. Null when it does not apply or is unknown.',
    ),
    signalsUsed: z.array(f.text).describe('Signals that were measured about this protocol.'),
    missing: z
      .array(f.text)
      .describe(
        'Signals that were not measured: the rate of its kind, or missing. `basis` of each signal says which.',
      ),
    status: z
      .enum(['scored', 'unknown', 'not-applicable'])
      .describe(
        'Whether the dimension was scored, and if not, why. `unknown`: the protocol has no score, so none of its dimensions has one.',
      ),
    assumed: f.boolean.describe(
      'True when too little of it was measured: the score is an assumption and no reason. False for a dimension without a score, and where a floor from what was read decides, such as a known loss.',
    ),
    reason: f.textOrNull.describe('Why there is no score, or why it is assumed, as a sentence.'),
    coverage: f.share.describe('Share of the weight whose signals were measured, 0 to 1.'),
    typical: f.share.describe('Share of the weight of the rate of its kind, 0 to 1.'),
    weight: f.share.describe(
      'Its share of the composite after redistribution, 0 to 1. 0 without a score: it has none.',
    ),
    contribution: f.score.describe(
      'Points that this adds to the composite. 0 without a score: it adds none.',
    ),
    signals: z.array(signal).describe('Every signal, with and without a value.'),
    floor: floor
      .nullable()
      .describe('The floor that raises this dimension. Null when none applies.'),
    trendSince: f.dayOrNull.describe(
      'Day of the snapshot that the trend of this dimension is compared with. Null when there is none; the trend is then 0 without meaning.',
    ),
  })
  .describe('How the score of one dimension is computed.')

/** The composite if everything missing were at the 10th or 90th percentile of its kind. */
export const scoreRange = z
  .strictObject({
    low: f.score.describe('The lower end, to one decimal.'),
    high: f.score.describe('The upper end, to one decimal.'),
  })
  .describe(
    'The composite if everything that was not read, of the protocol and of what it stands on, were at the 10th or 90th percentile of its kind. Both ends equal the composite when all was read.',
  )

/** Rank among the scored protocols of the category, by published composite. */
const categoryRank = z
  .strictObject({
    category: f.text.describe('The category.'),
    position: z
      .int()
      .min(1)
      .describe('Rank; 1 is the lowest risk, and equal composites share a rank.'),
    of: z.int().min(1).describe('Number of ranked protocols.'),
    tied: f.count.describe('Number of other protocols with the same rank.'),
  })
  .describe('Rank by composite among the protocols of one category that have one.')

const scoreChange = z
  .strictObject({
    signal: f.text.describe('Name of the signal.'),
    dimension: dimensionKey.describe('The dimension it belongs to.'),
    what: f.text.describe('The change, as the start of a sentence.'),
    composite: f.score.describe('The composite after the change, to one decimal.'),
    delta: z
      .number()
      .min(-10)
      .max(10)
      .describe('Change of the composite, to two decimals; negative is safer.'),
  })
  .describe('The composite if one signal changed and nothing else.')

const levelRate = z
  .strictObject({
    perYear: f.usd.describe('Losses for each protocol and year; 0.02 is 2 in 100.'),
    low: f.usd.describe('Lower end of the 95 % interval.'),
    high: f.usd.describe('Upper end of the 95 % interval.'),
    events: f.count.describe('Number of losses that were counted.'),
    years: f.usd.describe('Protocol-years at risk that they were counted over.'),
    levels: z
      .array(riskLevel)
      .describe(
        'The levels that were counted: this one, and those that are counted with it because the higher one lost no more often.',
      ),
    source: z
      .literal('development')
      .describe('`development`: the cohorts that the score was developed on.'),
  })
  .describe('How often protocols at this level lost funds in the back-test.')

export const scoreMetadata = z
  .strictObject({
    composite: z
      .strictObject({
        score: f.scoreOrNull,
        applicable_dimensions: z.array(dimensionKey),
        weights_used: z.partialRecord(dimensionKey, f.share),
        range: scoreRange.nullable(),
      })
      .describe('The composite in full precision, its weights, which sum to 1, and its range.'),
    rank: categoryRank
      .nullable()
      .describe(
        'Rank in the category. Null without a composite or a category, for what is not active, and while the TVL is more than 180 days old.',
      ),
    levelRate: levelRate
      .nullable()
      .describe(
        'Measured yearly rate of losses at this risk level. Null without a level, and when the back-test was not run with this version of the methodology.',
      ),
    changes: f
      .list(scoreChange, 3)
      .describe(
        'Single changes that would move the composite most: up to two that lower it, then up to one that raises it.',
      ),
    basis: z
      .strictObject({ measured: f.share, category: f.share, missing: f.share })
      .describe(
        'Shares of the weight of all dimensions that apply, by basis of the signals. They sum to 1.',
      ),
    missingCost: f.scoreOrNull.describe(
      'Points that missing signals add to the composite, counted with their priors. Null without a composite.',
    ),
    dimensions: z
      .strictObject({
        credit: dimensionMetadata,
        counterparty: dimensionMetadata,
        liquidity: dimensionMetadata,
        oracle: dimensionMetadata,
        smartContract: dimensionMetadata,
        liquidityTrap: dimensionMetadata,
      })
      .describe('How the score of each dimension is computed.'),
    eligibility: z
      .strictObject({
        label: z.enum(['Scored', 'Insufficient Data']),
        reasons: z.array(f.text),
      })
      .describe('`Scored`, or `Insufficient Data` with the reasons.'),
    methodology: f.text.describe('Version of the methodology.'),
    trendSince: f.dayOrNull.describe(
      'Day of the snapshot that trends are compared with, 23 to 45 days old and with the same methodology. Null without one.',
    ),
    scoreHistoryDetail: f
      .list(
        z
          .strictObject({
            day: f.day.describe('Day of the snapshot.'),
            methodology: f.text.describe('Version of the methodology.'),
          })
          .describe('Day and methodology of one entry of `scoreHistory`.'),
        12,
      )
      .describe(
        'Day and methodology of each entry of `scoreHistory`, in the same order. Scores of different versions are not comparable.',
      ),
  })
  .describe('How the score is computed. New keys may be added.')

export type ScoreMetadata = z.infer<typeof scoreMetadata>
