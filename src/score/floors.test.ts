import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Incident } from '../domain/protocol.ts'
import { missing } from '../domain/reading.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { runs } from '../testing/runs.ts'
import { leavingOut } from './fixtures/changed-signals.ts'
import { anIncident } from './fixtures/incident.ts'
import { aRecord, DAY, fact } from './fixtures/record.ts'
import { aSubject } from './fixtures/universe.ts'
import { orderly } from './fixtures/universes.ts'
import { exposureFloors, floorsAfterLoss, lossFloors } from './floors.ts'
import { METHODOLOGY } from './methodology.ts'
import { scoreUniverse } from './score.ts'

const MOST = METHODOLOGY.floors.recentLoss.smartContract.at(-1)?.risk ?? Number.NaN

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
    const sentence = 'The loss of 2023-05-05 counts until 2 years after it.'
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
    sentence:
      'The loss of 2024-01-01 is not known to have been repaid, and counts until 2 years after it.',
  })
  const partly = after({ lossUsd: 1e6, returnedUsd: 75e4 })
  expect(partly?.risk).toBeCloseTo(most / 4, 9)
  expect(partly?.sentence).toContain('was not repaid in full')
  expect(after({ lossUsd: 1e6, returnedUsd: 1e6 })).toBeUndefined()
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
      runs(300),
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
    runs(300),
  )
})
