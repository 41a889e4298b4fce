import { beforeEach, describe, expect, test } from 'vitest'
import { noRowCounts, type ProtocolRow } from '../domain/batch.ts'
import { addDays, type Day } from '../domain/day.ts'
import { known } from '../domain/reading.ts'
import { anIncident, aProtocol, commit, REGISTRY } from './fixtures/batches.ts'
import { openStore, type Store } from './open.ts'
import { resolveSlug } from './slugs.ts'
import { keptId, withKeptIds } from './successors.ts'

const DAY = '2024-03-10'
const NEXT = '2024-03-11'

const contractOf = (address: string) => ({ contract: known(address, DAY, REGISTRY) })
const OWN = {
  slug: 'harbour',
  name: 'Harbour',
  url: 'https://harbour.example/',
  facts: contractOf('0xAA'),
}

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

/** Reads a registry as a run does. */
function list(day: Day, ...protocols: ProtocolRow[]) {
  const batch = withKeptIds(store, { asOf: day, rowCounts: noRowCounts(), protocols })
  commit(store, REGISTRY, day, batch)
}

const rows = (sql: string) => store.prepare(sql).all()
const lastSeen = () => rows('SELECT id, last_seen AS day FROM protocols ORDER BY id')

describe('a protocol that upstream lists again under a new id', () => {
  test.each<[string, Partial<ProtocolRow>]>([
    ['address', { url: null }],
    ['address in other capitals', { url: null, facts: contractOf('0xaa') }],
    ['site', { facts: {} }],
    ['site, at another page', { facts: {}, url: 'http://www.harbour.example/app' }],
  ])('is the one that left, by its slug, name and %s', (_, given) => {
    list(DAY, aProtocol(1, OWN), aProtocol(2))
    list(NEXT, aProtocol(7, { ...OWN, ...given, chains: ['Base'] }), aProtocol(2))
    expect(lastSeen()).toEqual([
      { id: 1, day: NEXT },
      { id: 2, day: NEXT },
    ])
    expect(rows('SELECT chains FROM protocols WHERE id = 1')).toEqual([{ chains: '["Base"]' }])
    expect([keptId(store, '7'), keptId(store, '2')]).toEqual(['1', '2'])
    expect(resolveSlug(store, 'harbour', NEXT)).toBe(1)
  })

  test('is so on every later day, and a third id continues it as well', () => {
    list(DAY, aProtocol(1, OWN))
    list(NEXT, aProtocol(7, OWN))
    list(NEXT, aProtocol(7, OWN))
    list(addDays(NEXT, 1), aProtocol(7, { ...OWN, slug: 'port', name: 'Port' }))
    expect(lastSeen()).toEqual([{ id: 1, day: addDays(NEXT, 1) }])
    list(addDays(NEXT, 2), aProtocol(9, { ...OWN, slug: 'port', name: 'Port' }))
    expect([lastSeen(), keptId(store, '9')]).toEqual([[{ id: 1, day: addDays(NEXT, 2) }], '1'])
  })

  test('comes back within ninety days', () => {
    list(DAY, aProtocol(1, OWN), aProtocol(2))
    list(NEXT, aProtocol(2))
    list(addDays(DAY, 90), aProtocol(7, OWN), aProtocol(2))
    expect(keptId(store, '7')).toBe('1')
  })

  test('is so in the next list, however much later it comes', () => {
    list(DAY, aProtocol(1, OWN), aProtocol(2, { ...OWN, slug: 'pier', name: 'Pier' }))
    list(addDays(DAY, 200), aProtocol(7, OWN))
    list(addDays(DAY, 201), aProtocol(7, OWN), aProtocol(9, { ...OWN, slug: 'pier', name: 'Pier' }))
    expect([keptId(store, '7'), keptId(store, '9')]).toEqual(['1', '9'])
  })

  test.each<[string, Partial<ProtocolRow>]>([
    ['the slug alone', { url: null, facts: {}, name: 'Harbour Finance' }],
    ['slug and name', { url: null, facts: {} }],
    ['slug and site', { name: 'Harbour Finance' }],
    ['name and site', { slug: 'harbour-2' }],
    ['another site and address', { url: 'https://harbor.example', facts: contractOf('0xBB') }],
  ])('%s is not enough', (_, given) => {
    list(DAY, aProtocol(1, OWN))
    list(NEXT, aProtocol(7, { ...OWN, ...given }))
    expect(keptId(store, '7')).toBe('7')
    expect(lastSeen()).toEqual([
      { id: 1, day: DAY },
      { id: 7, day: NEXT },
    ])
  })

  test('a site that many projects share proves nothing', () => {
    const shared = { ...OWN, url: 'https://linktr.ee/harbour', facts: {} }
    list(DAY, aProtocol(1, shared))
    list(NEXT, aProtocol(7, shared))
    expect(keptId(store, '7')).toBe('7')
  })

  test('nothing continues one that is still listed, left long ago, or is known by its own id', () => {
    list(DAY, aProtocol(1, OWN), aProtocol(8, { slug: 'other' }))
    list(NEXT, aProtocol(1, OWN), aProtocol(7, OWN), aProtocol(8, { slug: 'other' }))
    expect(keptId(store, '7')).toBe('7')
    list(addDays(NEXT, 1), aProtocol(8, OWN))
    expect(keptId(store, '8')).toBe('8')
    list(addDays(NEXT, 2), aProtocol(3))
    list(addDays(NEXT, 92), aProtocol(9, OWN))
    expect(keptId(store, '9')).toBe('9')
  })

  test('of two rows only one continues it', () => {
    list(DAY, aProtocol(1, OWN))
    list(NEXT, aProtocol(7, OWN), aProtocol(9, OWN))
    expect([keptId(store, '7'), keptId(store, '9')]).toEqual(['1', '9'])
  })

  test('is not one of many at once: a list with other ids links none', () => {
    const many = (count: number, offset: number) =>
      Array.from({ length: count }, (_, n) => {
        const url = `https://harbour-${n}.example`
        return aProtocol(n + 1 + offset, { slug: `harbour-${n}`, name: `Harbour ${n}`, url })
      })
    list(DAY, ...many(6, 0))
    list(NEXT, ...many(6, 100))
    expect(keptId(store, '101')).toBe('101')
    list(addDays(NEXT, 1), ...many(5, 200), ...many(6, 100).slice(5))
    expect(keptId(store, '201')).toBe('101')
  })

  test('the link ends when upstream lists both', () => {
    list(DAY, aProtocol(1, OWN))
    list(NEXT, aProtocol(7, OWN))
    list(addDays(NEXT, 1), aProtocol(1, OWN), aProtocol(7, OWN))
    expect(keptId(store, '7')).toBe('7')
    expect(lastSeen()).toEqual([
      { id: 1, day: addDays(NEXT, 1) },
      { id: 7, day: addDays(NEXT, 1) },
    ])
  })
})

test('what names either id belongs to the one protocol: incidents, bounties, readings, forks', () => {
  const control = known([], DAY, 'onchain')
  const programme = {
    id: 'p',
    name: 'Harbour',
    bounty: { maxUsd: 5, programme: 'Harbour', url: 'https://x.example' },
    protocols: ['7'],
    homes: [],
  }
  const forkOf = { forkedFrom: known(['7', 'Other'], NEXT, REGISTRY) }
  list(DAY, aProtocol(1, OWN), aProtocol(2))
  list(NEXT, aProtocol(7, OWN), aProtocol(2, { facts: forkOf }))
  const incidents = ['1', '7'].map((id) => anIncident(`loss-${id}`, { protocolId: id }))
  commit(store, 'defillama-hacks', NEXT, { incidents })
  commit(store, 'immunefi', NEXT, { programmes: [programme] })
  const reading = { key: { id: '7' }, name: 'control' as const, reading: control }
  commit(store, 'onchain', NEXT, { readings: { names: ['control'], rows: [reading] } })
  expect(rows('SELECT DISTINCT protocol_id AS id FROM incidents')).toEqual([{ id: 1 }])
  expect(
    rows("SELECT protocol_id AS id FROM readings WHERE name = 'control' OR value ->> 'maxUsd' = 5"),
  ).toEqual([{ id: 1 }, { id: 1 }])
  expect(rows("SELECT value FROM readings WHERE name = 'forkedFrom'")).toEqual([
    { value: '["1","Other"]' },
  ])
})
