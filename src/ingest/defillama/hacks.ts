import type { Upstreams } from '../../config/ingest.ts'
import type { Day } from '../../domain/day.ts'
import type { Incident } from '../../domain/protocol.ts'
import type { Source } from '../source.ts'
import { HACK_FIELDS, mapHacks, mapPageHacks } from './hacks-map.ts'
import { INCIDENT_OWNERS } from './incident-owners.ts'

const ID = 'defillama-hacks'

/** Incidents: thefts and losses with day, amount and, if upstream or our owner table names it, protocol. */
export function defillamaHacks(
  upstreams: Upstreams,
  owners: ReadonlyMap<string, string> = INCIDENT_OWNERS,
): Source {
  return {
    id: ID,
    fields: HACK_FIELDS,
    async read(context) {
      const body = await context.readJson({
        label: 'DefiLlama /hacks',
        url: upstreams.hacks,
        recordAs: 'api.llama.fi/hacks.json',
        maxBytes: 16_000_000,
      })
      return mapHacks(body, { asOf: context.asOf, source: ID, owners })
    },
  }
}

/** The incidents on the page of a protocol; null when the page has no list. */
export function mapPageIncidents(body: unknown, protocolId: string, asOf: Day): Incident[] | null {
  return mapPageHacks(body, protocolId, { asOf, source: ID, owners: INCIDENT_OWNERS })
}
