import type { Upstreams } from '../../config.ts'
import type { Source } from '../source.ts'
import { ALIASES, type AliasTable } from './aliases.ts'
import { bountyBatch } from './map.ts'

/** Bug bounty programmes from the public mirror of Immunefi's list. Throws `UPSTREAM_…`. */
export function immunefi(upstreams: Upstreams, aliases: AliasTable = ALIASES): Source {
  return {
    id: 'immunefi',
    title: 'Immunefi bug bounty programmes',
    homepage: 'https://immunefi.com/bug-bounty/',
    maxAgeDays: 30,
    async read(context) {
      const body = await context.readJson({
        label: 'the Immunefi programme list',
        url: `${upstreams.immunefi}/projects.json`,
        recordAs: 'immunefi/projects.json',
        maxBytes: 16_000_000,
      })
      return bountyBatch(body, aliases, context.asOf)
    },
  }
}
