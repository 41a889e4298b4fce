import * as z from 'zod'
import { plainText } from '../defillama/text.ts'

/** `-` where the review gives no grade. */
const grade = z.enum(['L', 'M', 'H', '-']).transform((text) => (text === '-' ? null : text))

/** Letters are not stages: other (`O`), and infrastructure with its own scale. `R`, a review in progress, is refused. */
const stage = z
  .union([z.literal([0, 1, 2]), z.enum(['O', 'I0', 'I1', 'I2'])])
  .transform((value) => (typeof value === 'number' ? value : null))

/** DeFiScan gives infrastructure that DefiLlama does not list an empty slug. */
const slugs = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((given) => {
    const texts = typeof given === 'string' ? [given] : (given ?? [])
    return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
  })

/** A table in the text of a review: its header and its rows, cell by cell. */
const table = z.object({ header: z.array(z.string()), rows: z.array(z.array(z.string())) })

export type ReviewTable = z.infer<typeof table>

/** `data.json` of a protocol's folder. */
const protocolSchema = z.looseObject({ defillama_slug: slugs })

/** A review joined with its protocol's `data.json`, as `mapReview` reads it. */
export const reviewSchema = z.looseObject({
  /** Path in the repository; its last two parts name the page of the review. */
  file: z.string().regex(/(^|\/)[^/]+\/[^/]+\.md$/),
  data: protocolSchema,
  chain: z
    .string()
    .max(100)
    .transform((name) => plainText(name, 100))
    .pipe(z.string()),
  stage,
  /** Chain, upgradeability, autonomy, exit window, accessibility. */
  risks: z.tuple([grade, grade, grade, grade, grade]),
  publish_date: z.string().nullish(),
  update_date: z.string().nullish(),
  /** The tables of the text. An invalid value counts as no tables and does not refuse the review. */
  multisigs: z.array(table).catch([]),
})

export type ParsedReview = z.infer<typeof reviewSchema>
