import * as z from 'zod'
import { DIMENSIONS } from '../domain/dimension.ts'
import { MISSING_REASONS } from '../domain/reading.ts'

const score = z.number().min(0).max(10)
const share = z.number().min(0).max(1)
const day = z.iso.date()
const text = z.string()
const dimensionKey = z.enum(DIMENSIONS)

const dimension = z
  .strictObject({
    score: score
      .nullable()
      .describe('Risk, 0 to 10; lower is safer. Null when it does not apply or is not known.'),
    trend: z
      .number()
      .min(-10)
      .max(10)
      .describe(
        'Change over about 30 days under one methodology; positive is riskier. 0 also without an earlier score: then `trendSince` in `scoreMetadata` is null.',
      ),
    label: text.describe('Name to display.'),
    desc: text.describe('What the dimension measures.'),
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
    id: text.describe('Name of the signal.'),
    value: z.number().nullable().describe('The reading. Null when missing.'),
    risk: score.describe('Risk of this reading, 0 to 10.'),
    weight: share.describe('Its share of the dimension, 0 to 1.'),
    contribution: score.describe('Points of the composite that come from here.'),
    reason: text.describe('The reading in a sentence.'),
    source: text.describe('Where the reading comes from.'),
    asOf: day
      .nullable()
      .describe(
        'The day of the reading. Null when there is none, and for what the methodology itself says of a kind of protocol (source `methodology`): that has the version in `methodology`.',
      ),
    missing: z
      .enum(MISSING_REASONS)
      .nullable()
      .describe(
        'Why there is no reading. Null when there is one. `not-covered`: the source answered and does not carry it. `refused`: it sent something not believed. `upstream-failed`: it could not be read. `stale`: the last good reading is past its limit. `not-in-sample`: only the bundled sample leaves it out. `not-read-yet`: a later run asks for it. `unmatched`: the source has entries tied to no protocol, and one may be this.',
      ),
    inherited: z
      .boolean()
      .describe('True when the reading is that of another protocol of the family.'),
    link: z
      .string()
      .regex(/^(https?:\/\/|\/[a-z])/)
      .nullable()
      .describe('Where a reader can check the reading: an address, or a path of this site.'),
  })
  .describe('One signal of a dimension. A missing one counts at a published prior, not at zero.')

/** An override that acts: the dimension may not be lower, whatever its signals say. */
const floor = z
  .strictObject({
    id: text.describe('Name of the floor.'),
    risk: score.describe('The least risk of the dimension, 0 to 10.'),
    contribution: score.describe('Points of the composite that the floor adds.'),
    reason: text.describe('Why it acts, in a sentence.'),
  })
  .describe(
    'An override that acts: the dimension may not be lower. What it adds and what the signals add make up the contribution of the dimension.',
  )

const dimensionMetadata = z
  .strictObject({
    score: score
      .nullable()
      .describe('Risk, 0 to 10; lower is safer. Null when it does not apply or is not known.'),
    signalsUsed: z.array(text).describe('Signals that had a value.'),
    missing: z.array(text).describe('Signals that had none.'),
    status: z
      .enum(['scored', 'unknown', 'not-applicable'])
      .describe('Whether the dimension was scored, and if not, why.'),
    reason: text.nullable().describe('Why there is no score, in a sentence.'),
    coverage: share.describe('Share of the weight whose signals had a value, 0 to 1.'),
    weight: share.describe('Its share of the composite after redistribution, 0 to 1.'),
    contribution: score.describe('Points of the composite that come from here.'),
    signals: z.array(signal).describe('Every signal, with and without a value.'),
    floor: floor.nullable().describe('The floor that lifts this dimension. Null when none acts.'),
    trendSince: day
      .nullable()
      .describe(
        'The day of the snapshot that the trend of this dimension compares with. Null when there is none, and the trend of 0 says nothing.',
      ),
  })
  .describe('How the score of one dimension came about.')

/** Where the composite would lie if what is missing were at the 10th or 90th percentile of its kind. */
const scoreRange = z
  .strictObject({
    low: score.describe('The lower end, to one decimal.'),
    high: score.describe('The upper end, to one decimal.'),
  })
  .describe(
    'Where the composite would lie if all that is missing were as good as the best tenth of its kind, or as bad as the worst. Both ends equal the composite when nothing is missing.',
  )

/** Place among the scored protocols of the category, by published composite; 1 is the lowest risk, and equals share a place. */
const categoryRank = z
  .strictObject({
    category: text.describe('The category.'),
    position: z
      .int()
      .min(1)
      .describe('The place; 1 is the lowest risk, and equal composites share a place.'),
    of: z.int().min(1).describe('How many protocols are ranked.'),
    tied: z.int().min(0).describe('How many others share the place.'),
  })
  .describe('A place among the protocols of one category that have a composite, by that composite.')

const scoreChange = z
  .strictObject({
    signal: text.describe('Name of the signal.'),
    dimension: dimensionKey.describe('The dimension it belongs to.'),
    what: text.describe('What would have to happen, as the start of a sentence.'),
    composite: score.describe('The composite after it, to one decimal.'),
    delta: z
      .number()
      .min(-10)
      .max(10)
      .describe('Change of the composite, to two decimals; negative is safer.'),
  })
  .describe('What the composite would be if one signal read otherwise and nothing else changed.')

export const scoreMetadata = z
  .strictObject({
    composite: z
      .strictObject({
        score: score.nullable(),
        applicable_dimensions: z.array(dimensionKey),
        weights_used: z.partialRecord(dimensionKey, share),
        range: scoreRange.nullable(),
      })
      .describe(
        'The composite in full precision, the weights behind it, which sum to 1, and its range.',
      ),
    rank: categoryRank
      .nullable()
      .describe('Its place in its category. Null without a composite or without a category.'),
    changes: z
      .array(scoreChange)
      .max(3)
      .describe(
        'Changes that would move the composite most, each alone: up to two that lower it, then up to one that raises it.',
      ),
    missingCost: score
      .nullable()
      .describe(
        'Points of the composite that come from missing signals, counted at their priors. Null without a composite.',
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
      .describe('The same for each dimension.'),
    eligibility: z
      .strictObject({
        label: z.enum(['Scored', 'Insufficient Data']),
        reasons: z.array(text),
      })
      .describe('`Scored`, or `Insufficient Data` with the reasons.'),
    methodology: text.describe('Version of the methodology.'),
    trendSince: day
      .nullable()
      .describe(
        'The day of the snapshot that trends compare with, 23 to 45 days old and of the same methodology. Null without one.',
      ),
    scoreHistoryDetail: z
      .array(
        z
          .strictObject({
            day: day.describe('The day of the snapshot.'),
            methodology: text.describe('Version of the methodology.'),
          })
          .describe('What stands behind one entry of a score history.'),
      )
      .max(12)
      .describe(
        'Day and methodology of each entry of `scoreHistory`, in its order. Scores of two versions are not alike.',
      ),
  })
  .describe('How the score came about. Keys may be added.')
