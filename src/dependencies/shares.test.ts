import { expect, test } from 'vitest'
import { createWhoElse } from '../export/who-else.ts'
import { takeSnapshot } from '../pipeline.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { openStore } from '../store/open.ts'
import { catalogueOf } from '../testing/bulk/bulk-world.ts'
import { bodies, DAY, incidents, NEXT_DAY, rows } from '../testing/pipeline/bodies.ts'
import { memoryReader, options } from '../testing/pipeline/world.ts'
import { aProtocol, aVenue, someTables, TABLES } from './fixtures/world.ts'
import { buildGraph } from './graph.ts'
import { countResolved } from './resolved.ts'
import { sharesOf, tablesText } from './shares.ts'

test('shares are by issuer, by bridge and by venue, with the protocol that each belongs to', () => {
  const venues = [aVenue('perps', 0.5), { ...aVenue('b', 0), share: null }]
  const a = aProtocol('a', { WSTETH: 0.4, STETH: 0.2, WRSETH: 0.1, JLP: 0.1 }, { venues })
  const graph = buildGraph([a, aProtocol('b', { WHAT: 1 })], TABLES, DAY)
  expect(
    sharesOf(graph).map(({ kind, to, protocolId, share }) => [kind, to, protocolId, share]),
  ).toEqual([
    ['holds', 'lido', null, 0.6],
    ['holds', 'perps', 'perps', 0.1],
    ['holds', 'kelp', null, 0.1],
    ['bridged-by', 'layerzero', null, 0.1],
    ['runs-on', 'perps', 'perps', 0.5],
    ['runs-on', 'b', 'b', null],
  ])
  expect(countResolved(graph)).toBe(1)
})

test('its own token is no share, and neither is a trace', () => {
  const graph = buildGraph([aProtocol('perps', { JLP: 0.5, USDC: 1e-7 })], TABLES, DAY)
  expect(sharesOf(graph)).toEqual([])
})

test('tables that give a token to another issuer are others', () => {
  const of = (issuer: string) => tablesText(someTables({ usdc: [issuer, null] }))
  expect(of('circle')).toBe(of('circle'))
  expect(of('circle')).not.toBe(of('tether'))
})

test('a snapshot keeps what stood on what', async () => {
  const { entries, pastShares } = await catalogueOf(
    rows(2).map((row) => ({ ...row, category: 'Liquid Staking' })),
  )
  const [recent] = pastShares.recent
  expect(recent).toMatchObject({ day: DAY, resolved: 2, tables: expect.stringMatching(/^\w{16}$/) })
  expect(recent?.shares.map(({ from }) => from)).toEqual(
    expect.arrayContaining(entries.map(({ record }) => record.id)),
  )
})

test('a loss after it names what stood on what the day before', async () => {
  const store = openStore(':memory:')
  const given = rows(3).map((row) => ({ ...row, category: 'Liquid Staking' }))
  const take = (hacks: object[], day: string) => {
    const upstream = { ...bodies(given), hacks: { '/hacks': JSON.stringify(hacks) } }
    return takeSnapshot(options(store, memoryReader(upstream), day))
  }
  await take(incidents(), DAY)
  const late = { ...incidents()[0], name: 'Late', date: Date.parse(NEXT_DAY) / 1_000 }
  await take([...incidents(), late], NEXT_DAY)
  const catalogue = loadCatalogue(store)
  if (!catalogue) throw new Error('there is no snapshot')
  const [found, older] = catalogue.incidents
    .filter(({ protocolId }) => protocolId === '900002')
    .sort((a, b) => (a.day < b.day ? 1 : -1))
    .map((incident) => createWhoElse(catalogue)(incident))
  expect(found).toMatchObject({ isBefore: true, day: DAY, count: 0, resolvedProtocols: 3 })
  expect(older).toMatchObject({ isBefore: false, day: NEXT_DAY })
})
