import { describe, expect, it } from 'vitest'
import type { Batch } from '../../domain/batch.ts'
import type { ContractControl } from '../../domain/control.ts'
import { known, missing } from '../../domain/reading.ts'
import type { SourceId } from '../../domain/sources.ts'
import { mapSeed } from './map.ts'
import type { SeedContent, SeedProtocol } from './schema.ts'

const SOURCE = 'defillama-protocols'
const VAULT = '0x1111111111111111111111111111111111111111'
const SAFE = '0x2222222222222222222222222222222222222222'
const ADMIN = '0x3333333333333333333333333333333333333333'

const bare: SeedProtocol = {
  id: '7',
  slug: 'tern',
  name: 'Tern',
  chains: ['Ethereum'],
  asOf: '2024-03-11',
  source: SOURCE,
}

const rich: SeedProtocol = {
  ...bare,
  id: '8',
  slug: 'gannet',
  category: 'Lending',
  parentId: 'parent#gannet',
  parentSlug: 'gannets',
  dated: { governance: '2023-12-31' },
  auditLinks: [],
  oracles: ['Lamp', { name: 'Buoy', type: 'Primary', proof: ['https://buoy.example.com'] }],
  governance: ['snapshot:gannet.eth'],
  tvlChange7d: 0,
  tvl: { Ethereum: { tvl: 0, borrowed: 120 }, Base: { tvl: 30 } },
}

const seed: SeedContent = {
  audits: { asOf: '2024-03-01', source: 'audit-reports', terms: 'x', audits: [], replaces: [] },
  protocols: { asOf: '2024-03-11', source: SOURCE, terms: 'x', protocols: [bare, rich] },
  adapters: {
    asOf: '2025-05-01',
    source: 'defillama-adapters',
    terms: 'x',
    adapters: [
      {
        protocolId: '8',
        module: 'gannet',
        day: '2026-08-20',
        lastChangedOn: '2025-01-03',
        authors: 2,
      },
    ],
  },
  incidents: {
    asOf: '2023-01-05',
    source: 'defillama-hacks',
    terms: 'x',
    incidents: [
      {
        id: '2023-01-05-gannet',
        protocolId: '8',
        name: 'Gannet',
        day: '2023-01-05',
        source: 'defillama-hacks',
        matchMethod: 'alias',
      },
    ],
  },
  bounties: {
    asOf: '2024-02-01',
    source: 'immunefi',
    terms: 'x',
    bounties: [
      {
        protocolId: '8',
        programme: 'Gannet',
        maxUsd: 50_000,
        url: 'https://bounty.example.com',
        asOf: '2024-02-01',
      },
    ],
  },
  reviews: {
    asOf: '2025-06-01',
    source: 'defiscan',
    terms: 'x',
    reviews: [
      {
        protocolId: '7',
        chain: 'Ethereum',
        stage: null,
        upgradeability: 'H',
        autonomy: null,
        exitWindow: 'L',
        accessibility: 'M',
        multisigs: [{ threshold: 3, signers: 5, outsiders: null, publicSigners: true }],
        reviewedOn: '2025-06-01',
        url: 'https://review.example.com',
      },
    ],
  },
  sanctions: {
    asOf: '2025-05-01',
    source: 'ofac',
    terms: 'x',
    lists: [
      { asset: 'ETH', asOf: '2025-05-01', url: 'https://e.example.com', addresses: ['0xa', '0xb'] },
      { asset: 'XBT', asOf: '2024-09-27', url: 'https://x.example.com', addresses: ['1c'] },
    ],
  },
  control: {
    asOf: '2025-03-02',
    source: 'onchain',
    terms: 'x',
    contracts: [
      {
        protocolId: '8',
        chain: 'Ethereum',
        address: VAULT,
        name: 'Vault',
        role: 'funds',
        proxy: 'eip1967',
        codeChange: {
          complete: false,
          paths: [
            {
              actor: 'safe',
              address: SAFE,
              threshold: 3,
              signers: 5,
              delaySeconds: 0,
              via: [ADMIN],
              note: 'a note',
            },
            { actor: 'unidentified', via: [] },
          ],
        },
        powers: [{ getter: 'owner', paths: [{ actor: 'eoa', address: ADMIN, via: [] }] }],
        pause: { complete: true, paths: [{ actor: 'safe', address: SAFE, via: [] }] },
        day: '2025-03-01',
        block: 7,
        source: 'l2beat',
        link: 'https://records.example.com/vault',
      },
      {
        protocolId: '8',
        chain: 'Base',
        address: VAULT,
        role: 'token',
        powers: [],
        day: '2025-03-02',
        source: 'defiscan',
        link: 'https://records.example.com/token',
      },
      {
        protocolId: '7',
        chain: 'Base',
        address: ADMIN,
        role: 'logic',
        powers: [],
        pause: null,
        day: '2024-01-01',
        source: 'defiscan',
        link: 'https://records.example.com/tern',
      },
    ],
  },
  markets: {
    asOf: '2024-02-02',
    source: 'onchain',
    terms: 'x',
    markets: [
      {
        protocolId: '8',
        chain: 'Base',
        address: VAULT,
        name: 'USDC',
        day: '2024-02-02',
        source: 'comet-deployments',
        link: 'https://records.example.com/usdc',
        assets: [
          { asset: 'WETH', address: SAFE, loanToValue: 0.8, liquidationThreshold: 0.85 },
          { asset: 'UNI', address: ADMIN, loanToValue: 0, liquidationThreshold: 0.5 },
        ],
      },
    ],
  },
}

function batch(source: SourceId): Batch {
  const found = mapSeed(seed).get(source)
  if (!found) throw new Error(`no batch of ${source}`)
  return found
}

describe('protocols of a seed', () => {
  const [plain, full] = batch('defillama-protocols').protocols ?? []

  it('a key that upstream did not have either is missing and not covered, never zero or empty', () => {
    const nothing = missing('not-covered', SOURCE)
    const { hallmarks, warnings, ...facts } = plain?.facts ?? {}
    expect([hallmarks, warnings]).toEqual(Array(2).fill(missing('not-in-sample', SOURCE)))
    for (const fact of [plain?.tvl, ...Object.values(facts)]) expect(fact).toEqual(nothing)
    expect(Object.keys(plain?.facts ?? {}).sort()).toEqual([
      'auditFlag',
      'auditLinks',
      'contract',
      'forkedFrom',
      'governance',
      'hallmarks',
      'listedOn',
      'oracles',
      'tvlChange7d',
      'warnings',
    ])
    expect(plain).toMatchObject({ category: null, symbol: null, url: null, parentSlug: null })
  })

  it('a key that only the sample leaves out is missing because it is not in the sample', () => {
    const leftOut: SeedProtocol = { ...bare, leftOut: ['tvlChange7d'] }
    const protocols = { ...seed.protocols, protocols: [leftOut] }
    const [row] = mapSeed({ ...seed, protocols }).get(SOURCE)?.protocols ?? []
    expect(row?.facts.tvlChange7d).toEqual(missing('not-in-sample', SOURCE))
    expect(row?.tvl).toEqual(missing('not-covered', SOURCE))
  })

  it('our own sentence describes a protocol where we wrote one', () => {
    const protocols = { ...seed.protocols, protocols: [{ ...bare, id: '182' }, bare] }
    const [lido, other] = mapSeed({ ...seed, protocols }).get(SOURCE)?.protocols ?? []
    expect(lido?.description).toMatch(/^Liquid staking; users deposit ether/)
    expect(other?.description).toBeNull()
  })

  it('figures of a series that is not in the sample have the day of the row, and most rows have none', () => {
    const tvlFigures = { drawdown: { value: 0.3, days: 180 }, change30d: -0.1 }
    const protocols = { ...seed.protocols, protocols: [{ ...bare, tvlFigures }, rich] }
    const [row, other] = mapSeed({ ...seed, protocols }).get(SOURCE)?.protocols ?? []
    expect(row?.facts.tvlFigures).toEqual(known(tvlFigures, '2024-03-11', SOURCE))
    expect(other?.facts).not.toHaveProperty('tvlFigures')
  })

  it('a zero and an empty list are values', () => {
    expect(full?.facts.tvlChange7d).toEqual(known(0, '2024-03-11', SOURCE))
    expect(full?.facts.auditLinks).toEqual(known([], '2024-03-11', SOURCE))
  })

  it('a reading takes the day of its row, and a dated fact its own day', () => {
    expect(full?.facts.governance).toEqual(known(['snapshot:gannet.eth'], '2023-12-31', SOURCE))
    expect(full?.facts.oracles).toMatchObject({ asOf: '2024-03-11', source: SOURCE })
  })

  it('a chain that holds TVL is one of the chains', () => {
    expect(full?.chains).toEqual(['Ethereum', 'Base'])
  })

  it('amounts become one point a chain and section', () => {
    expect(full?.tvl).toEqual(
      known(
        [
          { chain: 'Ethereum', section: 'tvl', usd: 0 },
          { chain: 'Ethereum', section: 'borrowed', usd: 120 },
          { chain: 'Base', section: 'tvl', usd: 30 },
        ],
        '2024-03-11',
        SOURCE,
      ),
    )
  })

  it('a bare oracle name is a declared oracle without a proof', () => {
    expect(full?.facts.oracles).toMatchObject({
      value: [
        { name: 'Lamp', type: 'Declared', proof: [] },
        { name: 'Buoy', type: 'Primary', proof: ['https://buoy.example.com'] },
      ],
    })
  })

  it('a note says how far apart the facts are', () => {
    expect(batch('defillama-protocols').notes).toEqual([
      'The facts are of different days, from 2023-12-31 to 2024-03-11; each reading carries its own.',
    ])
  })
})

describe('the other batches of a seed', () => {
  it('an incident without figures has null, not zero', () => {
    expect(batch('defillama-hacks').incidents).toEqual([
      {
        id: '2023-01-05-gannet',
        protocolId: '8',
        parentId: null,
        name: 'Gannet',
        day: '2023-01-05',
        lossUsd: null,
        returnedUsd: null,
        tvlBeforeUsd: null,
        tvlBeforeDay: null,
        chain: null,
        cause: null,
        technique: null,
        pocUrl: null,
        source: 'defillama-hacks',
        matchMethod: 'alias',
      },
    ])
  })

  it('bounties and reviews belong to upstream ids and keep their own days', () => {
    expect(batch('immunefi').programmes).toEqual([
      {
        id: 'https://bounty.example.com',
        name: 'Gannet',
        bounty: { programme: 'Gannet', maxUsd: 50_000, url: 'https://bounty.example.com' },
        asOf: '2024-02-01',
        protocols: ['8'],
        homes: [],
      },
    ])
    expect(batch('defiscan').reviews).toMatchObject([
      { key: { id: '7' }, review: { stage: null, exitWindow: 'L', reviewedOn: '2025-06-01' } },
    ])
    expect(batch('defiscan').reviews?.[0]?.review).not.toHaveProperty('protocolId')
    expect(batch('defiscan').reviews?.[0]?.review.multisigs).toEqual([
      { threshold: 3, signers: 5, outsiders: null, publicSigners: true },
    ])
  })

  it('addresses of all lists are screened, and the screening is as old as its oldest list', () => {
    expect(batch('ofac')).toMatchObject({
      asOf: '2024-09-27',
      sanctions: [
        { asset: 'ETH', address: '0xa' },
        { asset: 'ETH', address: '0xb' },
        { asset: 'XBT', address: '1c' },
      ],
    })
  })

  it('incidents speak for the day of their file, and every other batch for that of the newest fact', () => {
    expect(batch('defillama-hacks').asOf).toBe('2023-01-05')
    for (const source of ['defillama-protocols', 'immunefi', 'defiscan', 'onchain'] as const)
      expect(batch(source).asOf).toBe('2025-06-01')
  })

  it('every row is accounted for as accepted', () => {
    const rows = [...mapSeed(seed)].map(([source, { rowCounts }]) => [source, rowCounts.rows])
    expect(rows).toEqual([
      ['defillama-protocols', 2],
      ['defillama-hacks', 1],
      ['immunefi', 1],
      ['defiscan', 1],
      ['ofac', 3],
      ['defillama-adapters', 1],
      ['onchain', 4],
    ])
    for (const [, { rowCounts }] of mapSeed(seed))
      expect(rowCounts).toEqual({
        rows: rowCounts.accepted,
        accepted: rowCounts.rows,
        outOfScope: {},
        refused: {},
      })
  })
})

describe('recorded facts of contracts and markets', () => {
  const { names, rows = [] } = batch('onchain').readings ?? {}
  const find = (id: string, name: string): unknown =>
    rows.find(({ key, name: own }) => own === name && 'id' in key && key.id === id)?.reading.value
  const contractsOf = (id: string) => find(id, 'control') as ContractControl[]
  const contracts = contractsOf('8')

  it('are one reading for each protocol and kind, as old as its newest row', () => {
    expect(names).toEqual(['control', 'markets'])
    expect(rows.map(({ key, name, reading }) => [key, name, reading.asOf, reading.source])).toEqual(
      [
        [{ id: '8' }, 'control', '2025-03-02', 'onchain'],
        [{ id: '7' }, 'control', '2024-01-01', 'onchain'],
        [{ id: '8' }, 'markets', '2024-02-02', 'onchain'],
      ],
    )
  })

  it('keep day, block, record and link of each contract', () => {
    expect(contracts[0]).toMatchObject({ chain: 'Ethereum', day: '2025-03-01', block: 7 })
    expect(contracts[1]).toMatchObject({
      name: null,
      proxy: null,
      block: null,
      source: 'defiscan',
      link: 'https://records.example.com/token',
    })
  })

  it('give a path as recorded: a delay that the record does not say is null, not 0', () => {
    expect(contracts[0]?.codeChange).toEqual({
      known: true,
      complete: false,
      paths: [
        {
          actor: 'safe',
          address: SAFE,
          threshold: 3,
          signers: 5,
          delaySeconds: 0,
          voteSeconds: null,
          via: [ADMIN],
          proof: 'recorded',
          note: 'a note',
        },
        {
          actor: 'unidentified',
          address: null,
          threshold: null,
          signers: null,
          delaySeconds: null,
          voteSeconds: null,
          via: [],
          proof: 'recorded',
          note: null,
        },
      ],
    })
    expect(contracts[0]?.powers).toMatchObject([{ getter: 'owner', paths: [{ actor: 'eoa' }] }])
  })

  it('a record without a word about the code is not recorded, never "nobody"', () => {
    expect(contracts[1]?.codeChange).toEqual({ known: false, why: 'not-recorded' })
  })

  it('who can pause is a list, an open list where the record does not say, or nobody', () => {
    const [tern] = contractsOf('7')
    expect(contracts.map(({ pause }) => pause)).toMatchObject([
      { complete: true, pausedNow: null, paths: [{ actor: 'safe', address: SAFE }] },
      { complete: false, pausedNow: null, paths: [] },
    ])
    expect(tern?.pause).toBeNull()
  })

  it('a market becomes one row an asset, with only what its record has', () => {
    expect(find('8', 'markets')).toEqual(
      [
        { asset: 'WETH', assetAddress: SAFE, loanToValue: 0.8, liquidationThreshold: 0.85 },
        { asset: 'UNI', assetAddress: ADMIN, loanToValue: 0, liquidationThreshold: 0.5 },
      ].map((own) => ({
        chain: 'Base',
        address: VAULT,
        name: 'USDC',
        ...own,
        suppliedUsd: null,
        availableShare: null,
        utilisation: null,
        supplyCapUsed: null,
        frozen: null,
        paused: null,
        withdrawSeconds: null,
        feed: null,
        gap: null,
        day: '2024-02-02',
        block: null,
        source: 'comet-deployments',
        link: 'https://records.example.com/usdc',
      })),
    )
  })
})
