import * as z from 'zod'

const id = z.string().trim().min(1).max(100)

/** A programme of any of the three shapes seen: 2023, 2024 (with dates of launch and end) and 2026 (`slug`, `maxBounty`). */
export const programmeSchema = z
  .looseObject({
    id: id.optional(),
    slug: id.optional(),
    project: z.string().trim().min(1).max(200),
    maximum_reward: z.unknown().optional(),
    maxBounty: z.unknown().optional(),
    date: z.string().nullish(),
    launchDate: z.string().nullish(),
    endDate: z.string().nullish(),
  })
  .transform((row, context) => {
    const key = row.id ?? row.slug
    if (key === undefined) {
      context.addIssue('A programme needs an id or a slug.')
      return z.NEVER
    }
    return {
      id: key,
      project: row.project,
      reward: row.maximum_reward ?? row.maxBounty,
      launched: row.launchDate ?? row.date ?? null,
      ended: row.endDate ?? null,
    }
  })

export const programmeListSchema = z.array(z.unknown())

export type Programme = z.infer<typeof programmeSchema>
