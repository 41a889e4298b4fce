import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../domain/day.ts'
import type { Incident } from '../../domain/protocol.ts'
import { known, missing } from '../../domain/reading.ts'
import type { ProtocolRecord } from '../../domain/record.ts'
import { anIncident } from '../fixtures/incident.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, DAY, fact } from '../fixtures/record.ts'
import { aUniverse } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { subjectsOf } from '../subject.ts'
import { incidents } from './incidents.ts'

const SMALL = METHODOLOGY.incidents.smallLossWeight
const { lineage: LINEAGE, lineageLending: LINEAGE_LENDING } = METHODOLOGY.incidents

const REGISTRY = [
  { id: '1', name: 'Harbour', slug: 'harbour', parentId: 'parent#port' },
  { id: '2', name: 'Jetty', slug: 'jetty', parentId: 'parent#port' },
  { id: '3', name: 'Quay', slug: 'quay', parentId: null },
  { id: '4', name: 'Clean', slug: 'clean', parentId: null },
  { id: '5', name: 'Twin', slug: 'twin', parentId: null },
  { id: '6', name: 'Twin', slug: 'twin-2', parentId: null },
]

function judged(list: Partial<Incident>[], record: Partial<ProtocolRecord> = {}) {
  const all = list.map((fields, index) => anIncident({ id: `loss-${index}`, ...fields }))
  const world = { incidents: known(all, '2024-03-10', 'hacks'), registry: REGISTRY }
  return judge(incidents, aRecord({ parentId: 'parent#port', ...record }), world)
}

function pressureOf(list: Partial<Incident>[], record: Partial<ProtocolRecord> = {}): number {
  const result = judged(list, record)
  if (typeof result === 'string' || result.value === undefined) throw new Error('no value')
  return result.value
}

describe('own losses', () => {
  test('none is no risk', () => {
    expect(judged([])).toEqual({
      value: 0,
      sentence: 'No loss is recorded.',
      asOf: '2024-03-10',
      source: 'hacks',
    })
  })

  test.each([
    ['2024-03-01', 1],
    ['2022-09-30', 0.5],
    ['2021-03-01', 0.25],
    ['2009-03-11', 2 ** -10],
  ])('a loss of %s is halved every 18 months', (day, value) => {
    expect(pressureOf([{ day }])).toBeCloseTo(value, 9)
  })

  test('every loss adds to the others', () => {
    expect(judged([{}, {}])).toMatchObject({
      value: 2,
      sentence: '2 losses are recorded, the last on 2024-03-11.',
    })
  })

  test('the last of several is found in any order', () => {
    const days = ['2022-01-01', '2023-01-01', '2021-01-01']
    expect(judged(days.map((day) => ({ day })))).toHaveProperty(
      'sentence',
      '3 losses are recorded, the last on 2023-01-01.',
    )
  })

  test('the risk of a loss falls with time and never below that of none', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(20_000), (a, b) => {
        const [older, newer] = [Math.max(a, b), Math.min(a, b)]
        const of = (age: number) => pressureOf([{ day: addDays(DAY, -age) }])
        expect(of(older)).toBeLessThanOrEqual(of(newer))
        expect(of(older)).toBeGreaterThanOrEqual(pressureOf([]))
      }),
    )
  })

  test.each([
    ['of unknown size counts in full', { lossUsd: null }, 1],
    ['of a tenth of what there was counts in full', { lossUsd: 1e6 / 9 }, 1],
    ['of half of that by its half', { lossUsd: 1e6 / 19 }, SMALL + (1 - SMALL) / 2],
    [
      'that was made good counts less',
      { lossUsd: 1e9, returnedUsd: 1e9 },
      SMALL + (1 - SMALL) * 0.6,
    ],
  ])('a loss %s', (_, fields, value) => {
    expect(pressureOf([fields])).toBeCloseTo(value, 9)
  })

  test('one is given with its day', () => {
    expect(judged([{ day: '2022-02-02' }])).toHaveProperty(
      'sentence',
      'One loss is recorded, on 2022-02-02.',
    )
  })
})

describe('losses of the family', () => {
  test('count at half weight, whether the family is named or known from the registry', () => {
    const byName = { protocolId: null, parentId: 'parent#port' }
    const bySibling = { protocolId: '2', parentId: null }
    expect(pressureOf([byName])).toBe(0.5)
    expect(pressureOf([bySibling])).toBe(0.5)
    expect(judged([byName])).toHaveProperty('sentence', 'Its family had one loss.')
    expect(judged([byName, bySibling, {}])).toMatchObject({
      value: 2,
      sentence: 'One loss is recorded, on 2024-03-11. Its family had 2 losses.',
    })
  })

  test('an own loss counts once, and strangers do not count', () => {
    expect(pressureOf([{ parentId: 'parent#port' }])).toBe(1)
    expect(pressureOf([{ protocolId: '3', parentId: 'parent#other' }])).toBe(0)
    expect(pressureOf([{ protocolId: '2' }], { parentId: null })).toBe(0)
  })

  /** The pressure on the first member, half of which is that of the loss. */
  const shareOf = (loss: Partial<Incident>, ...usd: (number | null)[]) => {
    const records = usd.map((held, index) =>
      aRecord({
        id: String(index + 1),
        parentId: 'parent#port',
        tvl:
          held === null
            ? missing('stale', 'registry')
            : fact([{ chain: 'Ethereum', section: 'tvl', usd: held }]),
      }),
    )
    const given = anIncident({ day: DAY, lossUsd: 1e6, ...loss })
    const world = aUniverse(records, { incidents: known([given], DAY, 'hacks') })
    const [subject] = subjectsOf(world, METHODOLOGY)
    const reading = subject && incidents.read(subject, METHODOLOGY)
    if (!reading?.known) throw new Error('the losses are known')
    const { familyWeight, fullLossShare } = METHODOLOGY.incidents
    return ((reading.value.value / familyWeight - SMALL) / (1 - SMALL)) * fullLossShare
  }

  test('of another member are measured by the TVL of that member, however large the others are', () => {
    expect(shareOf({ protocolId: '2' }, 1e12, 99e6)).toBeCloseTo(0.01, 9)
    expect(shareOf({ protocolId: '2' }, 1, 99e6)).toBeCloseTo(0.01, 9)
  })

  test('of the family as a whole are measured by the sum over its members', () => {
    const whole = { protocolId: null, parentId: 'parent#port' }
    expect(shareOf(whole, 9e6, 90e6)).toBeCloseTo(0.01, 9)
    expect(shareOf(whole, 99e6, null)).toBeCloseTo(0.01, 9)
    expect(shareOf(whole, null, null)).toBeCloseTo(0.1, 9)
  })

  test('of a member without a known TVL count in full: the others say nothing about it', () => {
    expect(shareOf({ protocolId: '2' }, 99e6, null)).toBeCloseTo(0.1, 9)
    expect(shareOf({ protocolId: '77', parentId: 'parent#port' }, 99e6)).toBeCloseTo(0.1, 9)
  })

  test('are measured by the TVL before them where it is known', () => {
    const before = { tvlBeforeUsd: 50e6, tvlBeforeDay: DAY }
    expect(shareOf({ protocolId: '2', ...before }, 1, 1)).toBeCloseTo(0.02, 9)
  })
})

describe('lineage', () => {
  const lossOfQuay = { protocolId: '3' }

  test.each([
    ['Dexs', 0.2],
    ['Yield Aggregator', 0.2],
    ['Lending', 1],
  ])('counts in %s at %d of the record of the origin', (category, value) => {
    expect([LINEAGE, LINEAGE_LENDING]).toEqual([0.2, 1])
    expect(judged([lossOfQuay], { category, facts: { forkedFrom: fact(['3']) } })).toMatchObject({
      value,
      sentence: 'Its code comes from Quay, which lost funds.',
    })
  })

  const market = { category: 'Lending', facts: { forkedFrom: fact(['3']) } }

  test.each<[string, Partial<Incident>, number]>([
    ['halves every 18 months', { day: '2022-09-30' }, 0.5],
    ['halves again', { day: '2021-03-01' }, 0.25],
    ['counts less where little of the value was lost', { lossUsd: 5e4, tvlBeforeUsd: 1e6 }, 0.6],
    ['counts least for a trifle', { lossUsd: 1, tvlBeforeUsd: 1e9 }, SMALL],
    [
      'counts less where all came back',
      { lossUsd: 1e6, tvlBeforeUsd: 1e6, returnedUsd: 1e6 },
      0.68,
    ],
  ])('%s, as for the origin itself', (_, loss, value) => {
    expect(pressureOf([{ ...lossOfQuay, ...loss }], market)).toBeCloseTo(value, 6)
  })

  test('is measured by the TVL of the origin, where that of the day before is not known', () => {
    const of = (usd: number) => {
      const quay = aRecord({ id: '3', tvl: fact([{ chain: 'Ethereum', section: 'tvl', usd }]) })
      const records = [aRecord(market), quay]
      const list = [anIncident({ protocolId: '3', lossUsd: 1e6 })]
      const world = aUniverse(records, { incidents: fact(list), registry: REGISTRY })
      const [subject] = subjectsOf(world, METHODOLOGY)
      return subject && incidents.read(subject, METHODOLOGY)
    }
    // A million of 20 million is half of a tenth; the fork itself holds one million.
    expect(of(19e6)).toMatchObject({ value: { value: expect.closeTo(SMALL + 0.8 / 2, 9) } })
    expect(of(9e6)).toMatchObject({ value: { value: 1 } })
  })

  test('never weighs more than the same loss weighs for its origin', () => {
    const losses = fc.array(
      fc.record({
        age: fc.nat(2_500),
        lossUsd: fc.option(fc.nat(1e8)),
        tvlBeforeUsd: fc.option(fc.nat(1e9)),
        returnedUsd: fc.option(fc.nat(1e8)),
      }),
      { minLength: 1, maxLength: 4 },
    )
    const categories = fc.constantFrom(...Object.keys(METHODOLOGY.categories))
    fc.assert(
      fc.property(losses, categories, fc.nat(1e9), (list, category, usd) => {
        const tvl = fact([{ chain: 'Ethereum', section: 'tvl' as const, usd }])
        const facts = { forkedFrom: fact(['3']) }
        const world = aUniverse([aRecord({ category, facts }), aRecord({ id: '3', tvl })], {
          registry: REGISTRY,
          incidents: fact(
            list.map(({ age, ...fields }, index) =>
              anIncident({
                ...fields,
                id: `loss-${index}`,
                protocolId: '3',
                day: addDays(DAY, -age),
              }),
            ),
          ),
        })
        const [fork, origin] = subjectsOf(world, METHODOLOGY).map((subject) => {
          const reading = incidents.read(subject, METHODOLOGY)
          return reading.known ? reading.value.value : Number.NaN
        })
        expect(fork).toBeLessThanOrEqual(origin ?? Number.NaN)
      }),
    )
  })

  test.each([['3'], ['Quay'], ['quay']])('finds the origin as %s', (name) => {
    expect(pressureOf([lossOfQuay], { facts: { forkedFrom: fact([name]) } })).toBe(LINEAGE)
  })

  test.each([
    ['code without a loss', ['4']],
    ['unknown code', ['Nowhere']],
    ['a name that two protocols share', ['Twin']],
    ['itself', ['1', 'Harbour']],
  ])('of %s is no worse than none', (_, names) => {
    const list = [lossOfQuay, { protocolId: '5' }, { protocolId: '6' }]
    expect(pressureOf(list, { facts: { forkedFrom: fact(names) } })).toBe(0)
  })

  test('counts beside the own record only where it is worse', () => {
    const record = { facts: { forkedFrom: fact(['3']) } }
    expect(pressureOf([lossOfQuay, {}], record)).toBe(1)
    const longAgo = { day: addDays(DAY, -5000) }
    expect(pressureOf([lossOfQuay, longAgo], record)).toBe(LINEAGE)
  })

  test('does not depend on the order in which the origins are declared', () => {
    const list = [lossOfQuay, { protocolId: '4' }]
    const of = (names: string[]) => judged(list, { facts: { forkedFrom: fact(names) } })
    expect(of(['3', '4'])).toEqual(of(['4', '3']))
    expect(of(['3', '4'])).toHaveProperty('sentence', expect.stringContaining('from Clean'))
  })
})

test('without a list of losses the record is missing', () => {
  const list = missing('stale', 'hacks')
  const record = aRecord({ facts: { forkedFrom: fact(['3']) } })
  expect(judge(incidents, record, { incidents: list })).toEqual({
    missing: 'stale',
    source: 'hacks',
  })
})
