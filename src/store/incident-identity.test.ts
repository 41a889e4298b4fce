import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mapHacks } from '../ingest/defillama/hacks-map.ts'
import { INCIDENT_OWNERS } from '../ingest/defillama/incident-owners.ts'
import { type IncidentTraits, recogniseIncidents } from './incident-identity.ts'

const first = traits()

describe(recogniseIncidents, () => {
  test.each<[string, Partial<IncidentTraits>]>([
    ['unchanged', {}],
    ['its name', { name: 'Harbour V3' }],
    ['its day', { day: '2024-03-05' }],
    ['its day, by a month', { day: '2024-02-12' }],
    ['its amount', { lossUsd: 90_000_000 }],
    ['its amount, which is not known any more', { lossUsd: null }],
    ['its name and its day', { name: 'Harbour V3', day: '2024-03-09' }],
    ['its name and its amount', { name: 'Harbour V3', lossUsd: 1 }],
    ['its day and its amount, a little', { day: '2024-03-09', lossUsd: 1_500_000 }],
    ['its protocol, within the family', { protocolId: '8' }],
    ['its protocol, which it has no more', { protocolId: null }],
  ])('an incident that was corrected in %s is the one that it was', (_, correction) => {
    expect(recogniseIncidents([first], [{ ...first, ...correction }])).toEqual([first])
  })

  test('one that was tied to a protocol later is known by its day and its amount', () => {
    const loose = traits({ protocolId: null, parentId: null, name: 'Harbor' })
    expect(recogniseIncidents([loose], [first])).toEqual([loose])
    expect(
      recogniseIncidents([{ ...loose, lossUsd: null }], [{ ...first, lossUsd: null }]),
    ).toEqual([null])
  })

  test.each<[string, Partial<IncidentTraits>]>([
    ['another protocol', { protocolId: '9', parentId: null }],
    ['another day and another amount', { day: '2024-03-02', lossUsd: 5_000_000 }],
    ['the next quarter', { day: '2024-06-10' }],
  ])('one of %s is new', (_, other) => {
    expect(recogniseIncidents([first], [{ ...first, ...other }])).toEqual([null])
  })

  test.each<[string, Partial<IncidentTraits>]>([
    ['on the next day', { day: '2024-03-11' }],
    ['on the same day', { lossUsd: 2_000_000 }],
    ['alike in all but the day', { day: '2024-03-20' }],
  ])('a second one of the protocol, %s, is new while the first stands there', (_, other) => {
    const second = traits(other)
    expect(recogniseIncidents([first], [second, first])).toEqual([null, first])
    expect(recogniseIncidents([first, second], [second, first])).toEqual([second, first])
  })

  test('of two that are corrected at once, each stays the one that it is nearer to', () => {
    const large = traits({ lossUsd: 90_000_000 })
    const given = [traits({ lossUsd: 91_000_000 }), traits({ lossUsd: 900_000 })]
    expect(recogniseIncidents([first, large], given)).toEqual([large, first])
  })
})

const RECORDINGS = new URL('../../../shared/upstream/', import.meta.url)

describe.skipIf(!existsSync(RECORDINGS))('the recorded lists', () => {
  test('of 2023 and 2024: every incident that both hold is recognised, and none is taken for another', () => {
    const older = listOf('2023-09-12')
    const found = recogniseIncidents(older, listOf('2024-03-11'))
    expect(found.filter((one) => one !== null)).toHaveLength(older.length)
    for (const [index, incident] of listOf('2024-03-11').entries()) {
      if (found[index]) expect(found[index]?.id).toBe(incident.id)
    }
  })

  test('each incident of 2024 is found again after any one correction of it', () => {
    const known = listOf('2024-03-11')
    for (const correct of [
      (one: IncidentTraits) => ({ ...one, lossUsd: (one.lossUsd ?? 0) + 1_234 }),
      (one: IncidentTraits) => ({ ...one, day: `${one.day.slice(0, 8)}28` }),
    ]) {
      for (const [index, incident] of known.entries()) {
        if (incident.protocolId === null) continue
        const given = known.map((one, at) => (at === index ? { ...one, ...correct(one) } : one))
        expect(recogniseIncidents(known, given)[index]?.id, incident.id).toBe(incident.id)
      }
    }
  }, 60_000)
})

function traits(given: Partial<IncidentTraits> = {}): IncidentTraits {
  return {
    protocolId: '7',
    parentId: 'parent#harbour',
    name: 'Harbour',
    day: '2024-03-10',
    lossUsd: 1_000_000,
    ...given,
  }
}

function listOf(day: string) {
  const file = new URL(`${day}/api.llama.fi/hacks.json`, RECORDINGS)
  const options = { asOf: day, source: 'test', owners: INCIDENT_OWNERS }
  return mapHacks(JSON.parse(readFileSync(file, 'utf8')), options).incidents ?? []
}
