import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import protocolIds from '../../data/onchain/protocols.json' with { type: 'json' }
import seedProtocols from '../../data/seed/protocols.json' with { type: 'json' }
import walletIds from '../../data/wallet/contracts/protocols.json' with { type: 'json' }
import { loadSeed } from '../ingest/seed/read.ts'
import { listContracts, listControllers } from './contract-table.ts'

const DATA = new URL('../../data/', import.meta.url)
const SHARED = new URL('../../../shared/', import.meta.url)
const table = listContracts()

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

function placeOf({ chain, address }: { chain: string; address: string }): string {
  return `${chain} ${address}`
}

describe('contracts of protocols', () => {
  it('has each protocol once, by slug and by id, in order', () => {
    const slugs = table.map(({ slug }) => slug)
    expect(slugs).toEqual([...slugs].sort())
    expect(repeated(table.map(({ key }) => JSON.stringify(key)))).toEqual([])
    expect(Object.keys(protocolIds)).toEqual(slugs)
  })

  it('has each contract of a protocol once', () => {
    for (const { slug, contracts } of table) {
      expect([slug, repeated(contracts.map(placeOf))]).toEqual([slug, []])
    }
  })

  it('a contract has the same role wherever it is named', () => {
    const rows = table.flatMap(({ contracts }) => contracts)
    for (const [place, same] of Map.groupBy(rows, placeOf)) {
      expect([place, new Set(same.map(({ role }) => role)).size]).toEqual([place, 1])
    }
  })

  it('has the ids of the sample and of the wallet registry', () => {
    const ids = new Map(table.map(({ slug, key }) => [slug, 'id' in key ? key.id : null]))
    const wrong = seedProtocols.protocols.filter(
      ({ slug, id }) => ids.has(slug) && ids.get(slug) !== id,
    )
    expect(wrong.map(({ slug }) => slug)).toEqual([])
    for (const [slug, { id }] of Object.entries(walletIds)) {
      if (id && ids.has(slug)) expect([slug, ids.get(slug)]).toEqual([slug, id])
    }
  })

  it('has the contracts that the sample has a record of in the same role, and most of them', () => {
    const roles = new Map(
      table.flatMap(({ key, contracts }) =>
        contracts.map((row) => [`${'id' in key && key.id} ${placeOf(row)}`, row.role] as const),
      ),
    )
    const recorded = loadSeed(new URL('seed', DATA)).control.contracts
    const roleOf = (row: (typeof recorded)[number]) =>
      roles.get(`${row.protocolId} ${placeOf(row)}`)
    const known = recorded.filter((row) => roleOf(row) !== undefined)
    expect(known.length / recorded.length).toBeGreaterThan(0.9)
    expect(known.filter((row) => roleOf(row) !== row.role).map(({ name }) => name)).toEqual([])
  })

  it('names what holds the funds or decides over them for most protocols', () => {
    const deciding = table.filter(({ contracts }) =>
      contracts.some(({ role }) => role === 'funds' || role === 'logic'),
    )
    expect(table.length).toBeGreaterThan(100)
    expect(deciding.length / table.length).toBeGreaterThan(0.8)
  })
})

describe('controllers', () => {
  it('has each address of a chain once', () => {
    expect(repeated(listControllers().map(placeOf))).toEqual([])
  })

  it('says of no controller that it is also a contract of a protocol, but for vaults that several hold', () => {
    const own = new Set(table.flatMap(({ contracts }) => contracts.map(placeOf)))
    const both = listControllers().filter((row) => own.has(placeOf(row)))
    expect([...new Set(both.map(({ note }) => note))]).toEqual([
      'Orbit Bridge ETH vault, itself a multisig contract',
      'Unit treasury, a key that three guardians share (MPC)',
    ])
  })
})

const registries = [
  'upstream/2024-03-11/api.llama.fi/protocols.json',
  'upstream/2026-10-04/protocols.top.json',
].map((path) => new URL(path, SHARED))

it.skipIf(!registries.every((file) => existsSync(file)))(
  'every protocol with an id is in a recorded registry or the wallet registry (needs ../shared)',
  () => {
    const rows = registries.flatMap((file): { id: string; slug: string }[] =>
      JSON.parse(readFileSync(file, 'utf8')),
    )
    const known = new Set(rows.map(({ id, slug }) => `${id} ${slug}`))
    const wallet = new Set(Object.values(walletIds).map(({ id }) => id))
    const strays = table.filter(
      ({ slug, key }) => 'id' in key && !known.has(`${key.id} ${slug}`) && !wallet.has(key.id),
    )
    expect(strays.map(({ slug }) => slug)).toEqual([])
  },
)
