import * as z from 'zod'

const day = z.iso.date()
const text = z.string()

/** Sanctioned addresses by asset, from the newest good list. */
export const sanctionList = z.strictObject({
  source: text,
  asOf: day.nullable(),
  byAsset: z.record(text, z.array(text)),
})
