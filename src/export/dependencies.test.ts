import { describe, expect, test } from 'vitest'
import cores from '../../data/dependencies/cores.json' with { type: 'json' }
import { dependencies, dependentsFile } from '../contract/dependencies.ts'
import { scenarioList } from '../contract/stress.ts'
import { TABLES } from '../dependencies/fixtures/world.ts'
import type { TokenRow } from '../dependencies/table-rows.ts'
import type { MakeupPart } from '../domain/dependency.ts'
import { aMarket } from '../domain/fixtures/market.ts'
import { fact } from '../score/fixtures/record.ts'
import { createDependencies } from './dependencies.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'

const asset = (shares: Record<string, number>) => {
  const parts = Object.entries(shares).map(
    ([token, share]): MakeupPart => ({ chain: null, token, share, owedShare: null }),
  )
  return fact({ topToken: '', topShare: 0, ownShare: null, tokens: parts.length, parts })
}

const LENDER = anEntry({
  id: '1',
  category: 'Lending',
  tvlUsd: 1_000,
  facts: {
    assets: asset({ WSTETH: 0.4, STETH: 0.2, WRSETH: 0.1, USDC: 0.05, JLP: 0.05, WHAT: 0.15 }),
  },
})
const PERPS = anEntry({
  id: 'perps',
  tvlUsd: 500,
  facts: { assets: asset({ ETH: 0.6, JLP: 0.4 }) },
})
const SILENT = anEntry({ id: '3', tvlUsd: 10 })

// A shock of every class, so that a worst one exists.
const classes = new Map([
  ['onchain' as const, { class: 'onchain' as const, drop: 0.5, because: 'A test.' }],
])
const made = createDependencies(aCatalogue([LENDER, PERPS, SILENT]), { ...TABLES, classes })
const lender = made.ofProtocol('1')

describe('what a protocol stands on', () => {
  test('matches the published schema, for every protocol', () => {
    for (const id of ['1', 'perps', '3'])
      expect(dependencies.safeParse(made.ofProtocol(id)).error).toBeUndefined()
    for (const data of made.dependents)
      expect(dependentsFile.safeParse({ success: true, data }).error).toBeUndefined()
    expect(made.ofProtocol('none')).toBeNull()
  })

  test('is listed by issuer, largest first, and what could not be resolved is the last edge', () => {
    expect(
      lender?.edges.map(({ kind, to, tokens, share, usd }) => [kind, to?.id, tokens, share, usd]),
    ).toEqual([
      ['holds', 'lido', ['WSTETH', 'STETH'], 0.6, 600],
      ['holds', 'kelp', ['WRSETH'], 0.1, 100],
      ['holds', 'circle', ['USDC'], 0.05, 50],
      ['holds', 'protocol-perps', ['JLP'], 0.05, 50],
      ['unknown', undefined, ['WHAT', 'unknown'], 0.2, 200],
    ])
    expect(lender?.resolved.issuer).toBe(0.8)
  })

  test('its own token is no dependency', () => {
    const kinds = made.ofProtocol('perps')?.edges.map(({ kind, tokens }) => [kind, ...tokens])
    expect(kinds).toEqual([
      ['holds', 'ETH'],
      ['own', 'JLP'],
    ])
  })

  test('nor is the token that a protocol is, though another issues it', () => {
    const [fund, holder] = [
      anEntry({ id: 'fund', tvlUsd: 10, facts: { assets: asset({ WSTETH: 1 }) } }),
      anEntry({ id: 'holder', tvlUsd: 10, facts: { assets: asset({ WSTETH: 1 }) } }),
    ]
    const wsteth = { ...TABLES.tokens.get('wsteth'), protocolId: 'fund' } as TokenRow
    const tokens = new Map([...TABLES.tokens, ['wsteth', wsteth]])
    const { ofProtocol, dependents: lists } = createDependencies(aCatalogue([fund, holder]), {
      ...{ ...TABLES, tokens },
    })
    expect(ofProtocol('fund')?.edges.map(({ kind }) => kind)).toEqual(['own'])
    expect(ofProtocol('holder')?.edges.map(({ kind }) => kind)).toEqual(['holds'])
    const under = lists.find(({ id }) => id === 'lido')?.rows.map(({ id }) => id)
    expect(under).toEqual([ofProtocol('holder')?.id])
  })

  test('a lender with a loan book is backed by its collateral, and its unit is named beside', () => {
    const { ofProtocol, dependents: lists } = createDependencies(
      aCatalogue([anEntry({ id: '587', tvlUsd: 1_000, category: 'Lending' })]),
    )
    const maple = ofProtocol('587')
    expect(dependencies.safeParse(maple).error).toBeUndefined()
    expect(maple?.edges[0]).toMatchObject({ kind: 'backed-by', to: { id: 'bitcoin' } })
    expect(maple?.edges.filter(({ kind }) => kind === 'holds')).toEqual([])
    expect(maple?.makeup?.loans?.countedIn).toEqual(['USDC', 'USDT', 'USDG'])
    expect(lists.find(({ id }) => id === 'superstate')?.rows[0]).toMatchObject({
      kind: 'backed-by',
    })
  })

  test('what the vaults of a curator lend, as read on the chain, lies with the protocol of the core', () => {
    const day = '2026-11-27'
    const [{ chain, address, protocolId } = { chain: '', address: '', protocolId: '' }] = cores.rows
    const loan = aMarket({ chain, address, suppliedUsd: 400, day, block: 7 })
    const curator = anEntry({
      ...{ id: '99999', tvlUsd: 1_000, category: 'Risk Curators' },
      facts: { assets: asset({ USDC: 1 }), markets: fact([loan]) },
    })
    const { ofProtocol, dependents: lists } = createDependencies(
      aCatalogue([curator, anEntry({ id: protocolId, tvlUsd: 5_000 })]),
      TABLES,
    )
    const found = ofProtocol('99999')
    expect(dependencies.safeParse(found).error).toBeUndefined()
    const venues = found?.edges.filter(({ kind }) => kind === 'runs-on')
    expect(venues).toMatchObject([
      {
        share: 0.4,
        usd: 400,
        basis: 'onchain',
        day,
        source: expect.stringMatching(/ at block 7$/),
      },
      { share: null, usd: null, basis: 'onchain', day },
    ])
    const [to] = venues?.map((edge) => edge.to) ?? []
    const rows = lists.find(({ id }) => id === to?.id)?.rows
    expect(rows).toMatchObject([{ id: found?.id, kind: 'runs-on', share: 0.4, usd: 400, day }])
  })

  test('ends in assets by name, with the unknown among them', () => {
    const shares = Object.fromEntries(
      (lender?.finalAssets ?? []).map(({ asset: name, share }) => [name, share]),
    )
    expect(shares).toMatchObject({ ETH: 0.7, USDC: 0.05, unknown: 0.25 })
    expect(lender?.resolved.final).toBe(0.75)
  })

  test('names the bridge that carries a token', () => {
    expect(lender?.bridges).toMatchObject([{ id: 'layerzero', model: 'lock', share: 0.1 }])
  })

  test('the worst failure is that of the issuer that costs most, with its bounds', () => {
    expect(lender?.worst).toMatchObject({
      ...{ to: { id: 'lido' }, drop: 0.5, low: 0, atStake: 0.325, first: 0.3, high: 0.325 },
    })
  })

  test('the failures that cost most are listed by dollars, with who may lose most', () => {
    const { scenarios } = scenarioList.parse(made.scenarios)
    expect(scenarios[0]).toMatchObject({
      ...{ id: 'lido', drop: 0.5, count: 1, because: 'A test.' },
      rows: [{ id: 'protocol-1', high: 0.325, highUsd: 325 }],
    })
    const sums = scenarios.map(({ rows }) => rows.reduce((sum, row) => sum + (row.highUsd ?? 0), 0))
    expect(sums).toEqual(sums.toSorted((a, b) => b - a))
    // The token of a protocol costs others, and its own loss is not listed with them.
    const own = scenarios.find(({ id }) => id === 'protocol-perps')
    expect(own?.rows.map(({ id }) => id)).toEqual(['protocol-1'])
  })

  test('of one without a make-up nothing is stated', () => {
    expect(made.ofProtocol('3')).toMatchObject({
      ...{ makeup: null, edges: [], finalAssets: [], worst: null },
      resolved: { issuer: 0, final: 0 },
    })
  })
})

describe('who stands on it', () => {
  const of = (id: string) => made.dependents.find((each) => each.id === id)

  test('is found by issuer, by bridge and by the slug of a protocol', () => {
    expect(of('lido')?.rows).toMatchObject([{ id: 'protocol-1', kind: 'holds', usd: 600 }])
    expect(of('layerzero')).toMatchObject({ model: 'lock', rows: [{ kind: 'bridged-by' }] })
    expect(of('protocol-perps')?.rows.map(({ id }) => id)).toEqual(['protocol-1'])
    expect(made.ofProtocol('perps')?.dependents).toEqual(of('protocol-perps')?.rows)
  })

  test('an issuer that is called like an unrelated protocol has an id of its own', () => {
    const other = anEntry({ id: '9', slug: 'circle', name: 'Another Circle' })
    const { ofProtocol } = createDependencies(aCatalogue([LENDER, other]), { ...TABLES, classes })
    expect(ofProtocol('1')?.edges.map(({ to }) => to?.id)).toContain('issuer-circle')
    expect(ofProtocol('9')).toMatchObject({ id: 'circle', dependents: [] })
  })

  test('says how many protocols are resolved at all', () => {
    expect(of('lido')?.resolvedProtocols).toBe(2)
  })
})
