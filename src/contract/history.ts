import * as z from 'zod'
import { retirement } from './retired.ts'
import { riskLevel } from './risk-level.ts'
import { scoreRange } from './score-metadata.ts'

const score = z.number().min(0).max(10)
const usd = z.number().min(0)
const day = z.iso.date()
const text = z.string()

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
  id: text,
  name: text,
  retired: retirement.nullable(),
  /** Ascending: the days of the snapshots that had the protocol. */
  days: z.array(day),
  /** The version of the methodology from each of these days on, ascending. */
  methodologies: z.array(z.strictObject({ version: text, from: day })),
  /** As published, to one decimal; null without enough data. */
  composite: z.array(score.nullable()),
  /** Bounds of the composite to one decimal; null without a composite, and where a past score has none on record. */
  range: z.strictObject({ low: z.array(score.nullable()), high: z.array(score.nullable()) }),
  /** As published, to one decimal. */
  dimensions: eachDimension(z.array(score.nullable())),
  /** In whole dollars. */
  tvlUsd: z.array(usd.nullable()),
  /** Places in `days` at which another score or level was announced, ascending. Left out by earlier versions. */
  announced: z.array(z.int().nonnegative()).optional(),
})

const historyPoint = z
  .strictObject({
    day: day.describe('Day of the snapshot.'),
    methodology: text.describe(
      'Version of the methodology. Scores of different versions are not comparable.',
    ),
    composite: score.nullable().describe('Composite risk as published. Null without enough data.'),
    riskLevel: riskLevel.nullable().describe('Risk level of the composite. Null without one.'),
    range: scoreRange
      .nullable()
      .describe(
        'The bounds of the composite on that day. Null without a composite, and for scores from before bounds were kept.',
      ),
    dimensions: eachDimension(score.nullable())
      .nullable()
      .describe('Scores of the dimensions as published. Null without a composite.'),
    tvlUsd: usd
      .nullable()
      .describe('Total value locked in the snapshot, in whole US dollars. Null when unknown.'),
  })
  .describe('The published scores of one day.')

/** The response of `GET /v1/protocols/{id}/history`. */
export const historyDocument = z
  .strictObject({
    success: z.literal(true),
    data: z
      .strictObject({
        id: text.describe("The protocol's identifier: its current slug."),
        name: text.describe('The display name.'),
        retired: retirement.nullable().describe('Null while the protocol is listed.'),
        total: z.int().min(0).optional().describe('Points without `since` and `limit`.'),
        points: z
          .array(historyPoint)
          .describe('One for each published snapshot that had the protocol, oldest first.'),
      })
      .describe('The published scores of one protocol over time.'),
  })
  .describe('The history of one protocol.')

export type HistoryColumns = z.infer<typeof historyColumns>
export type HistoryDocument = z.infer<typeof historyDocument>
export type ProtocolHistory = HistoryDocument['data']
