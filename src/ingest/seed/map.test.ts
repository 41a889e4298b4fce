import { describe, expect, it } from 'vitest'
import type { Batch } from '../../domain/batch.ts'
import { known, missing } from '../../domain/reading.ts'
import type { SourceId } from '../../domain/sources.ts'
import { mapSeed } from './map.ts'
import type { Seed, SeedProtocol } from './schema.ts'

const SOURCE = 'defillama-protocols'

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

const seed: Seed = {
  protocols: { asOf: '2024-03-11', source: SOURCE, terms: 'x', protocols: [bare, rich] },
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
}

function batch(source: SourceId): Batch {
  const found = mapSeed(seed).get(source)
  if (!found) throw new Error(`no batch of ${source}`)
  return found
}

describe('protocols of a seed', () => {
  const [plain, full] = batch('defillama-protocols').protocols ?? []

  it('a key that is left out is missing, never zero or empty: an amount is left out by the sample', () => {
    const nothing = missing('not-covered', SOURCE)
    const { tvlChange7d, hallmarks, ...facts } = plain?.facts ?? {}
    expect(plain?.tvl).toEqual(missing('not-in-sample', SOURCE))
    expect(tvlChange7d).toEqual(missing('not-in-sample', SOURCE))
    expect(hallmarks).toEqual(missing('not-in-sample', SOURCE))
    for (const fact of Object.values(facts)) expect(fact).toEqual(nothing)
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
    ])
    expect(plain).toMatchObject({ category: null, symbol: null, url: null, parentSlug: null })
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
    for (const source of ['defillama-protocols', 'immunefi', 'defiscan'] as const)
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
