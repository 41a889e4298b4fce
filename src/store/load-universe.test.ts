import { beforeEach, describe, expect, test } from 'vitest'
import type { ContractControl } from '../domain/control.ts'
import { addDays, dayNumber } from '../domain/day.ts'
import type { Review } from '../domain/protocol.ts'
import { known, missing } from '../domain/reading.ts'
import type { ProtocolRecord, Universe } from '../domain/record.ts'
import type { SourceId } from '../domain/sources.ts'
import {
  anIncident,
  aProtocol,
  aRun,
  commit,
  commitRegistry,
  linksOf,
  REGISTRY,
  tvlOf,
} from './fixtures/batches.ts'
import { loadSourceStates } from './load-catalogue.ts'
import { loadUniverse } from './load-universe.ts'
import { openStore, type Store } from './open.ts'
import { insertSourceRun } from './source-runs.ts'
import { commitHistory, recordHistoryFailure } from './tvl-history.ts'

const DAY = '2024-03-10'

const LIMITS: Record<SourceId, number> = {
  'defillama-chains': 30,
  'defillama-protocols': 3,
  'defillama-hacks': 30,
  immunefi: 30,
  defiscan: 90,
  ofac: 30,
  'defillama-adapters': 30,
  onchain: 14,
  'public-records': 14,
}

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe(loadUniverse, () => {
  test('a store that never read a registry has no universe, nor has a day before the first', () => {
    expect(loadUniverse(store, DAY, LIMITS)).toBeUndefined()
    commitRegistry(store, DAY, aProtocol(1))
    expect(loadUniverse(store, addDays(DAY, -1), LIMITS)).toBeUndefined()
  })

  test('a protocol comes with everything that the store holds of it', () => {
    const row = aProtocol(1, {
      chains: ['Ethereum', 'Base'],
      parentId: 'parent#x',
      parentSlug: 'x',
      url: 'https://x.example',
      tvl: tvlOf(DAY, { Ethereum: 5 }),
      facts: { ...linksOf(DAY, 'https://known.example'), contract: known('0x1', DAY, REGISTRY) },
    })
    commitRegistry(store, DAY, row)
    const { facts, outOfScope: _, organisations: __, adapterModule: ___, ...rest } = row
    expect(load(DAY).records).toEqual([
      {
        ...rest,
        facts: {
          ...facts,
          bounty: missing('not-read-yet', 'immunefi'),
          reviews: missing('not-read-yet', 'defiscan'),
          adapterChanges: missing('not-read-yet', 'defillama-adapters'),
          control: missing('not-read-yet', 'onchain'),
          markets: missing('not-read-yet', 'onchain'),
          assets: missing('not-read-yet', REGISTRY),
        },
        history: { days: [dayNumber(DAY)], usd: [5], missing: 'not-read-yet' },
        trackedSince: DAY,
        audits: [{ auditor: 'Known Auditor', auditedOn: null, reportUrl: 'https://known.example' }],
      },
    ])
  })

  test('protocols come by number, and the registry names those out of scope too', () => {
    commitRegistry(store, DAY, aProtocol(10), aProtocol(9), aProtocol(2, { outOfScope: 'dead' }))
    const { records, registry } = load(DAY)
    expect(records.map(({ id }) => id)).toEqual(['9', '10'])
    expect(registry).toEqual(
      [2, 9, 10].map((id) => ({
        id: String(id),
        name: `Name ${id}`,
        slug: `slug-${id}`,
        parentId: null,
      })),
    )
  })

  test('a protocol that the newest registry does not list is left out', () => {
    commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
    commitRegistry(store, addDays(DAY, 1), aProtocol(2))
    expect(load(addDays(DAY, 1)).records.map(({ id }) => id)).toEqual(['2'])
  })

  test('a registry that failed keeps its protocols and readings, with their day', () => {
    commitRegistry(store, DAY, aProtocol(1, { tvl: tvlOf(DAY, { Ethereum: 5 }) }))
    fail(REGISTRY, addDays(DAY, 1))
    expect(one(addDays(DAY, 1)).tvl).toMatchObject({ known: true, asOf: DAY })
  })
})

describe('the limit of a source', () => {
  test('on its last day a reading is in use, the day after it is missing as stale', () => {
    const facts = { contract: known('0x1', DAY, REGISTRY) }
    commitRegistry(store, DAY, aProtocol(1, { tvl: tvlOf(DAY, { Ethereum: 5 }), facts }))
    expect(one(addDays(DAY, 3)).facts.contract).toEqual(known('0x1', DAY, REGISTRY))
    const late = one(addDays(DAY, 4))
    expect(late.facts.contract).toEqual(missing('stale', REGISTRY))
    expect(late.tvl).toEqual(missing('stale', REGISTRY))
  })

  test('of one source says nothing of another', () => {
    commit(store, 'defillama-hacks', addDays(DAY, -31), { incidents: [anIncident('a')] })
    commitRegistry(store, DAY, aProtocol(1, { tvl: tvlOf(DAY, { Ethereum: 5 }) }))
    bounties(addDays(DAY, -30), '1')
    reviews(addDays(DAY, -91), 'slug-1')
    const universe = load(DAY)
    expect(universe.incidents).toEqual(missing('stale', 'defillama-hacks'))
    expect(universe.records[0]).toMatchObject({
      tvl: { known: true },
      facts: {
        bounty: { known: true, asOf: addDays(DAY, -30) },
        reviews: missing('stale', 'defiscan'),
      },
    })
  })

  test('counts from the last good read, whatever failed since', () => {
    commitRegistry(store, DAY, aProtocol(1))
    bounties(addDays(DAY, -20), '1')
    fail('immunefi', addDays(DAY, -1))
    expect(one(DAY).facts.bounty).toMatchObject({ known: true, asOf: addDays(DAY, -20) })
  })

  test('a later read is not known on an earlier day', () => {
    commitRegistry(store, DAY, aProtocol(1))
    bounties(addDays(DAY, 1), '1')
    expect(one(DAY).facts.bounty).toEqual(missing('not-read-yet', 'immunefi'))
  })
})

describe('the past of a protocol', () => {
  const why = () => one(DAY).history.missing

  test('that was never asked for is read by a later run, or is not in the sample', () => {
    commitRegistry(store, DAY, aProtocol(1))
    expect(why()).toBe('not-read-yet')
    insertSourceRun(store, aRun(REGISTRY, DAY, { origin: 'recorded' }))
    expect(why()).toBe('not-read-yet')
    insertSourceRun(store, aRun(REGISTRY, DAY, { origin: 'seed' }))
    expect(why()).toBe('not-in-sample')
  })

  test('that could not be read says so, and one that was read says nothing', () => {
    commitRegistry(store, DAY, aProtocol(1))
    recordHistoryFailure(store, 1, DAY)
    expect(why()).toBe('upstream-failed')
    commitHistory(store, 1, [], DAY)
    expect(why()).toBeUndefined()
  })
})

describe('a source that gave nothing', () => {
  test('and failed says so', () => {
    commitRegistry(store, DAY, aProtocol(1))
    for (const source of ['immunefi', 'defiscan', 'defillama-hacks'] as const) fail(source, DAY)
    const { incidents, records } = load(DAY)
    expect(incidents).toEqual(missing('upstream-failed', 'defillama-hacks'))
    expect(records[0]?.facts).toMatchObject({
      bounty: missing('upstream-failed', 'immunefi'),
      reviews: missing('upstream-failed', 'defiscan'),
    })
  })

  test('and is absent from the recording is left out by it', () => {
    commitRegistry(store, DAY, aProtocol(1))
    insertSourceRun(store, aRun('immunefi', DAY, { status: 'absent' }))
    expect(one(DAY).facts.bounty).toEqual(missing('not-in-sample', 'immunefi'))
  })
})

describe('changes of adapters', () => {
  const changes = (day: string, module: string) =>
    commit(store, 'defillama-adapters', day, {
      readings: {
        names: ['adapterChanges'],
        rows: [
          {
            key: { module },
            name: 'adapterChanges',
            reading: known({ module, lastChangedOn: day, authors: 2 }, day, 'defillama-adapters'),
          },
        ],
      },
    })

  test('a protocol without an adapter, or with one that has no reading, is not covered', () => {
    const adapters = ['tern', 'auk', null]
    const protocols = adapters.map((adapterModule, index) =>
      aProtocol(index + 1, { adapterModule }),
    )
    commitRegistry(store, DAY, ...protocols)
    changes(DAY, 'tern')
    const [tern, auk, none] = load(DAY).records.map(({ facts }) => facts.adapterChanges)
    expect(tern).toMatchObject({ known: true, asOf: DAY })
    expect(auk).toEqual(missing('not-covered', 'defillama-adapters'))
    expect(none).toEqual(auk)
  })

  test('stay in use for 30 days after the newest commit', () => {
    commitRegistry(store, DAY, aProtocol(1, { adapterModule: 'tern' }))
    changes(addDays(DAY, -30), 'tern')
    expect(one(DAY).facts.adapterChanges).toMatchObject({ known: true })
    fail('defillama-adapters', DAY)
    expect(one(DAY).facts.adapterChanges).toMatchObject({ known: true })
    commitRegistry(store, addDays(DAY, 1), aProtocol(1, { adapterModule: 'tern' }))
    expect(one(addDays(DAY, 1)).facts.adapterChanges).toEqual(
      missing('stale', 'defillama-adapters'),
    )
  })
})

describe('bounties and reviews', () => {
  test('of a protocol that the list of programmes does not name nothing is known', () => {
    commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
    bounties(DAY, '1')
    const [one, two] = load(DAY).records
    expect(one?.facts.bounty).toMatchObject({ value: { maxUsd: 5 } })
    expect(two?.facts.bounty).toEqual(missing('unmatched', 'immunefi'))
  })

  test('a list of days ago that a later run read again counts as of its own day', () => {
    commitRegistry(store, DAY, aProtocol(1))
    bounties(DAY, '1')
    bounties(addDays(DAY, -31), '1')
    expect(one(DAY).facts.bounty).toEqual(missing('stale', 'immunefi'))
  })

  test('a protocol that was not reviewed is not covered', () => {
    commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
    reviews(DAY, 'slug-1')
    const [one, two] = load(DAY).records
    expect(one?.facts.reviews).toMatchObject({ known: true })
    expect(two?.facts.reviews).toEqual(missing('not-covered', 'defiscan'))
  })

  test('a review of a later day than the snapshot is not known on it', () => {
    commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
    const older = aReview({ reviewedOn: addDays(DAY, -9) })
    const later = aReview({ reviewedOn: addDays(DAY, 1) })
    commit(store, 'defiscan', DAY, {
      reviews: [
        { key: { slug: 'slug-1', day: DAY }, review: older },
        { key: { slug: 'slug-1', day: DAY }, review: later },
        { key: { slug: 'slug-2', day: DAY }, review: later },
      ],
    })
    const [one, two] = load(DAY).records
    expect(one?.facts.reviews).toEqual(known([older], addDays(DAY, -9), 'defiscan'))
    expect(two?.facts.reviews).toEqual(missing('not-covered', 'defiscan'))
    expect(load(addDays(DAY, 1)).records[0]?.facts.reviews).toEqual(
      known([older, later], addDays(DAY, 1), 'defiscan'),
    )
  })

  test('a review comes with its multisigs, and one that was stored without any names none', () => {
    commitRegistry(store, DAY, aProtocol(1))
    const multisig = { threshold: 3, signers: 5, outsiders: null, publicSigners: true }
    const review = aReview({ reviewedOn: DAY, multisigs: [multisig] })
    commit(store, 'defiscan', DAY, { reviews: [{ key: { slug: 'slug-1', day: DAY }, review }] })
    expect(one(DAY).facts.reviews).toMatchObject({ value: [{ multisigs: [multisig] }] })
    store.exec(
      "UPDATE readings SET value = json_remove(value, '$[0].multisigs') WHERE name = 'reviews'",
    )
    expect(one(DAY).facts.reviews).toMatchObject({ value: [{ multisigs: [] }] })
  })
})

describe('facts that a source has for some protocols only', () => {
  const SPARSE = ['reviews', 'control', 'markets', 'adapterChanges'] as const
  const SOURCES_OF_THEM = ['defiscan', 'onchain', 'defillama-adapters'] as const
  const reasons = () => {
    const { facts } = one(DAY)
    return SPARSE.map((name) => {
      const fact = facts[name]
      return fact?.known === false ? fact.reason : fact
    })
  }

  test('are not covered where a live source has no row, and not in the sample where that has none', () => {
    commitRegistry(store, DAY, aProtocol(1))
    for (const origin of ['live', 'recorded', 'seed']) {
      for (const source of SOURCES_OF_THEM) insertSourceRun(store, aRun(source, DAY, { origin }))
      const expected = origin === 'seed' ? 'not-in-sample' : 'not-covered'
      expect(reasons()).toEqual(SPARSE.map(() => expected))
    }
  })

  test('of a source that was never asked are read by a later run, or are not in the sample', () => {
    commitRegistry(store, DAY, aProtocol(1))
    expect(reasons()).toEqual(SPARSE.map(() => 'not-read-yet'))
    insertSourceRun(store, aRun(REGISTRY, DAY, { origin: 'seed' }))
    expect(reasons()).toEqual(SPARSE.map(() => 'not-in-sample'))
  })

  test('that the sample has from records stay while the chains were not read, and are named by it alone', () => {
    commitRegistry(store, DAY, aProtocol(1))
    expect(loadSourceStates(store, DAY).map(({ id }) => id)).not.toContain('public-records')
    const reading = known([], DAY, 'public-records')
    const rows = [{ key: { id: '1' }, name: 'control' as const, reading }]
    commit(store, 'public-records', DAY, { readings: { names: ['control', 'markets'], rows } })
    expect(one(DAY).facts.control).toEqual(reading)
    const states = loadSourceStates(store, DAY).filter(({ status }) => status === 'ok')
    expect(states.map(({ id }) => id)).toEqual([REGISTRY, 'public-records'])
  })

  test('come as they were stored, and stale when they are too old', () => {
    const control: ContractControl = {
      chain: 'Ethereum',
      address: '0x1',
      name: null,
      role: 'funds',
      proxy: null,
      codeChange: { known: false, why: 'not-recorded' },
      powers: [],
      pause: null,
      day: DAY,
      block: null,
      source: 'onchain',
      link: 'https://x.example',
      tvlUsd: null,
    }
    commitRegistry(store, DAY, aProtocol(1))
    const reading = known([control], DAY, 'onchain')
    const rows = [{ key: { id: '1' }, name: 'control' as const, reading }]
    commit(store, 'onchain', DAY, { readings: { names: ['control', 'markets'], rows } })
    expect(one(DAY).facts).toMatchObject({
      control: reading,
      markets: missing('not-covered', 'onchain'),
    })
    const later = addDays(DAY, 15)
    commitRegistry(store, later, aProtocol(1))
    expect(one(later).facts.control).toEqual(missing('stale', 'onchain'))
  })
})

test('audits are not known when the list of links is not', () => {
  commitRegistry(store, DAY, aProtocol(1, { facts: linksOf(DAY, 'a') }))
  expect(one(DAY).audits).toHaveLength(1)
  const gone = { auditLinks: missing('refused', REGISTRY) }
  commitRegistry(store, addDays(DAY, 1), aProtocol(1, { facts: gone }))
  expect(one(addDays(DAY, 1)).audits).toEqual([])
})

test('incidents are those of the newest list that had happened by the day', () => {
  const early = anIncident('early', { day: addDays(DAY, -9), protocolId: '1', parentId: 'p' })
  commitRegistry(store, DAY, aProtocol(1))
  commit(store, 'defillama-hacks', addDays(DAY, -8), { incidents: [anIncident('withdrawn')] })
  commit(store, 'defillama-hacks', DAY, {
    incidents: [
      early,
      anIncident('today', { day: DAY }),
      anIncident('later', { day: addDays(DAY, 1) }),
    ],
  })
  expect(load(DAY).incidents).toEqual(
    known(
      [
        { ...early, readings: 1 },
        { ...anIncident('today', { day: DAY }), readings: 1 },
      ],
      DAY,
      'defillama-hacks',
    ),
  )
})

describe('history', () => {
  test('is the sum over chains of what users hold, for 400 days up to the day', () => {
    const first = dayNumber(DAY) - 400
    const days = [first, first + 1, dayNumber(DAY) - 1, dayNumber(DAY) + 1]
    commitRegistry(store, DAY, aProtocol(1, { tvl: tvlOf(DAY, { Ethereum: 5, Base: 2 }) }))
    commitHistory(
      store,
      1,
      [
        { chain: 'Ethereum', section: 'tvl', days, usd: [1, 2, 3, 4] },
        { chain: 'Ethereum', section: 'borrowed', days, usd: [100, 100, 100, 100] },
      ],
      DAY,
    )
    expect(one(DAY).history).toEqual({
      days: [first + 1, dayNumber(DAY) - 1, dayNumber(DAY)],
      usd: [2, 3, 7],
    })
  })

  test('chains come by name with their class', () => {
    const chains = (['Base', 'Arbitrum'] as const).map((name) => ({
      name,
      kind: 'evm' as const,
      chainId: 1,
      security: 'rollup' as const,
    }))
    commitRegistry(store, DAY, aProtocol(1))
    commit(store, 'defillama-chains', DAY, { chains })
    expect(load(DAY).chains).toEqual(chains.toReversed())
  })
})

function load(day: string): Universe {
  return loadUniverse(store, day, LIMITS) ?? expect.fail('there is no universe')
}

function one(day: string): ProtocolRecord {
  return load(day).records[0] ?? expect.fail('there is no protocol')
}

function fail(source: SourceId, day: string): void {
  insertSourceRun(store, aRun(source, day, { status: 'failed', rowCounts: null }))
}

function bounties(day: string, ...ids: string[]): void {
  const bounty = { maxUsd: 5, programme: 'P', url: 'https://x.example' }
  commit(store, 'immunefi', day, {
    programmes: ids.map((id) => ({ id, name: 'P', bounty, protocols: [id], homes: [] })),
  })
}

function reviews(day: string, slug: string): void {
  const review = aReview({ reviewedOn: day })
  commit(store, 'defiscan', day, { reviews: [{ key: { slug, day }, review }] })
}

function aReview(given: Partial<Review>): Review {
  const grades = {
    upgradeability: 'L',
    autonomy: 'L',
    exitWindow: 'L',
    accessibility: 'L',
  } as const
  return {
    chain: 'Ethereum',
    stage: 1,
    ...grades,
    multisigs: [],
    reviewedOn: DAY,
    url: 'u',
    ...given,
  }
}
