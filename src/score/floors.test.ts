import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIMENSIONS } from '../domain/dimension.ts'
import type { Incident } from '../domain/protocol.ts'
import { known, missing } from '../domain/reading.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { leavingOut } from './fixtures/changed-signals.ts'
import { anIncident } from './fixtures/incident.ts'
import { aRecord, DAY, fact } from './fixtures/record.ts'
import { aSubject, aUniverse } from './fixtures/universe.ts'
import { orderly } from './fixtures/universes.ts'
import { exposureFloors, floorsAfterLoss, lossFloors } from './floors.ts'
import { METHODOLOGY } from './methodology.ts'
import { scoreUniverse } from './score.ts'

const MOST = METHODOLOGY.floors.recentLoss.smartContract.at(-1)?.risk ?? Number.NaN

const holding = (usd: number): Partial<ProtocolRecord> => ({
  tvl: fact([{ chain: 'Ethereum', section: 'tvl', usd }]),
})

/** The floor under the composite after these losses of a protocol that holds a million. */
function compositeFloor(losses: Partial<Incident>[], record: Partial<ProtocolRecord> = {}) {
  const incidents = losses.map((fields, index) => anIncident({ id: `loss-${index}`, ...fields }))
  const subject = aSubject(aRecord(record), { incidents: fact(incidents) })
  return lossFloors(subject, METHODOLOGY).composite
}

/** The floor under smartContract after these losses of a protocol that holds a million. */
function floorAfter(losses: Partial<Incident>[], record: Partial<ProtocolRecord> = {}) {
  const incidents = losses.map((fields, index) => anIncident({ id: `loss-${index}`, ...fields }))
  const subject = aSubject(aRecord(record), { incidents: fact(incidents) })
  return lossFloors(subject, METHODOLOGY).dimensions.smartContract
}

const copy = { facts: { forkedFrom: fact(['3']) } }

describe('the floor of a recent loss', () => {
  test.each<[string, Partial<Incident>, Partial<ProtocolRecord>, number]>([
    ['stands in full for a year', { day: '2023-03-01' }, {}, 1],
    ['falls with every month after it', { day: '2023-02-28' }, {}, 11 / 12],
    ['is half after a year and a half', { day: '2022-09-11' }, {}, 0.5],
    ['is lower after a smaller loss', { lossUsd: 1e6 / 19 }, {}, 0.5],
    ['stands in full where a hundredth was lost in copied code', { lossUsd: 1e6 / 99 }, copy, 1],
    ['is lower where less was lost there', { lossUsd: 1e6 / 199 }, copy, 0.5],
    ['counts six tenths of what came back', { lossUsd: 1e6, returnedUsd: 1e6 }, {}, 0.6],
  ])('%s', (_, loss, record, share) => {
    expect(floorAfter([loss], record)?.risk).toBeCloseTo(MOST * share, 9)
  })

  test.each<[string, Partial<Incident>[]]>([
    ['without a loss', []],
    ['after two years', [{ day: '2022-03-11' }]],
  ])('is none %s', (_, losses) => {
    expect(floorAfter(losses)).toBeUndefined()
    expect(floorAfter(losses, copy)).toBeUndefined()
  })

  test('is none while the list of losses cannot be read', () => {
    const incidents = missing('stale', 'hacks')
    expect(lossFloors(aSubject(aRecord(), { incidents }), METHODOLOGY)).toEqual({
      dimensions: {},
      composite: null,
    })
  })

  test('is that of the worst of several losses, and names its day', () => {
    const sentence = 'The loss of 2023-05-05 is recent.'
    const losses = [{ day: '2024-01-01', lossUsd: 1 }, { day: '2023-05-05' }, { day: '2022-05-05' }]
    expect(floorAfter(losses)).toEqual({ id: 'recentLoss', risk: MOST, sentence })
    expect(floorAfter(losses.toReversed())).toMatchObject({ sentence })
  })
})

test('the floor of the counterparty counts only what never came back', () => {
  const after = (loss: Partial<Incident>) =>
    lossFloors(
      aSubject(aRecord(), { incidents: fact([anIncident({ day: '2024-01-01', ...loss })]) }),
      METHODOLOGY,
    ).dimensions.counterparty
  const most = METHODOLOGY.floors.recentLoss.counterparty.at(-1)?.risk ?? Number.NaN
  expect(after({ lossUsd: 1e6 })).toEqual({
    id: 'recentLoss',
    risk: most,
    sentence: 'The loss of 2024-01-01 is recent and was not repaid.',
  })
  expect(after({ lossUsd: 1e6, returnedUsd: 75e4 })?.risk).toBeCloseTo(most / 4, 9)
  expect(after({ lossUsd: 1e6, returnedUsd: 1e6 })).toBeUndefined()
})

describe('the floor of the composite after a severe loss', () => {
  const SEVERE = {
    id: 'severeLoss',
    risk: 4.6,
    sentence: 'It lost a tenth of its TVL or more on 2023-04-01, less than a year ago.',
  }
  const tenth = { day: '2023-04-01', lossUsd: 1e6, tvlBeforeUsd: 1e7 }

  test('stands for a year, whatever was repaid and whatever TVL is now', () => {
    expect(compositeFloor([tenth])).toEqual(SEVERE)
    expect(compositeFloor([{ ...tenth, returnedUsd: 1e6 }])).toEqual(SEVERE)
    expect(compositeFloor([tenth], holding(1e12))).toEqual(SEVERE)
    expect(compositeFloor([{ ...tenth, day: '2023-03-31' }], holding(1e7))).toBeNull()
  })

  test('is none after less than a tenth, without a loss or without a list of them', () => {
    expect(compositeFloor([{ ...tenth, lossUsd: 0.99e6 }])).toBeNull()
    expect(compositeFloor([])).toBeNull()
  })

  test('names the latest of several', () => {
    const losses = [{ ...tenth, day: '2022-01-01' }, tenth, { ...tenth, day: '2023-02-01' }]
    for (const order of [losses, losses.toReversed()]) {
      expect(compositeFloor(order)).toEqual(SEVERE)
    }
  })

  test('is none without a full loss that is known: the size of an old one is not guessed', () => {
    expect(compositeFloor([{ day: '2023-04-01', lossUsd: null }])).toMatchObject({
      id: 'severeLoss',
    })
    expect(compositeFloor([{ day: '2020-04-01', lossUsd: null }])).toBeNull()
  })
})

describe('the floor of what was lost for good', () => {
  const day = '2022-02-02'
  const half = { day, lossUsd: 5e6, tvlBeforeUsd: 1e7 }

  test.each<[string, Partial<Incident>, number]>([
    ['half', half, 4.6],
    ['all', { ...half, lossUsd: 1e9 }, 4.6],
    ['less than half', { ...half, lossUsd: 4.9e6 }, 3.1],
    ['a tenth', { ...half, lossUsd: 1e6 }, 3.1],
    ['half, long ago', { ...half, day: '2016-06-17' }, 4.6],
  ])('depends on the share that was lost: %s', (_, loss, risk) => {
    expect(compositeFloor([loss])).toEqual({
      id: 'lostForGood',
      risk,
      sentence: `After the loss of ${loss.day}, TVL is not known to have come back to 50 % of what it was.`,
    })
  })

  test('is none after less than a tenth', () => {
    expect(compositeFloor([{ ...half, lossUsd: 0.9e6 }])).toBeNull()
  })

  test('is none once TVL has come back to half of what it was', () => {
    expect(compositeFloor([half], holding(5e6))).toBeNull()
    expect(compositeFloor([half], holding(4.99e6))).toMatchObject({ risk: 4.6 })
  })

  test('stays while TVL is not known, or was read before the loss', () => {
    expect(compositeFloor([half], { tvl: missing('stale', 'registry') })).toMatchObject({
      risk: 4.6,
    })
    const before = known([{ chain: 'Ethereum', section: 'tvl' as const, usd: 1e9 }], day, 'test')
    expect(compositeFloor([half], { tvl: before })).toMatchObject({ risk: 4.6 })
    const after = { ...before, asOf: '2022-02-03' }
    expect(compositeFloor([half], { tvl: after })).toBeNull()
  })

  test('estimates the TVL before the loss where it is not known', () => {
    // Of a million today, 0.4 million may have been left; with the loss that makes 2.4 or 1.4 million before it.
    expect(compositeFloor([{ day, lossUsd: 2e6 }])).toMatchObject({ risk: 4.6 })
    expect(compositeFloor([{ day, lossUsd: 1e6 }])).toBeNull()
  })

  test('is that of the worst loss that never came back', () => {
    const losses = [
      { ...half, lossUsd: 1e6 },
      { ...half, day: '2021-01-01' },
      { day: '2020-01-01', lossUsd: 9e5, tvlBeforeUsd: 1e6 },
    ]
    for (const order of [losses, losses.toReversed()]) {
      expect(compositeFloor(order)).toMatchObject({
        risk: 4.6,
        sentence: expect.stringContaining('2021-01-01'),
      })
    }
  })
})

describe('a composite', () => {
  const tvl = fact([{ chain: 'Ethereum', section: 'tvl' as const, usd: 1e6 }])
  const exchange = aRecord({
    tvl,
    facts: { contract: fact('0xabc'), listedOn: fact('2020-01-01') },
  })
  const repaid = { lossUsd: 1e5, returnedUsd: 1e5, tvlBeforeUsd: 1e6 }
  const scoreAfter = (...losses: Partial<Incident>[]) => {
    const list = losses.map((fields, index) => anIncident({ id: `loss-${index}`, ...fields }))
    return scoreUniverse(aUniverse([exchange], { incidents: fact(list) }))[0]
  }

  test('of an exchange that lost a tenth is elevated for a year, and not by that floor after it', () => {
    const score = scoreAfter({ ...repaid, day: '2023-04-01' })
    expect(score).toMatchObject({
      composite: 4.6,
      level: 'elevated',
      floor: { id: 'severeLoss', risk: 4.6 },
    })
    const after = scoreAfter({ ...repaid, day: '2023-03-01' })
    expect(after?.floor).toBeNull()
    expect(after?.composite).toBeLessThan(4.6)
  })

  test('adds up with the part of its floor', () => {
    const score = scoreAfter({ ...repaid, day: '2023-04-01' })
    const parts = DIMENSIONS.map((key) => score?.dimensions[key].contribution ?? Number.NaN)
    const sum = parts.reduce((total, part) => total + part, score?.floor?.contribution ?? 0)
    expect(score?.floor?.contribution).toBeGreaterThan(0)
    expect(sum).toBeCloseTo(4.6, 9)
  })

  test('is not low again by age alone where it was drained', () => {
    const drained = { day: '2018-01-01', lossUsd: 9e6, tvlBeforeUsd: 1e7 }
    expect(scoreAfter(drained)).toMatchObject({ composite: 4.6, floor: { id: 'lostForGood' } })
    expect(scoreAfter({ ...drained, lossUsd: 2e6 })?.composite).toBeGreaterThanOrEqual(3.1)
    expect(scoreAfter({ ...drained, tvlBeforeUsd: 2e6 })?.floor).toBeNull()
  })

  test('has no floor where there is no score', () => {
    const newcomer = { ...exchange, facts: { listedOn: fact(DAY) } }
    const incidents = fact([anIncident({ ...repaid, day: '2023-04-01' })])
    const [score] = scoreUniverse(aUniverse([newcomer], { incidents }))
    expect(score).toMatchObject({ composite: null, floor: null })
  })

  test('names no change for the better that its floor would undo', () => {
    const { changes = [] } = scoreAfter({ ...repaid, day: '2023-04-01' }) ?? {}
    expect(changes.length).toBeGreaterThan(0)
    for (const change of changes) expect(change.composite).toBeGreaterThan(4.6)
  })

  test('names a loss of a tenth as a change for the worse, at its floor or above', () => {
    const change = scoreAfter()?.changes.find(({ signal }) => signal === 'incidents')
    expect(change?.composite).toBeGreaterThanOrEqual(4.6)
  })
})

test('whatever dimensions apply, no composite is below elevated within a year of the loss of a tenth', () => {
  const losses = fc.record({
    day: fc.constantFrom('2023-04-01', '2023-09-30', '2024-03-11'),
    tvlBeforeUsd: fc.double({ min: 1, max: 1e10, noNaN: true }),
    share: fc.double({ min: 0.1001, max: 2, noNaN: true }),
    returned: fc.constantFrom(0, 0.5, 1),
  })
  fc.assert(
    fc.property(orderly, losses, (universe, { day, tvlBeforeUsd, share, returned }) => {
      const lossUsd = tvlBeforeUsd * share
      const loss = anIncident({ day, tvlBeforeUsd, lossUsd, returnedUsd: returned * lossUsd })
      const [score] = scoreUniverse({ ...universe, incidents: fact([loss]) })
      if (!score || score.composite === null) return
      expect(score.composite).toBeGreaterThanOrEqual(4.6)
      expect(['elevated', 'high']).toContain(score.level)
    }),
    { numRuns: 200 },
  )
})

test('the floors after a full loss are those that such a loss sets', () => {
  const incidents = fact([anIncident({ day: DAY, lossUsd: 1e6, tvlBeforeUsd: 1e6 })])
  const { dimensions, composite } = lossFloors(aSubject(aRecord(), { incidents }), METHODOLOGY)
  const after = floorsAfterLoss(DAY, METHODOLOGY)
  expect(after.composite).toEqual(composite)
  expect(Object.keys(after.dimensions)).toEqual(['smartContract', 'counterparty'])
  for (const key of ['smartContract', 'counterparty'] as const) {
    expect(after.dimensions[key]?.risk).toBe(dimensions[key]?.risk)
  }
})

describe('the floor of exposure', () => {
  test('is the weighted mean of the other dimensions', () => {
    const { credit, oracle } = exposureFloors(
      { smartContract: 8, liquidityTrap: 1, oracle: 0 },
      METHODOLOGY,
    )
    expect(credit?.risk).toBeCloseTo((0.25 * 8 + 0.1 * 1) / 0.35, 12)
    expect(oracle).toEqual(credit)
  })

  test('is none where no other dimension is scored', () => {
    expect(exposureFloors({ credit: 2, oracle: 5 }, METHODOLOGY)).toEqual({})
  })

  test('holds: no composite is lower for its oracle and credit dimensions', () => {
    const without = leavingOut('oracle', 'credit')
    fc.assert(
      fc.property(orderly, (universe) => {
        const bare = scoreUniverse(universe, METHODOLOGY, without)
        scoreUniverse(universe).forEach(({ composite }, index) => {
          const least = bare[index]?.composite ?? null
          // With or without these dimensions, too little may have been measured for a score.
          if (composite === null || least === null) return
          expect(composite).toBeGreaterThanOrEqual(least - 2e-6)
        })
      }),
      { numRuns: 300 },
    )
  })
})

test('a copy that lost a hundredth within a year, for good, is never below elevated', () => {
  const losses = fc.record({
    day: fc.constantFrom('2023-03-01', '2023-09-01', '2024-03-11'),
    lossUsd: fc.option(fc.double({ min: 1, max: 1e10, noNaN: true })),
  })
  fc.assert(
    fc.property(orderly, losses, (universe, loss) => {
      const [first, ...others] = universe.records
      if (!first) return
      const facts = { ...first.facts, forkedFrom: fact(['Nowhere']) }
      const held = first.tvl.known
        ? first.tvl.value.reduce((sum, { section, usd }) => sum + (section === 'tvl' ? usd : 0), 0)
        : 0
      const lossUsd = loss.lossUsd && Math.max(loss.lossUsd, held / 99)
      const incidents = fact([anIncident({ ...loss, lossUsd })])
      const records = [{ ...first, facts }, ...others]
      const [score] = scoreUniverse({ ...universe, records, incidents })
      if (score?.composite === null) return
      expect(score?.composite).toBeGreaterThanOrEqual(4.6)
      expect(['elevated', 'high']).toContain(score?.level)
    }),
    { numRuns: 300 },
  )
})
