import * as z from 'zod'
import developmentFile from '../../data/validation/development.json' with { type: 'json' }
import type { ScoreMetadata } from '../contract/score-metadata.ts'
import { RISK_LEVELS, type RiskLevel } from '../domain/risk-level.ts'

const losses = z.object({
  protocolYears: z.number(),
  any: z
    .object({ events: z.int(), value: z.number(), low: z.number(), high: z.number() })
    .nullable(),
})

/** The part of a back-test report that is read here; `src/backtest/report.ts` has the whole schema. */
const report = z.object({
  methodology: z.object({ version: z.string() }),
  universes: z
    .array(
      z.object({
        levelRates: z
          .array(
            losses.extend({
              level: z.enum(RISK_LEVELS),
              merged: losses.extend({ levels: z.array(z.enum(RISK_LEVELS)) }).nullable(),
            }),
          )
          .optional(),
      }),
    )
    .min(1),
})

export type RateReport = z.infer<typeof report>

const development: RateReport = report.parse(developmentFile)

/**
 * The measured yearly rate of losses of a level, from the first universe of a back-test report: protocols with a published score
 * and at least $100,000 TVL. Levels that are counted together have one rate. Null without a level or a rate, and when the report is of another version of the methodology.
 */
export function levelRate(
  level: RiskLevel | null,
  methodology: string,
  { methodology: measured, universes }: RateReport = development,
): ScoreMetadata['levelRate'] {
  if (measured.version !== methodology) return null
  const own = universes[0]?.levelRates?.find((row) => row.level === level)
  if (!own?.any) return null
  const { protocolYears: years, any, levels } = own.merged ?? { ...own, levels: [own.level] }
  if (!any) return null
  const { events, value: perYear, low, high } = any
  return { perYear, low, high, events, years, levels, source: 'development' }
}
