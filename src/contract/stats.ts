import * as z from 'zod'

const score = z.number().min(0).max(10)
const usd = z.number().min(0)
const instant = z.iso.datetime()
const day = z.iso.date()

/** Ecosystem aggregates. */
export const stats = z
  .strictObject({
    protocolCount: z.int().min(0).describe('Protocols in the registry.'),
    chainCount: z.int().min(0).describe('Distinct chains over all protocols.'),
    globalRiskIndex: score
      .nullable()
      .describe('Mean composite of the protocols that have one; lower is safer.'),
    globalRiskDelta7d: z
      .number()
      .min(-10)
      .max(10)
      .nullable()
      .describe(
        'Mean change of the scores over about 7 days under one methodology; positive is riskier. Null without an earlier snapshot.',
      ),
    globalRiskDelta7dSince: day
      .nullable()
      .describe(
        'Day of the snapshot that `globalRiskDelta7d` is compared with, 5 to 10 days old. Null without one.',
      ),
    totalTvlUsd: usd.nullable().describe('Sum of the latest TVL, in US dollars.'),
    olderTvlUsd: usd
      .nullable()
      .describe(
        'The part of `totalTvlUsd` whose day is more than a year before that of the snapshot. Null when `totalTvlUsd` is.',
      ),
    recentExploitsCount: z
      .int()
      .min(0)
      .describe(
        'Exploits in the 7 days up to `incidentsAsOf`; 0 when no incident list has been read.',
      ),
    incidentsAsOf: day
      .nullable()
      .describe('Day of the incident list; null when none has been read.'),
    updatedAt: instant.describe('When the snapshot was computed.'),
  })
  .describe('Aggregates over all protocols.')

/** `stats.json`, and the response of `GET /v1/stats`. */
export const statsDocument = z
  .strictObject({ success: z.literal(true), data: stats })
  .describe('Ecosystem aggregates.')

export type Stats = z.infer<typeof stats>
