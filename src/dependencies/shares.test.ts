import { expect, test } from 'vitest'
import { catalogueOf } from '../testing/bulk/bulk-world.ts'
import { DAY, rows } from '../testing/pipeline/bodies.ts'
import { aProtocol, aVenue, someTables, TABLES } from './fixtures/world.ts'
import { buildGraph } from './graph.ts'
import { countResolved, sharesOf, tablesText } from './shares.ts'

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
