import * as z from 'zod'
import * as f from './fields.ts'

/** Sanctioned addresses by asset, from the newest good list. */
export const sanctionList = z.strictObject({
  source: f.text,
  asOf: f.dayOrNull,
  byAsset: z.record(f.text, z.array(f.text)),
})
