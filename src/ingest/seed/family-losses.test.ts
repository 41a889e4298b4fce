import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { known } from '../../domain/reading.ts'
import type { Universe } from '../../domain/record.ts'
import { RECORDINGS, seedUniverse } from '../../score/fixtures/recorded.ts'
import { METHODOLOGY } from '../../score/methodology.ts'
import { subjectsOf } from '../../score/subject.ts'
import { mapHacks } from '../defillama/hacks-map.ts'
import { INCIDENT_OWNERS } from '../defillama/incident-owners.ts'
import { mapProtocols } from '../defillama/protocols-map.ts'

// The sample says how many losses a protocol, its family and the origin of its code had. Zero is a statement too.

const LISTS = [
  'incidents/hacks_to_2024-06-30.json',
  '2026-10-04/incidents_2024-07-01_to_2026-09-04.json',
]
const REGISTRIES = {
  '2024-03-11': 'api.llama.fi/protocols.json',
  '2026-10-04': 'protocols.top.json',
}

/** Losses of which the recorded list is not the source: `data/seed/SOURCES.md`. */
const ELSEWHERE = ['2025-03-01-hegic-old-contract', '2025-07-08-peapods-finance']

test.skipIf(!existsSync(RECORDINGS))(
  'the sample has as many losses of each protocol, its family and the origin of its code as the recorded list',
  async () => {
    const sample = await seedUniverse()
    expect(countLosses(sample)).toEqual(countLosses(withRecordedLosses(sample)))
  },
)

function countLosses(universe: Universe): Record<string, number[]> {
  return Object.fromEntries(
    subjectsOf(universe, METHODOLOGY).map(({ record, ownIncidents, familyLosses, forkSources }) => [
      record.slug,
      [
        lengthOf(ownIncidents),
        lengthOf(familyLosses),
        forkSources.known ? forkSources.value.flatMap(({ incidents }) => incidents).length : 0,
      ],
    ]),
  )
}

const lengthOf = (reading: { known: true; value: unknown[] } | { known: false }) =>
  reading.known ? reading.value.length : Number.NaN

/** The sample with the incidents of the recorded lists, and every protocol that the recorded registries have beside its own. */
function withRecordedLosses(sample: Universe): Universe {
  if (!sample.incidents.known) throw new Error('the sample has no incidents')
  const { value, asOf } = sample.incidents
  const options = { asOf, source: 'test', owners: INCIDENT_OWNERS }
  const listed = LISTS.flatMap((file) => mapHacks(recorded(file), options).incidents ?? [])
  const own = value.filter(({ id }) => ELSEWHERE.includes(id))
  const rows = Object.entries(REGISTRIES).flatMap(
    ([day, file]) =>
      mapProtocols(recorded(`${day}/${file}`), { asOf: day, source: 'test' }).protocols ?? [],
  )
  const others = new Map(rows.map((row) => [row.id, row]))
  for (const { id } of sample.registry) others.delete(id)
  return {
    ...sample,
    incidents: known([...listed, ...own], asOf, 'test'),
    registry: [...sample.registry, ...others.values()],
  }
}

function recorded(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, RECORDINGS), 'utf8'))
}
