import * as z from 'zod'
import aliases from '../../../data/aliases/immunefi.json' with { type: 'json' }

const tableSchema = z
  .object({ $comment: z.string() })
  .catchall(
    z.object({
      ids: z.array(z.string().regex(/^\d+$/)).min(1),
      note: z.string().min(1).optional(),
    }),
  )
  .transform(
    ({ $comment: _, ...rows }) =>
      new Map(Object.entries(rows).map(([programme, { ids }]) => [programme, ids])),
  )

/** Programme id to the DefiLlama ids that it covers. */
export type AliasTable = ReadonlyMap<string, readonly string[]>

/** The reviewed table in `data/aliases/immunefi.json`. */
export const ALIASES: AliasTable = tableSchema.parse(aliases)
