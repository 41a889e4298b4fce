import type { Day } from '../domain/day.ts'
import { usage } from '../domain/errors.ts'
import { sumTvl } from '../domain/protocol.ts'
import type { ProtocolRecord, Universe } from '../domain/record.ts'
import { mapProtocols } from '../ingest/defillama/protocols-map.ts'
import { type CohortPlace, readRegistry } from './cohort.ts'
import type { LabelIncident } from './incident-list.ts'
import { labelsOf, within } from './labels.ts'

/** TVL of a later day. It selects the comparison rows of a registry without TVL; no score reads it. */
export interface LaterSizes {
  name: string
  day: Day
  tvl: ReadonlyMap<string, number>
}

/** The TVL of a recording by protocol id, dead rows too. Throws `USAGE` when it cannot be read. */
export function readSizes(place: CohortPlace): LaterSizes {
  if (place.kind === 'registry') {
    throw usage(`--sizes: the registry ${place.name} has no TVL; give a recording.`)
  }
  const { protocols } = mapProtocols(readRegistry(place), { asOf: place.day, source: 'sizes' })
  return { name: place.name, day: place.day, tvl: tvlById(protocols ?? []) }
}

/** Users' funds in US dollars by protocol id; a protocol whose TVL is missing is not in it. */
export function tvlById(rows: readonly Pick<ProtocolRecord, 'id' | 'tvl'>[]): Map<string, number> {
  return new Map(
    rows.flatMap(({ id, tvl }) => (tvl.known ? [[id, sumTvl(tvl.value)] as const] : [])),
  )
}

/**
 * The size of each protocol on the cohort's day, reconstructed as later TVL plus what was stolen in between; without the
 * latter, protocols that an exploit ended would have no size.
 */
export function reconstructSizes(
  later: LaterSizes,
  incidents: readonly LabelIncident[],
  universe: Universe,
  lastId: number,
  aliases: ReadonlyMap<string, string>,
): Map<string, number> {
  const sizes = new Map(later.tvl)
  const between = within(incidents, { after: universe.asOf, to: later.day })
  const { events } = labelsOf(between, { universe, lastId, sizes: later.tvl, aliases })
  for (const [id, { lossUsd }] of events) {
    if (lossUsd !== null) sizes.set(id, (sizes.get(id) ?? 0) + lossUsd)
  }
  return sizes
}
