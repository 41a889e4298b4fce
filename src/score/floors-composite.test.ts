import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import type { Incident } from '../domain/protocol.ts'
import { known, missing } from '../domain/reading.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { runs } from '../testing/runs.ts'
import { anIncident } from './fixtures/incident.ts'
import { aHistory, aRecord, DAY, fact } from './fixtures/record.ts'
import { aSubject, aUniverse } from './fixtures/universe.ts'
import { orderly } from './fixtures/universes.ts'
import { lossFloors } from './floors.ts'
import { METHODOLOGY } from './methodology.ts'
import { scoreUniverse } from './score.ts'

const holding = (usd: number): Partial<ProtocolRecord> => ({
  tvl: fact([{ chain: 'Ethereum', section: 'tvl', usd }]),
})

/** The floor under the composite after these losses of a protocol that holds a million. */
function compositeFloor(losses: Partial<Incident>[], record: Partial<ProtocolRecord> = {}) {
  const incidents = losses.map((fields, index) => anIncident({ id: `loss-${index}`, ...fields }))
  const subject = aSubject(aRecord(record), { incidents: fact(incidents) })
  return lossFloors(subject, METHODOLOGY).composite
}

test('a loss of an amount that cannot have been lost sets no floor', () => {
  const loss = { day: '2023-04-01', lossUsd: null, tvlBeforeUsd: 1e7 }
  expect(compositeFloor([loss])).not.toBeNull()
  expect(compositeFloor([{ ...loss, implausibleLossUsd: 1e15 }])).toBeNull()
})

describe('the floor of the composite after a severe loss', () => {
  const SEVERE = {
    id: 'severeLoss',
    risk: 4.6,
    sentence: 'It lost a tenth of its TVL or more on 2023-04-01, less than a year ago.',
  }
  const tenth = { day: '2023-04-01', lossUsd: 1e6, tvlBeforeUsd: 1e7 }

  test('lasts for a year, whatever was repaid and whatever TVL is now', () => {
    expect(compositeFloor([tenth])).toEqual(SEVERE)
    expect(compositeFloor([{ ...tenth, returnedUsd: 1e6 }])).toEqual(SEVERE)
    expect(compositeFloor([tenth], holding(1e12))).toEqual(SEVERE)
  })

  test('fades out in the second year instead of ending on a day', () => {
    const floorAfter = (day: string) => compositeFloor([{ ...tenth, day }], holding(1e7))
    expect(floorAfter('2023-03-31')?.risk).toBe(4.6)
    expect(floorAfter('2023-02-28')?.risk).toBeCloseTo((4.6 * 11) / 12, 9)
    expect(floorAfter('2022-09-30')).toMatchObject({
      risk: 2.3,
      sentence:
        'It lost a tenth of its TVL or more on 2022-09-30, and fades until 2 years after it.',
    })
    expect(floorAfter('2022-03-31')).toBeNull()
  })

  test('grows in with the share that was lost: none at a twentieth, all of it at a tenth', () => {
    const floorAfter = (lossUsd: number) => compositeFloor([{ ...tenth, lossUsd }])
    expect(floorAfter(1e6)?.risk).toBe(4.6)
    expect(floorAfter(0.999e6)?.risk).toBeCloseTo(4.5908, 9)
    expect(floorAfter(0.75e6)?.risk).toBeCloseTo(2.3, 9)
    expect(floorAfter(0.75e6)?.sentence).toBe(
      'It lost 7 % of its TVL on 2023-04-01, less than a year ago.',
    )
    expect(floorAfter(0.5e6)).toBeNull()
    expect(compositeFloor([])).toBeNull()
  })

  test('names the latest of several', () => {
    const losses = [{ ...tenth, day: '2022-01-01' }, tenth, { ...tenth, day: '2023-02-01' }]
    for (const order of [losses, losses.toReversed()]) {
      expect(compositeFloor(order)).toEqual(SEVERE)
    }
  })

  test('does not claim a share that is not known, and is none once such a loss is a year old', () => {
    const { day } = tenth
    const sentence = `What share of its TVL it lost on ${day}, less than a year ago, is not known.`
    const unread = { tvl: missing('stale', 'registry') }
    for (const lossUsd of [null, 0]) {
      expect(compositeFloor([{ day, lossUsd, tvlBeforeUsd: 1e7 }])).toEqual({ ...SEVERE, sentence })
      expect(compositeFloor([{ day: '2020-04-01', lossUsd }])).toBeNull()
    }
    expect(compositeFloor([{ day, lossUsd: 1 }], unread)).toEqual({ ...SEVERE, sentence })
    expect(compositeFloor([{ ...tenth, day }], unread)).toEqual(SEVERE)
  })
})

describe('the floor of what was lost for good', () => {
  const day = '2022-02-02'
  const half = { day, lossUsd: 5e6, tvlBeforeUsd: 1e7 }

  test.each<[string, Partial<Incident>, number]>([
    ['half', half, 4.6],
    ['all', { ...half, lossUsd: 1e9 }, 4.6],
    ['less than half', { ...half, lossUsd: 4e6 }, 3.1],
    ['a tenth', { ...half, lossUsd: 1e6 }, 3.1],
    ['half, long ago', { ...half, day: '2016-06-17' }, 4.6],
  ])('depends on the share that was lost: %s', (_, loss, risk) => {
    expect(compositeFloor([loss])).toEqual({
      id: 'lostForGood',
      risk,
      sentence: `After the loss of ${loss.day}, TVL is not known to have come back to 50 % of what it was.`,
    })
  })

  test('grows in with the share that was lost, without a step', () => {
    const floorAfter = (share: number) =>
      compositeFloor([{ ...half, lossUsd: share * 1e7 }])?.risk ?? 0
    expect(floorAfter(0.05)).toBe(0)
    expect(floorAfter(0.075)).toBeCloseTo(1.55, 9)
    expect(floorAfter(0.45)).toBeCloseTo(3.85, 9)
    for (let share = 0.01; share < 1; share += 0.001) {
      expect(Math.abs(floorAfter(share + 0.001) - floorAfter(share))).toBeLessThan(0.1)
    }
  })

  test('fades while TVL comes back from half to six tenths of what it was', () => {
    expect(compositeFloor([half], holding(5e6))).toMatchObject({ risk: 4.6 })
    expect(compositeFloor([half], holding(5.5e6))).toMatchObject({
      risk: expect.closeTo(2.3, 9),
      sentence: 'After the loss of 2022-02-02, TVL has come back to 55 % of what it was.',
    })
    expect(compositeFloor([half], holding(6e6))).toBeNull()
  })

  test('does not come with one low reading of TVL: the median of the last seven days counts, too', () => {
    const back = { history: aHistory(Array(30).fill(9e6)) }
    const gone = { history: aHistory(Array(30).fill(1e6)) }
    for (const today of [0, 1e6, 9e6]) {
      expect(compositeFloor([half], { ...holding(today), ...back })).toBeNull()
    }
    expect(compositeFloor([half], { ...holding(1e6), ...gone })).toMatchObject({ risk: 4.6 })
    // The same as without a history, so that hiding it never pays.
    for (const record of [gone, {}]) {
      expect(compositeFloor([half], { ...holding(9e6), ...record })).toBeNull()
    }
    const turned = (days: number) => ({
      history: aHistory([...Array(30).fill(9e6), ...Array(days).fill(0)]),
    })
    expect(compositeFloor([half], turned(3))).toBeNull()
    expect(compositeFloor([half], turned(4))).toMatchObject({ risk: 4.6 })
  })

  test('leaves out days from before the loss', () => {
    const history = aHistory([...Array(30).fill(1e7), 1e6])
    const loss = { ...half, day: addDays(DAY, -1), lossUsd: 6e6 }
    expect(compositeFloor([loss], { history, ...holding(1e6) })?.risk).toBe(4.6)
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

  test('of an exchange that lost a tenth is elevated for a year, and not by that floor after two', () => {
    const score = scoreAfter({ ...repaid, day: '2023-04-01' })
    expect(score).toMatchObject({
      composite: 4.6,
      level: 'elevated',
      dimensions: { smartContract: { floor: { id: 'severeLoss' } } },
    })
    const after = scoreAfter({ ...repaid, day: '2022-03-01' })
    expect(after?.dimensions.smartContract.floor?.id).not.toBe('severeLoss')
    expect(after?.composite).toBeLessThan(4.6)
  })

  test('adds up with the part of its floor', () => {
    const score = scoreAfter({ ...repaid, day: '2023-04-01' })
    const parts = DIMENSIONS.map((key) => score?.dimensions[key].contribution ?? Number.NaN)
    const sum = parts.reduce((total, part) => total + part, 0)
    expect(score?.dimensions.smartContract.floor?.contribution).toBeGreaterThan(0)
    expect(sum).toBeCloseTo(4.6, 9)
  })

  test('is not low again by age alone where it was drained', () => {
    const drained = { day: '2018-01-01', lossUsd: 9e6, tvlBeforeUsd: 1e7 }
    expect(scoreAfter(drained)).toMatchObject({
      composite: 4.6,
      dimensions: { smartContract: { floor: { id: 'lostForGood' } } },
    })
    expect(scoreAfter({ ...drained, lossUsd: 2e6 })?.composite).toBeGreaterThanOrEqual(3.1)
    expect(scoreAfter({ ...drained, tvlBeforeUsd: 1.6e6 })?.composite).toBeLessThan(3.1)
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
    runs(200),
  )
})
