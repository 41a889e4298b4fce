import { expect, test } from 'vitest'
import { lookThrough } from '../src/dependencies/look-through.ts'
import { graphOf } from '../src/dependencies/shares.ts'
import { CIRCULAR, UNKNOWN } from '../src/domain/dependency.ts'
import { sumTvl } from '../src/domain/protocol.ts'
import { seedUniverse } from '../src/score/fixtures/recorded.ts'

// How far the reviewed tables and rules go. The sample has no page of a protocol, which a live run reads for the rest.

const DAY = '2026-10-04'

/** Protocols whose tokens were measured on pages of that day. */
const TWELVE = new Set([
  ...['sparklend', 'fluid-lending', 'compound-v3', 'kamino-lend', 'aave-v4', 'lista-lending'],
  ...['aave-horizon-rwa', 'gearbox', 'gmx-v2-perps', 'jupiter-lend', 'jupiter-perpetual-exchange'],
  'maple',
])

const { records } = await seedUniverse()
const rows = records
  .flatMap((record) => {
    const { tvl } = record
    return tvl.known && tvl.asOf === DAY ? [{ record, tvlUsd: sumTvl(tvl.value) }] : []
  })
  .sort((a, b) => b.tvlUsd - a.tvlUsd)
const graph = graphOf(rows, DAY)
const { ofProtocol } = lookThrough(graph)

type Row = (typeof rows)[number]
const nodeOf = ({ record }: Row) => graph.protocols.get(record.id)
const issuerKnown = (row: Row) =>
  (nodeOf(row)?.holdings ?? []).reduce(
    (sum, { token, share }) => sum + (token === null ? 0 : share),
    0,
  )
const finalKnown = ({ record }: Row) => {
  const ends = ofProtocol.get(record.id)
  return ends ? 1 - (ends.get(UNKNOWN) ?? 0) - (ends.get(CIRCULAR) ?? 0) : 0
}
const byValue = (some: readonly Row[], known: (row: Row) => number) =>
  some.reduce((sum, row) => sum + row.tvlUsd * known(row), 0) /
  some.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0)

test('of the 200 largest 120 have a graph, 96 of them a make-up; half of the value has a known issuer and a known end', () => {
  const largest = rows.slice(0, 200)
  const count = (has: 'holdings' | 'venues') =>
    largest.filter((row) => (nodeOf(row)?.[has].length ?? 0) > 0)
  const [held, placed] = [count('holdings'), count('venues')]
  expect(held.length).toBeGreaterThanOrEqual(96)
  expect(new Set([...held, ...placed]).size).toBeGreaterThanOrEqual(120)
  expect(byValue(largest, issuerKnown)).toBeGreaterThan(0.51)
  expect(byValue(largest, finalKnown)).toBeGreaterThan(0.48)
})

test('of twelve lenders and exchanges the issuer of 97 % of the value is known', () => {
  const twelve = rows.filter(({ record }) => TWELVE.has(record.slug))
  expect(twelve).toHaveLength(TWELVE.size)
  expect(byValue(twelve, issuerKnown)).toBeGreaterThan(0.97)
})
