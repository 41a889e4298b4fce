import * as z from 'zod'
import { methodologyHash } from '../contract/hash.ts'
import { usage } from '../domain/errors.ts'
import { knownOn } from './kind-rates.ts'
import type { Prepared } from './prepare.ts'
import { rankedProtocols } from './rows.ts'
import { IN_FORCE, scoreCohort, type Variant } from './score-cohort.ts'

const column = z.record(z.string().regex(/^[1-9]\d{0,14}$/), z.number().min(0).max(10))

const compositesSchema = z.strictObject({
  format: z.literal(1),
  methodology: z.strictObject({ version: z.string(), sha256: z.string() }),
  /** Only protocols of at least this size are listed. */
  minimumTvlUsd: z.number().nonnegative(),
  /** By day, then by protocol id. Without a published score: the mean of the scored dimensions. */
  cohorts: z.record(
    z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    z.strictObject({ published: column, unpublished: column }),
  ),
})

/** The composites that one methodology gives to the protocols of some cohorts, to six decimals. */
export type Composites = z.infer<typeof compositesSchema>

/** Six decimals, as scores are kept. Two would tie protocols of one activity and move an AUC within activities by 0.001. */
const PER_POINT = 1e6

/** The composites of every protocol with a size of at least `minimumTvlUsd`, whether it was exploited or not. */
export function compositesOf(
  { cohorts, options }: Prepared,
  minimumTvlUsd: number,
  variant: Variant = IN_FORCE,
): Composites {
  const { method } = variant
  const byCohort = cohorts.map(({ loaded, sizes }) => {
    const columns = { published: {}, unpublished: {} } as Composites['cohorts'][string]
    const known = knownOn(loaded.place.day, variant, options.watched)
    for (const protocol of rankedProtocols(scoreCohort(loaded, known), sizes)) {
      const { record, composite, sizeUsd, isPublished } = protocol
      if (composite === null || sizeUsd === null || sizeUsd < minimumTvlUsd) continue
      const own = isPublished ? columns.published : columns.unpublished
      own[record.id] = Math.round(composite * PER_POINT) / PER_POINT
    }
    return [loaded.place.day, columns] as const
  })
  return {
    format: 1,
    methodology: { version: method.version, sha256: methodologyHash(method) },
    minimumTvlUsd,
    cohorts: Object.fromEntries(byCohort),
  }
}

/** A file of composites. Throws `USAGE` when the body is not one. */
export function parseComposites(body: unknown, label: string): Composites {
  const parsed = compositesSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw usage(
    `${label} is not a file of composites as --scores-out writes it: ${issue?.path.join('.') || 'the whole file'}: ${issue?.message}.`,
  )
}
