import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stratifiedAuc } from '../statistics/auc.ts'
import { fifthsOf, matchedAuc, shareAbove } from './comparison.ts'

const FAMILIES = ['a', 'b', 'c', 'd', 'e']
const score = fc.integer({ min: 0, max: 10 })
const protocol = fc.record({ composite: score, family: fc.constantFrom(...FAMILIES) })
const comparison = fc.record({
  composite: score,
  family: fc.constantFrom(...FAMILIES),
  others: fc.array(protocol, { maxLength: 6 }),
})
const weights = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 })

describe(matchedAuc, () => {
  test('equals the AUC of the back-test with a stratum for each event', () => {
    fc.assert(
      fc.property(fc.array(comparison, { maxLength: 5 }), weights, (events, given) => {
        const rows = events.flatMap(({ composite, family, others }, stratum) => [
          { composite, family, stratum, label: 1 as const },
          ...others.map((other) => ({ ...other, stratum, label: 0 as const })),
        ])
        const reference = stratifiedAuc(
          rows.map((row) => row.composite),
          rows.map(({ label }) => label),
          rows.map(({ stratum }) => String(stratum)),
        )
        const own = matchedAuc(events, FAMILIES)
        const ofRows = rows.map(({ family }) => given[FAMILIES.indexOf(family)] ?? 0)
        for (const [one, other] of [
          [own(), reference()],
          [own(given), reference(ofRows)],
        ] as const) {
          if (other === null) expect(one).toBeNull()
          else expect(one).toBeCloseTo(other, 10)
        }
      }),
    )
  })
})

describe(shareAbove, () => {
  test('counts ties as half, and is null without comparable protocols', () => {
    const others = [1, 2, 2, 3].map((composite) => ({ composite, family: 'x' }))
    expect(shareAbove({ composite: 2, family: 'a', others })).toBe(0.5)
    expect(shareAbove({ composite: 2, family: 'a', others: [] })).toBeNull()
  })
})

describe(fifthsOf, () => {
  test('gives five fifths of equal size by TVL, without protocols of unknown TVL', () => {
    const scores = Array.from({ length: 20 }, (_, id) => ({ id, composite: 1, tvlUsd: 100 - id }))
    const fifths = fifthsOf([...scores, { id: 99, composite: 1, tvlUsd: null }])
    expect(fifths.get(5)?.map(({ id }) => id)).toEqual([0, 1, 2, 3])
    expect(fifths.get(1)?.map(({ id }) => id)).toEqual([16, 17, 18, 19])
    expect([...fifths.values()].flat()).toHaveLength(20)
  })
})
