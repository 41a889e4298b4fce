import type { Upstreams } from '../../config/ingest.ts'
import { type Day, UNDATED } from '../../domain/day.ts'
import { SOURCES } from '../../domain/sources.ts'
import { copyDay, dayNotes } from '../github-commit.ts'
import type { Source, SourceContext } from '../source.ts'
import { programmeBatch } from './map.ts'
import { PROGRAMME_OWNERS, type ProgrammeOwners } from './programme-owners.ts'

const ID = 'immunefi'
const LIST = 'projects.json'

/** Bug bounty programmes from the public mirror of Immunefi's list, dated by the mirror's last change. Throws `UPSTREAM_…`. */
export function immunefi(upstreams: Upstreams, owners: ProgrammeOwners = PROGRAMME_OWNERS): Source {
  return {
    id: ID,
    async read(context) {
      const body = await context.readJson({
        label: 'the Immunefi programme list',
        url: `${upstreams.immunefi}/${LIST}`,
        recordAs: `${ID}/${LIST}`,
        maxBytes: 16_000_000,
      })
      const { newestRow, ...batch } = programmeBatch(body, owners, context.asOf)
      const asOf = await listDay(upstreams, context, newestRow)
      return { ...batch, asOf, notes: dayNotes(asOf, context.asOf, SOURCES[ID].maxAgeDays) }
    },
  }
}

/** The day of the newest commit when the mirror is on GitHub, else the newest day in the rows. */
async function listDay(
  upstreams: Upstreams,
  context: SourceContext,
  newestRow: Day | null,
): Promise<Day> {
  const { immunefi: mirror, githubRaw } = upstreams
  const below = mirror.startsWith(`${githubRaw}/`) ? mirror.slice(githubRaw.length + 1) : ''
  const [owner, name, ref, ...folder] = below.split('/')
  if (!owner || !name || !ref) return newestRow ?? UNDATED
  const path = [...folder, LIST].join('/')
  const place = { repo: `${owner}/${name}`, ref, path, recordAs: ID }
  return copyDay(upstreams, place, context, newestRow)
}
