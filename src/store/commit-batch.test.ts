import { beforeEach, describe, expect, test } from 'vitest'
import { noRowCounts, type ProtocolKey } from '../domain/batch.ts'
import { dayNumber } from '../domain/day.ts'
import type { Programme } from '../domain/programme.ts'
import type { Review } from '../domain/protocol.ts'
import { known, missing } from '../domain/reading.ts'
import { commitBatch } from './commit-batch.ts'
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
import { openStore, type Store } from './open.ts'

const DAY = '2024-03-10'
const NEXT = '2024-03-11'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe('one transaction', () => {
  test('a failure in the middle leaves nothing of the batch and no note of the run', () => {
    commitRegistry(store, DAY, aProtocol(1))
    const before = store.serialize()
    const broken = aProtocol(3, { tvl: tvlOf(NEXT, { Ethereum: Number.NaN }) })
    expect(() =>
      commitRegistry(store, NEXT, aProtocol(1, { name: 'New' }), aProtocol(2), broken),
    ).toThrow('NOT NULL')
    expect(all('SELECT id, name, last_seen FROM protocols')).toEqual([
      { id: 1, name: 'Name 1', last_seen: DAY },
    ])
    expect(all('SELECT as_of FROM source_runs')).toEqual([{ as_of: DAY }])
    expect(Buffer.compare(store.serialize(), before)).toBe(0)
  })

  test('a note of the run that cannot be written takes the batch with it', () => {
    const run = aRun(REGISTRY, DAY, { durationMs: Number.NaN })
    const batch = { asOf: DAY, rowCounts: noRowCounts(), protocols: [aProtocol(1)] }
    expect(() => commitBatch(store, REGISTRY, batch, run)).toThrow('NOT NULL')
    expect(all('SELECT * FROM protocols')).toEqual([])
  })
})

describe('readings', () => {
  test('carry value, day and source', () => {
    commitRegistry(store, DAY, aProtocol(1, { facts: { contract: known('0x1', DAY, 'src') } }))
    expect(reading('contract')).toEqual({ value: '"0x1"', reason: null, as_of: DAY, source: 'src' })
  })

  test('a missing reading replaces a known one, and a known one a missing one', () => {
    const gone = { contract: missing('refused', REGISTRY) }
    const there = { contract: known('0x1', NEXT, REGISTRY) }
    commitRegistry(store, DAY, aProtocol(1, { facts: there }))
    commitRegistry(store, NEXT, aProtocol(1, { facts: gone, tvl: missing('refused', REGISTRY) }))
    const none = { value: null, reason: 'refused', as_of: null, source: REGISTRY }
    expect(reading('contract')).toEqual(none)
    expect(reading('tvl')).toEqual(none)
    commitRegistry(store, NEXT, aProtocol(1, { facts: there }))
    expect(reading('contract')).toMatchObject({ value: '"0x1"', reason: null })
  })

  test('a row that left the scope keeps what was last known', () => {
    const facts = { contract: known('0x1', DAY, REGISTRY) }
    commitRegistry(store, DAY, aProtocol(1, { facts }))
    const gone = { contract: known('0x2', NEXT, REGISTRY) }
    const tvl = tvlOf(NEXT, { Ethereum: 5 })
    commitRegistry(store, NEXT, aProtocol(1, { outOfScope: 'dead', facts: gone, tvl }))
    expect(reading('contract')).toMatchObject({ value: '"0x1"', as_of: DAY })
    expect(points()).toEqual([])
    expect(all('SELECT out_of_scope, last_seen FROM protocols')).toEqual([
      { out_of_scope: 'dead', last_seen: NEXT },
    ])
  })
})

describe('TVL of the day', () => {
  test('is kept as a total of all chains by section, in cents', () => {
    const tvl = known(
      [
        { chain: 'Ethereum', section: 'tvl' as const, usd: 5 },
        { chain: 'Arbitrum', section: 'tvl' as const, usd: 0.125 },
        { chain: 'Ethereum', section: 'borrowed' as const, usd: 2 },
        { chain: 'Base', section: 'tvl' as const, usd: 0 },
      ],
      DAY,
      REGISTRY,
    )
    commitRegistry(store, DAY, aProtocol(1, { tvl }))
    expect(points()).toEqual([
      { day: dayNumber(DAY), section: 0, cents: 513 },
      { day: dayNumber(DAY), section: 1, cents: 200 },
    ])
  })

  test('of the day before stays, and a second run of a day replaces the whole day', () => {
    commitRegistry(store, DAY, aProtocol(1, { tvl: tvlOf(DAY, { Ethereum: 5 }) }))
    commitRegistry(store, NEXT, aProtocol(1, { tvl: tvlOf(NEXT, { Ethereum: 6, Base: 1 }) }))
    commitRegistry(store, NEXT, aProtocol(1, { tvl: tvlOf(NEXT, { Ethereum: 7 }) }))
    expect(points()).toEqual([
      { day: dayNumber(DAY), section: 0, cents: 500 },
      { day: dayNumber(NEXT), section: 0, cents: 700 },
    ])
  })

  test('that is missing leaves no point, and none at zero', () => {
    commitRegistry(store, DAY, aProtocol(1, { tvl: missing('not-covered', REGISTRY) }))
    expect(points()).toEqual([])
  })
})

describe('audits', () => {
  test('are kept once a link, with the auditor that the link names', () => {
    const links = linksOf(DAY, 'https://known.example/1', 'https://other.example/2')
    commitRegistry(store, DAY, aProtocol(1, { facts: links }))
    expect(all('SELECT report_url, auditor, first_seen FROM audits')).toEqual([
      { report_url: 'https://known.example/1', auditor: 'Known Auditor', first_seen: DAY },
      { report_url: 'https://other.example/2', auditor: null, first_seen: DAY },
    ])
  })

  test('have the day that the link names, read anew each time', () => {
    const commitOn = (day: string, auditedOn?: (url: string, asOf: string) => string | null) => {
      const protocols = [aProtocol(1, { facts: linksOf(DAY, 'https://other.example/2023') })]
      const batch = { asOf: day, rowCounts: noRowCounts(), protocols }
      commitBatch(store, REGISTRY, batch, aRun(REGISTRY, day), () => null, auditedOn)
    }
    commitOn(DAY)
    expect(all('SELECT audited_on FROM audits')).toEqual([{ audited_on: null }])
    commitOn(NEXT, (url, asOf) => (url.endsWith('2023') && asOf === DAY ? '2023-01-01' : null))
    expect(all('SELECT audited_on FROM audits')).toEqual([{ audited_on: '2023-01-01' }])
  })

  test('that were read by hand have the auditor, day and findings of the reading', () => {
    const report = { auditor: 'Reader', auditedOn: '2022-03-04', findings: '1 high' }
    const links = linksOf(DAY, 'https://known.example/1', 'https://other.example/2')
    const reports = [{ ...report, reportUrl: 'https://known.example/1' }]
    commitRegistry(store, DAY, aProtocol(1, { facts: links, reports }))
    expect(all('SELECT auditor, audited_on AS auditedOn, findings FROM audits')).toEqual([
      report,
      { auditor: null, auditedOn: null, findings: null },
    ])
    commitRegistry(store, DAY, aProtocol(1, { facts: links }))
    expect(all('SELECT auditor, findings FROM audits')).toEqual([
      { auditor: 'Known Auditor', findings: null },
      { auditor: null, findings: null },
    ])
  })

  test('a link that upstream drops goes, one that stays keeps its first day', () => {
    commitRegistry(
      store,
      DAY,
      aProtocol(1, { facts: linksOf(DAY, 'a', 'b') }),
      aProtocol(2, { facts: linksOf(DAY, 'b') }),
    )
    commitRegistry(store, NEXT, aProtocol(1, { facts: linksOf(NEXT, 'a', 'c') }), aProtocol(2))
    expect(all('SELECT protocol_id AS id, report_url AS url, first_seen FROM audits')).toEqual([
      { id: 1, url: 'a', first_seen: DAY },
      { id: 1, url: 'c', first_seen: NEXT },
      { id: 2, url: 'b', first_seen: DAY },
    ])
  })
})

describe('the registry', () => {
  test('keeps the first day of a protocol and moves its last', () => {
    commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
    commitRegistry(store, NEXT, aProtocol(1))
    expect(all('SELECT id, first_seen, last_seen FROM protocols')).toEqual([
      { id: 1, first_seen: DAY, last_seen: NEXT },
      { id: 2, first_seen: DAY, last_seen: DAY },
    ])
  })

  test('a protocol that a second run of the same day no longer lists is not listed on it', () => {
    commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
    commitRegistry(store, DAY, aProtocol(1))
    expect(all('SELECT id FROM protocols WHERE last_seen = ?', DAY)).toEqual([{ id: 1 }])
  })
})

describe('incidents', () => {
  test('keep the day on which they were first seen, and take corrections', () => {
    commit(store, 'defillama-hacks', DAY, { incidents: [anIncident('a'), anIncident('b')] })
    commit(store, 'defillama-hacks', NEXT, {
      incidents: [
        anIncident('a', { lossUsd: 9, protocolId: '7' }),
        anIncident('c', { day: '2024-03-11' }),
      ],
    })
    expect(
      all('SELECT id, loss_usd AS loss, protocol_id AS p, first_seen, last_seen FROM incidents'),
    ).toEqual([
      { id: 'a', loss: 9, p: 7, first_seen: DAY, last_seen: NEXT },
      { id: 'b', loss: 1, p: null, first_seen: DAY, last_seen: DAY },
      { id: 'c', loss: 1, p: null, first_seen: NEXT, last_seen: NEXT },
    ])
  })

  test('one that a second run of the same day no longer lists is not listed on it', () => {
    commit(store, 'defillama-hacks', DAY, { incidents: [anIncident('a'), anIncident('b')] })
    commit(store, 'defillama-hacks', DAY, { incidents: [anIncident('b')] })
    expect(all('SELECT id FROM incidents WHERE last_seen = ?', DAY)).toEqual([{ id: 'b' }])
  })
})

describe('bounties', () => {
  test('go to the protocol of their id, the largest wins, and strangers are counted', () => {
    commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
    const { unmatched } = commit(store, 'immunefi', DAY, {
      programmes: [aProgramme(['1'], 5), aProgramme(['1'], 9), aProgramme(['3'], 1)],
    })
    expect(unmatched).toBe(1)
    expect(rewards()).toMatchObject([
      { id: 1, usd: 9 },
      { id: 2, usd: null, reason: 'unmatched' },
    ])
  })

  test('are tied by the site of the registry when no person looked', () => {
    commitRegistry(store, DAY, aProtocol(1, { url: 'https://www.tern.example/app' }))
    const programme = { ...aProgramme(null, 5), homes: ['tern.example'] }
    expect(commit(store, 'immunefi', DAY, { programmes: [programme] }).unmatched).toBe(0)
    expect(rewards()).toMatchObject([{ id: 1, usd: 5 }])
  })

  test('are tied by an organisation of the registry, in any case of its letters', () => {
    commitRegistry(store, DAY, aProtocol(1, { organisations: ['Tern-Labs'] }))
    const programme = { ...aProgramme(null, 5), homes: ['github:tern-labs'] }
    commit(store, 'immunefi', DAY, { programmes: [programme] })
    expect(rewards()).toMatchObject([{ id: 1, usd: 5 }])
  })

  test('whose reward could not be read are refused, not none', () => {
    commitRegistry(store, DAY, aProtocol(1))
    commit(store, 'immunefi', DAY, { programmes: [{ ...aProgramme(['1'], 5), bounty: null }] })
    expect(rewards()).toMatchObject([{ id: 1, reason: 'refused' }])
  })

  test('that a sample does not hold are not in the sample', () => {
    commitRegistry(store, DAY, aProtocol(1))
    const batch = { asOf: DAY, rowCounts: noRowCounts(), programmes: [] }
    commitBatch(store, 'immunefi', batch, aRun('immunefi', DAY, { origin: 'seed' }))
    expect(rewards()).toMatchObject([{ id: 1, reason: 'not-in-sample' }])
  })

  test('of programmes that ended are gone', () => {
    commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
    commit(store, 'immunefi', DAY, { programmes: [aProgramme(['1', '2'], 5)] })
    commit(store, 'immunefi', NEXT, { programmes: [aProgramme(['2'], 5)] })
    expect(rewards()).toEqual([
      { id: 1, usd: null, reason: 'unmatched', asOf: null },
      { id: 2, usd: 5, reason: null, asOf: NEXT },
    ])
  })
})

describe('reviews', () => {
  test('go to the protocol that had the slug on their day, or had it first', () => {
    commitRegistry(store, DAY, aProtocol(1, { slug: 'old' }), aProtocol(2, { slug: 'reused' }))
    commitRegistry(
      store,
      NEXT,
      aProtocol(1, { slug: 'new' }),
      aProtocol(2, { slug: 'moved' }),
      aProtocol(3, { slug: 'reused' }),
    )
    const { unmatched } = commit(store, 'defiscan', NEXT, {
      reviews: [
        aReview('old', '2024-01-02'),
        aReview('new', '2024-02-03'),
        aReview('reused', '2024-01-04'),
        aReview('stranger', '2024-01-05'),
      ],
    })
    expect(unmatched).toBe(1)
    expect(
      all(
        "SELECT protocol_id AS id, as_of, json_array_length(value) AS n FROM readings WHERE name = 'reviews'",
      ),
    ).toEqual([
      { id: 1, as_of: '2024-02-03', n: 2 },
      { id: 2, as_of: '2024-01-04', n: 1 },
    ])
  })

  test('keep their multisigs', () => {
    commitRegistry(store, DAY, aProtocol(1))
    commit(store, 'defiscan', DAY, { reviews: [aReview('slug-1', DAY)] })
    expect(
      all("SELECT value -> '$[0].multisigs' AS multisigs FROM readings WHERE name = 'reviews'"),
    ).toEqual([
      { multisigs: '[{"threshold":3,"signers":5,"outsiders":false,"publicSigners":null}]' },
    ])
  })

  test('that were withdrawn are gone', () => {
    commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
    commit(store, 'defiscan', DAY, { reviews: [aReview('slug-1', DAY), aReview('slug-2', DAY)] })
    commit(store, 'defiscan', NEXT, { reviews: [aReview('slug-2', DAY)] })
    expect(all("SELECT protocol_id AS id FROM readings WHERE name = 'reviews'")).toEqual([
      { id: 2 },
    ])
  })
})

describe('readings by adapter', () => {
  const rowOf = (module: string) => ({
    key: { module },
    name: 'adapterChanges' as const,
    reading: known({ module }, DAY, 'defillama-adapters'),
  })
  const read = (...modules: string[]) =>
    commit(store, 'defillama-adapters', DAY, {
      readings: { names: ['adapterChanges'], rows: modules.map(rowOf) },
    })
  const stored = () =>
    all(
      "SELECT protocol_id AS id, value ->> '$.module' AS module FROM readings WHERE name = 'adapterChanges' ORDER BY id",
    )

  test('go to every protocol with that adapter, and an adapter without a protocol is unmatched', () => {
    const adapters = ['aave', 'aave', 'tern', null]
    const protocols = adapters.map((adapterModule, index) =>
      aProtocol(index + 1, { adapterModule }),
    )
    commitRegistry(store, DAY, ...protocols)
    expect(read('aave', 'skua', 'tern')).toEqual({ unmatched: 1 })
    expect(stored()).toEqual([
      { id: 1, module: 'aave' },
      { id: 2, module: 'aave' },
      { id: 3, module: 'tern' },
    ])
  })

  test('follow a protocol to another adapter, and are gone when the adapter is', () => {
    commitRegistry(store, DAY, aProtocol(1, { adapterModule: 'tern' }))
    read('tern', 'auk')
    commitRegistry(store, NEXT, aProtocol(1, { adapterModule: 'auk' }))
    read('tern', 'auk')
    expect(stored()).toEqual([{ id: 1, module: 'auk' }])
    commitRegistry(store, NEXT, aProtocol(1))
    read('tern', 'auk')
    expect(stored()).toEqual([])
  })
})

test('an address that is delisted goes, one that stays keeps its first day', () => {
  const [a, b, c] = ['0xa', '0xb', '0xc'].map((address) => ({ asset: 'ETH', address }))
  commit(store, 'ofac', DAY, { sanctions: [a, b].filter((x) => x !== undefined) })
  commit(store, 'ofac', NEXT, { sanctions: [b, c].filter((x) => x !== undefined) })
  expect(all('SELECT address, first_seen FROM sanctions')).toEqual([
    { address: '0xb', first_seen: DAY },
    { address: '0xc', first_seen: NEXT },
  ])
})

function all(sql: string, ...values: unknown[]): unknown[] {
  return store.prepare(sql).all(...values)
}

function reading(name: string): unknown {
  return all('SELECT value, reason, as_of, source FROM readings WHERE name = ?', name)[0]
}

function points(): unknown[] {
  return all('SELECT day, section, cents FROM tvl_daily ORDER BY day, section')
}

let programmes = 0

function aProgramme(protocols: string[] | null, maxUsd: number): Programme {
  programmes += 1
  const url = `https://bounty.example/${programmes}`
  return {
    id: `p${programmes}`,
    name: 'P',
    bounty: { maxUsd, programme: 'P', url },
    protocols,
    homes: [],
  }
}

function rewards() {
  return all(
    "SELECT protocol_id AS id, value ->> 'maxUsd' AS usd, reason, as_of AS asOf FROM readings WHERE name = 'bounty'",
  )
}

function aReview(slug: string, day: string): { key: ProtocolKey; review: Review } {
  const grade = 'L'
  const grades = {
    upgradeability: grade,
    autonomy: grade,
    exitWindow: grade,
    accessibility: grade,
  } as const
  return {
    key: { slug, day },
    review: {
      chain: 'Ethereum',
      stage: 1,
      ...grades,
      multisigs: [{ threshold: 3, signers: 5, outsiders: false, publicSigners: null }],
      reviewedOn: day,
      url: 'https://x.example',
    },
  }
}
