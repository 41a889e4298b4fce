import * as z from 'zod'
import { organisationHome, siteOf } from '../../domain/programme.ts'
import { hasOddCharacters, plainText } from '../defillama/text.ts'

/** Becomes part of an address. */
const id = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((text) => !hasOddCharacters(text))
const text = z.string().nullish().catch(null)

/** Longest text of a programme that is searched for its site. */
const MAX_OVERVIEW = 50_000

const assets = z
  .array(z.looseObject({ url: text, type: text }))
  .max(5_000)
  .nullish()
  .catch([])

/** A programme in any of the three known shapes: 2023, 2024 (with launch and end dates) and 2026 (`slug`, `maxBounty`, homes). */
export const programmeSchema = z
  .looseObject({
    id: id.optional(),
    slug: id.optional(),
    project: z
      .string()
      .max(200)
      .transform((name) => plainText(name, 200))
      .pipe(z.string()),
    maximum_reward: z.unknown().optional(),
    maxBounty: z.unknown().optional(),
    date: z.string().nullish(),
    launchDate: z.string().nullish(),
    endDate: z.string().nullish(),
    updatedDate: text,
    websiteUrl: text,
    githubUrl: text,
    programOverview: text,
    assets,
  })
  .transform((row, context) => {
    const key = row.id ?? row.slug
    if (key === undefined) {
      context.addIssue('A programme needs an id or a slug.')
      return z.NEVER
    }
    const web = (row.assets ?? []).filter(({ type }) => type === 'websites_and_applications')
    const sites = [
      row.websiteUrl,
      ...web.map(({ url }) => url),
      ...introduction(row.programOverview),
    ]
    const code = [row.githubUrl, ...(row.assets ?? []).map(({ url }) => url)]
    return {
      id: key,
      project: row.project,
      reward: row.maximum_reward ?? row.maxBounty,
      launched: row.launchDate ?? row.date ?? null,
      ended: row.endDate ?? null,
      updated: row.updatedDate ?? null,
      homes: [...new Set([...sites.map(siteOf), ...code.map(organisationOf)])].filter(
        (home) => home !== null,
      ),
    }
  })

export const programmeListSchema = z.array(z.unknown())

export type ParsedProgramme = z.infer<typeof programmeSchema>

/** URLs after "for more information about", where Immunefi's template puts the project's own site. */
function introduction(overview: string | null | undefined): string[] {
  const line = /for more information about[^\n]{0,500}/i.exec(
    overview?.slice(0, MAX_OVERVIEW) ?? '',
  )
  return line?.[0].match(/https?:\/\/[^\s()[\]<>,"]+/g) ?? []
}

function organisationOf(url: string | null | undefined): string | null {
  const name = /^https?:\/\/(?:www\.)?github\.com\/([A-Za-z0-9-]{1,39})(?:[/?#]|$)/.exec(url ?? '')
  return name?.[1] === undefined ? null : organisationHome(name[1])
}
