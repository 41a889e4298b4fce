import * as z from 'zod'
import { hasOddCharacters } from './text.ts'

const text = z.string().nullish()
const number = z.number().nullish()
const flag = z.boolean().nullish()
const texts = z.array(z.string()).nullish()
const idText = z.union([z.string(), z.number()]).transform(String)

function isAmountByKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((amount) => amount === null || typeof amount === 'number')
}

/** One row of `GET /protocols`, 2023 to 2026. Fields that we do not read are ignored. */
export const rowSchema = z.object({
  id: idText.pipe(z.string().regex(/^(?:0|[1-9]\d{0,14})$/)),
  slug: z
    .string()
    .min(1)
    .max(200)
    // A slug is an identity and part of URLs: with hidden characters it could look like another one.
    .refine((slug) => !hasOddCharacters(slug) && slug.trim() !== '' && !/^\.\.?$/.test(slug)),
  name: z.string().regex(/\S/),
  category: text,
  address: text,
  symbol: text,
  url: text,
  logo: text,
  description: text,
  twitter: text,
  github: texts,
  audits: z.union([z.string(), z.number()]).nullish(),
  audit_links: texts,
  chains: texts,
  tvl: number,
  // One check instead of a schema for every amount: this field has most of the list's numbers.
  chainTvls: z.custom<Record<string, number | null>>(isAmountByKey).nullish(),
  change_7d: number,
  oracles: texts,
  oraclesBreakdown: z
    .array(
      z.object({
        name: z.string(),
        type: text,
        proof: texts,
        startDate: z.union([z.string(), z.number()]).nullish(),
        endDate: z.union([z.string(), z.number()]).nullish(),
      }),
    )
    .nullish(),
  forkedFrom: z.array(idText).nullish(),
  /** The successor of `forkedFrom`, since 2026. */
  forkedFromIds: z.array(idText).nullish(),
  governanceID: texts,
  listedAt: number,
  // Read one by one: an invalid entry is skipped.
  hallmarks: z.array(z.unknown()).nullish(),
  warningBanners: z.array(z.unknown()).nullish(),
  deadFrom: z.union([z.string(), z.number()]).nullish(),
  deadUrl: flag,
  rugged: flag,
  deprecated: flag,
  parentProtocol: text,
  parentProtocolSlug: text,
  module: text,
})

export type UpstreamProtocol = z.infer<typeof rowSchema>

const IDENTITY: ReadonlySet<string> = new Set(['id', 'slug', 'name'])

type ParsedRow =
  | { valid: true; row: UpstreamProtocol; unexpected: ReadonlyMap<string, unknown> }
  | { valid: false }

const NOTHING: ReadonlyMap<string, unknown> = new Map()

/**
 * Reads one row. It is invalid without a valid id, slug and name. Any other field with an unexpected shape is left out of
 * the row and listed in `unexpected`, so that it does not drop the protocol.
 */
export function parseProtocolRow(raw: unknown): ParsedRow {
  const first = rowSchema.safeParse(raw)
  if (first.success) return { valid: true, row: first.data, unexpected: NOTHING }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { valid: false }
  const rest: Record<string, unknown> = { ...raw }
  const unexpected = new Map<string, unknown>()
  for (const { path } of first.error.issues) {
    const field = String(path[0])
    if (IDENTITY.has(field)) return { valid: false }
    unexpected.set(field, rest[field] ?? unexpected.get(field))
    delete rest[field]
  }
  const second = rowSchema.safeParse(rest)
  return second.success ? { valid: true, row: second.data, unexpected } : { valid: false }
}
