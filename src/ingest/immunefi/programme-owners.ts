import * as z from 'zod'
import aliases from '../../../data/aliases/immunefi.json' with { type: 'json' }

const tableSchema = z
  .object({ $comment: z.string() })
  .catchall(
    z
      .object({
        ids: z.array(z.string().regex(/^\d+$/)),
        note: z.string().min(1).optional(),
      })
      .refine(
        ({ ids, note }) => ids.length > 0 || note,
        'needs ids, or a note that explains why it has none',
      ),
  )
  .transform(
    ({ $comment: _, ...rows }) =>
      new Map(Object.entries(rows).map(([programme, { ids }]) => [programme, ids])),
  )

/** DefiLlama ids by programme id; an empty list for a reviewed programme that covers no protocol. */
export type ProgrammeOwners = ReadonlyMap<string, readonly string[]>

/** The reviewed table in `data/aliases/immunefi.json`. */
export const PROGRAMME_OWNERS: ProgrammeOwners = tableSchema.parse(aliases)
