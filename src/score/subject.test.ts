import { describe, expect, test } from 'vitest'
import { known, missing } from '../domain/reading.ts'
import { anIncident } from './fixtures/incident.ts'
import { aRecord, fact } from './fixtures/record.ts'
import { aSubject, aUniverse } from './fixtures/universe.ts'
import { METHODOLOGY } from './methodology.ts'
import { subjectsOf } from './subject.ts'

describe('a subject', () => {
  test('finds its activity by upstream category, which is a closed table', () => {
    expect(aSubject(aRecord({ category: 'Lending' }))).toMatchObject({
      activityId: 'lending',
      activity: { label: 'Lending market' },
    })
    for (const category of ['lending', 'LENDING']) {
      expect(aSubject(aRecord({ category })).activityId).toBe('lending')
    }
    for (const category of ['constructor', '__proto__', '', null]) {
      expect(aSubject(aRecord({ category }))).toMatchObject({ activityId: null, activity: null })
    }
  })

  test('finds its activity by upstream id where the category is too broad', () => {
    const of = (id: string) => aSubject(aRecord({ id, category: 'Liquid Staking' })).activityId
    // Binance and Coinbase hold the staked ether themselves.
    expect([of('2914'), of('3594'), of('1')]).toEqual([
      'custodial-staking',
      'custodial-staking',
      'liquid-staking',
    ])
    expect(aSubject(aRecord({ id: '2914', category: 'Time Travel' }))).toMatchObject({
      activityId: 'custodial-staking',
      activity: { label: 'Custodial staking' },
    })
  })

  test('sums every section over all chains', () => {
    const tvl = fact([
      { chain: 'Ethereum', section: 'tvl' as const, usd: 5 },
      { chain: 'Polygon', section: 'tvl' as const, usd: 2 },
      { chain: 'Polygon', section: 'borrowed' as const, usd: 3 },
    ])
    expect(aSubject(aRecord({ tvl })).sections).toMatchObject({
      value: { tvl: 7, borrowed: 3, staking: 0, pool2: 0, vesting: 0, treasury: 0, offers: 0 },
    })
  })

  test('shares its TVL out over chains, largest first and equals by name', () => {
    const on = (chain: string, usd: number) => ({ chain, section: 'tvl' as const, usd })
    const tvl = fact([on('Polygon', 1), on('Nowhere', 2), on('Arbitrum', 1)])
    expect(aSubject(aRecord({ tvl })).chainShares).toMatchObject({
      value: [
        [{ name: 'Nowhere', kind: 'other', security: null }, 0.5],
        [{ name: 'Arbitrum', security: 'rollup' }, 0.25],
        [{ name: 'Polygon', security: 'sidechain' }, 0.25],
      ],
    })
  })

  test('keeps the reason for which a reading is missing', () => {
    const tvl = missing('stale', 'registry')
    const incidents = missing('upstream-failed', 'hacks')
    expect(aSubject(aRecord({ tvl }), { incidents })).toMatchObject({
      sections: tvl,
      chainShares: tvl,
      ownIncidents: incidents,
      familyLosses: incidents,
      forkSources: incidents,
    })
    expect(aSubject(aRecord({ tvl })).forkSources).toEqual(missing('not-covered', 'registry'))
  })

  test('knows the best place where another member of its family votes, in any order of the records', () => {
    const member = (id: string, governance: string[]) =>
      aRecord({ id, parentId: 'parent#a', facts: { governance: fact(governance) } })
    const family = [
      member('1', []),
      member('2', ['snapshot:a']),
      member('3', ['eip155:1:c', 'snapshot:z']),
      member('4', ['snapshot:y', 'eip155:1:b']),
      aRecord({ id: '5', parentId: 'parent#b', facts: { governance: fact(['eip155:1:a']) } }),
      aRecord({ id: '6' }),
    ]
    for (const records of [family, family.toReversed()]) {
      const votes = subjectsOf(aUniverse(records), METHODOLOGY).map(
        ({ record, familyGovernance }) => [record.id, familyGovernance?.value ?? null],
      )
      expect(Object.fromEntries(votes)).toEqual({
        1: ['eip155:1:b', 'snapshot:y'],
        2: ['eip155:1:b', 'snapshot:y'],
        3: ['eip155:1:b', 'snapshot:y'],
        4: ['eip155:1:c', 'snapshot:z'],
        5: null,
        6: null,
      })
    }
  })

  test('does not own the losses of its family, and a family does not own those of a stranger', () => {
    const records = [
      aRecord({ id: '1', parentId: 'parent#a' }),
      aRecord({ id: '2', parentId: 'parent#a' }),
      aRecord({ id: '3' }),
    ]
    const list = [
      anIncident({ id: 'x', protocolId: '2' }),
      anIncident({ id: 'y', protocolId: null, parentId: 'parent#a' }),
      anIncident({ id: 'z', protocolId: null }),
    ]
    const world = aUniverse(records, { incidents: known(list, '2024-03-11', 'hacks') })
    const ids = subjectsOf(world, METHODOLOGY).map(({ ownIncidents, familyLosses }) => [
      ownIncidents.known && ownIncidents.value.map(({ id }) => id),
      familyLosses.known && familyLosses.value.map(({ incident }) => incident.id),
    ])
    expect(ids).toEqual([
      [[], ['x', 'y']],
      [['x'], ['y']],
      [[], []],
    ])
  })
})

test('an incident that a single reading has accuses no protocol', () => {
  const incident = anIncident({ protocolId: '1', day: '2024-01-01' })
  const known = (readings?: number) => {
    const one = readings === undefined ? incident : { ...incident, readings }
    const [subject] = subjectsOf(aUniverse([aRecord()], { incidents: fact([one]) }), METHODOLOGY)
    return [subject?.ownIncidents.known && subject.ownIncidents.value.length, subject?.unconfirmed]
  }
  expect([known(1), known(2), known()]).toEqual([
    [0, ['2024-01-01']],
    [1, []],
    [1, []],
  ])
})
