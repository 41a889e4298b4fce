import * as z from 'zod'
import { RISK_LEVELS } from '../domain/risk-level.ts'

/** Use this one schema for every risk level, so that the OpenAPI documents refer to it by name. */
export const riskLevel = z
  .enum(RISK_LEVELS)
  .describe(
    'Risk level of a composite, rounded half up to one decimal: `very-low` to 1.5, `low` to 3.0, `moderate` to 4.5, `elevated` to 6.0, `high` above.',
  )
