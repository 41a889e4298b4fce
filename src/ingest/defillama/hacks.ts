import type { Upstreams } from '../../config.ts'
import type { Source } from '../source.ts'
import { HACK_FIELDS, mapHacks } from './hacks-map.ts'
import { incidentAliases } from './incident-aliases.ts'

const ID = 'defillama-hacks'

/** Incidents: thefts and losses with their day, amount and, where upstream or our alias table names it, protocol. */
export function defillamaHacks(
  upstreams: Upstreams,
  aliases: ReadonlyMap<string, string> = incidentAliases,
): Source {
  return {
    id: ID,
    title: 'DefiLlama hacks',
    homepage: 'https://defillama.com/hacks',
    maxAgeDays: 30,
    fields: HACK_FIELDS,
    async read(context) {
      const body = await context.readJson({
        label: 'DefiLlama /hacks',
        url: upstreams.hacks,
        recordAs: 'api.llama.fi/hacks.json',
        maxBytes: 16_000_000,
      })
      return mapHacks(body, { asOf: context.asOf, source: ID, aliases })
    },
  }
}
