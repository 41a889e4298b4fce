import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../testing/runs.ts'
import { leavingOut } from './fixtures/changed-signals.ts'
import { aGivenSubject, type Given } from './fixtures/given.ts'
import { anIncident } from './fixtures/incident.ts'
import { aRecord, DAY, fact } from './fixtures/record.ts'
import { aSubject } from './fixtures/universe.ts'
import { orderly } from './fixtures/universes.ts'
import { exposureFloors, floorsAfterLoss, lossFloors } from './floors.ts'
import { METHODOLOGY } from './methodology.ts'
import { scoreUniverse } from './score.ts'

const ROWS: (Given & { is: Record<string, { id?: string; risk: number; sentence: string }> })[] =
  JSON.parse(readFileSync(new URL('fixtures/floors.json', import.meta.url), 'utf8'))

test.each(ROWS)('$name', ({ is, ...given }) => {
  const floors = Object.entries(is).map(([key, floor]) => [
    key,
    { id: 'recentLoss', ...floor, risk: expect.closeTo(floor.risk, 9) },
  ])
  for (const losses of orders(given.losses)) {
    const { dimensions, composite } = lossFloors(aGivenSubject({ ...given, losses }), METHODOLOGY)
    const all = { ...dimensions, ...(composite && { composite }) }
    expect(all).toEqual(Object.fromEntries(floors))
  }
})

/** A list of losses from the first to the last, and from the last to the first. */
function orders(losses: Given['losses'] = []): NonNullable<Given['losses']>[] {
  return Array.isArray(losses) ? [losses, losses.toReversed()] : [losses]
}

test('the floor of what was lost for good grows in with the share that was lost, without a step', () => {
  const floorAfter = (share: number) => {
    const losses = [{ day: '2022-02-02', lossUsd: share * 1e7, tvlBeforeUsd: 1e7 }]
    return lossFloors(aGivenSubject({ losses }), METHODOLOGY).composite?.risk ?? 0
  }
  expect(floorAfter(0.05)).toBe(0)
  expect(floorAfter(0.075)).toBeCloseTo(1.55, 9)
  expect(floorAfter(0.45)).toBeCloseTo(3.85, 9)
  for (let share = 0.01; share < 1; share += 0.001) {
    expect(Math.abs(floorAfter(share + 0.001) - floorAfter(share))).toBeLessThan(0.1)
  }
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
    lossUsd: fc.double({ min: 1, max: 1e10, noNaN: true }),
  })
  fc.assert(
    fc.property(orderly, losses, (universe, loss) => {
      const [first, ...others] = universe.records
      if (!first) return
      const facts = { ...first.facts, forkedFrom: fact(['Nowhere']) }
      const held = first.tvl.known
        ? first.tvl.value.reduce((sum, { section, usd }) => sum + (section === 'tvl' ? usd : 0), 0)
        : 0
      const lossUsd = Math.max(loss.lossUsd, Math.max(held, ...first.history.usd) / 99)
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
