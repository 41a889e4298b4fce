import * as z from 'zod'
import * as f from './fields.ts'
import { retirement } from './retired.ts'
import { riskLevel } from './risk-level.ts'
import { scoreRange } from './score-metadata.ts'

const eachDimension = <T extends z.ZodType>(value: T) =>
  z.strictObject({
    credit: value,
    counterparty: value,
    liquidity: value,
    oracle: value,
    smartContract: value,
    liquidityTrap: value,
  })

/**
 * `history/{file}.json`: the published scores of one protocol by column, which takes a quarter of the bytes of rows. The i-th value
 * of each column belongs to `days[i]`.
 */
export const historyColumns = z.strictObject({
  id: f.text,
  name: f.text,
  retired: retirement.nullable(),
  /** Ascending: the days of the snapshots that had the protocol. */
  days: z.array(f.day),
  /** The version of the methodology from each of these days on, ascending. */
  methodologies: z.array(z.strictObject({ version: f.text, from: f.day })),
  /** As published, to one decimal; null without enough data. */
  composite: z.array(f.scoreOrNull),
  /** Bounds of the composite to one decimal; null without a composite, and where a past score has none on record. */
  range: z.strictObject({ low: z.array(f.scoreOrNull), high: z.array(f.scoreOrNull) }),
  /** As published, to one decimal. */
  dimensions: eachDimension(z.array(f.scoreOrNull)),
  /** In whole dollars. */
  tvlUsd: z.array(f.usdOrNull),
  /** Day of the TVL where it is not that of the snapshot, else null; left out when all are. */
  tvlAsOf: z.array(f.dayOrNull).optional(),
  /** The first day whose scores were published on it; those before were computed afterwards. Left out where all were published. */
  publishedFrom: f.day.optional(),
  /** Places in `days` at which another score or level was announced, ascending. Left out by earlier versions. */
  announced: z.array(f.count).optional(),
})

const historyPoint = z
  .strictObject({
    day: f.day.describe('Day of the snapshot.'),
    methodology: f.text.describe(
      'Version of the methodology. Scores of different versions are not comparable.',
    ),
    composite: f.scoreOrNull.describe('Composite risk as published. Null without enough data.'),
    riskLevel: riskLevel.nullable().describe('Risk level of the composite. Null without one.'),
    range: scoreRange
      .nullable()
      .describe(
        'The bounds of the composite on that day. Null without a composite, and for scores from before bounds were kept.',
      ),
    dimensions: eachDimension(f.scoreOrNull)
      .nullable()
      .describe('Scores of the dimensions as published. Null without a composite.'),
    tvlUsd: f.usdOrNull.describe(
      'Total value locked in the snapshot, in whole US dollars. Null when unknown.',
    ),
    basis: z
      .literal('back-tested')
      .optional()
      .describe(
        'Only where the score was not published on its day: it was computed afterwards, from what was known on it. So are the earlier days of a sample.',
      ),
    tvlAsOf: f.day
      .optional()
      .describe(
        'Day of `tvlUsd`, where it is not `day`. Not on record for snapshots of earlier versions.',
      ),
  })
  .describe('The published scores of one day.')

/** The response of `GET /v1/protocols/{id}/history`. */
export const historyDocument = f
  .answer(
    z
      .strictObject({
        id: f.text.describe("The protocol's identifier: its current slug."),
        name: f.text.describe('The display name.'),
        retired: retirement.nullable().describe('Null while the protocol is listed.'),
        total: f.count.optional().describe('Points without `since` and `limit`.'),
        points: z
          .array(historyPoint)
          .describe('One for each published snapshot that had the protocol, oldest first.'),
      })
      .describe('The published scores of one protocol over time.'),
  )
  .describe('The history of one protocol.')

export type HistoryColumns = z.infer<typeof historyColumns>
export type HistoryDocument = z.infer<typeof historyDocument>
export type ProtocolHistory = HistoryDocument['data']
