import * as z from 'zod'
import * as f from './fields.ts'

/** Ecosystem aggregates. */
export const stats = z
  .strictObject({
    protocolCount: f.count.describe('Protocols in the registry.'),
    chainCount: f.count.describe('Distinct chains over all protocols.'),
    globalRiskIndex: f.scoreOrNull.describe(
      'Mean composite of the protocols that have one; lower is safer.',
    ),
    globalRiskDelta7d: z
      .number()
      .min(-10)
      .max(10)
      .nullable()
      .describe(
        'Mean change of the scores over about 7 days under one methodology; positive is riskier. Null without an earlier snapshot.',
      ),
    globalRiskDelta7dSince: f.dayOrNull.describe(
      'Day of the snapshot that `globalRiskDelta7d` is compared with, 5 to 10 days old. Null without one.',
    ),
    totalTvlUsd: f.usdOrNull.describe('Sum of the latest TVL, in US dollars.'),
    olderTvlUsd: f.usdOrNull.describe(
      'The part of `totalTvlUsd` whose day is more than a year before that of the snapshot. Null when `totalTvlUsd` is.',
    ),
    recentExploitsCount: f.count.describe(
      'Exploits in the 7 days up to `incidentsAsOf`, with those that one reading has so far; 0 when no incident list has been read.',
    ),
    incidentsAsOf: f.dayOrNull.describe('Day of the incident list; null when none has been read.'),
    updatedAt: f.instant.describe('When the snapshot was computed.'),
  })
  .describe('Aggregates over all protocols.')

/** `stats.json`, and the response of `GET /v1/stats`. */
export const statsDocument = f.answer(stats).describe('Ecosystem aggregates.')

export type Stats = z.infer<typeof stats>
