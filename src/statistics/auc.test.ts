import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Label, placement, stratifiedAuc } from './auc.ts'

const LABELS: Label[] = [0, 0, 1, 0, 1]
const ONE = ['a', 'a', 'a', 'a', 'a']

const sample = fc
  .array(
    fc.record({ score: fc.integer({ min: 0, max: 9 }), label: fc.constantFrom<Label>(0, 1) }),
    {
      minLength: 2,
      maxLength: 40,
    },
  )
  .map((rows) => ({
    scores: rows.map(({ score }) => score),
    labels: rows.map(({ label }) => label),
    strata: rows.map((_, index) => (index % 3 === 0 ? 'x' : 'y')),
  }))

describe(stratifiedAuc, () => {
  test('is 1 for a perfect score, 0 for a reversed one and a half for a constant one', () => {
    expect(stratifiedAuc([1, 2, 8, 3, 9], LABELS, ONE)()).toBe(1)
    expect(stratifiedAuc([9, 8, 2, 7, 1], LABELS, ONE)()).toBe(0)
    expect(stratifiedAuc([5, 5, 5, 5, 5], LABELS, ONE)()).toBe(0.5)
  })

  test('counts a tie half: by hand, (1 + 1 + 0.5) / 3 and (1 + 0 + 0.5) / 3, averaged', () => {
    const scores = [1, 2, 3, 3, 2]
    expect(stratifiedAuc(scores, LABELS, ONE)()).toBeCloseTo((2.5 / 3 + 1.5 / 3) / 2, 12)
  })

  test('compares an event with its own stratum only, and averages over events', () => {
    const strata = ['a', 'b', 'a', 'a', 'b']
    // In a: the event 2 beats 1 and loses to 3; in b: the event 9 beats 8.
    expect(stratifiedAuc([1, 8, 2, 3, 9], LABELS, strata)()).toBe((0.5 + 1) / 2)
  })

  test('leaves out an event whose stratum has no non-event, and is null when none is left', () => {
    expect(stratifiedAuc([1, 2], [0, 1], ['a', 'b'])()).toBeNull()
    expect(stratifiedAuc([1, 2, 3], [0, 1, 1], ['a', 'b', 'a'])()).toBe(1)
    expect(stratifiedAuc([], [], [])()).toBeNull()
  })

  test('leaves out rows without a score or a label', () => {
    expect(stratifiedAuc([1, null, 2, 5, 3], LABELS, ONE)()).toBe(0.5)
    expect(stratifiedAuc([1, 2, 8, 99, 9], [0, 0, 1, null, 1], ONE)()).toBe(1)
  })

  test('a weight of two is the same as the row twice', () => {
    const weighted = stratifiedAuc([1, 4, 3, 2, 2], LABELS, ONE)([1, 2, 1, 0, 3])
    const repeated = stratifiedAuc([1, 4, 4, 3, 2, 2, 2], [0, 0, 0, 1, 1, 1, 1], Array(7).fill('a'))
    expect(weighted).toBeCloseTo(repeated() ?? Number.NaN, 12)
  })

  test('a monotone change of the score changes nothing', () => {
    fc.assert(
      fc.property(sample, ({ scores, labels, strata }) => {
        const changed = scores.map((score) => Math.exp(score) * 3 - 7)
        expect(stratifiedAuc(changed, labels, strata)()).toBe(
          stratifiedAuc(scores, labels, strata)(),
        )
      }),
    )
  })

  test('the order of the rows changes nothing, and a reversed score gives the rest to 1', () => {
    fc.assert(
      fc.property(sample, ({ scores, labels, strata }) => {
        const value = stratifiedAuc(scores, labels, strata)()
        const turned = stratifiedAuc(
          scores.toReversed(),
          labels.toReversed(),
          strata.toReversed(),
        )()
        const opposite = stratifiedAuc(
          scores.map((score) => -score),
          labels,
          strata,
        )()
        if (value === null) expect([turned, opposite]).toEqual([null, null])
        else {
          expect(turned).toBeCloseTo(value, 12)
          expect(opposite).toBeCloseTo(1 - value, 12)
        }
      }),
    )
  })

  test('with one stratum it is the plain AUC, pair by pair', () => {
    fc.assert(
      fc.property(sample, ({ scores, labels }) => {
        const of = (label: Label) => scores.filter((_, row) => labels[row] === label)
        const pairs = of(1).flatMap((event) =>
          of(0).map((other) => (event > other ? 1 : event === other ? 0.5 : 0)),
        )
        const plain = pairs.reduce<number>((sum, won) => sum + won, 0) / pairs.length
        const value = stratifiedAuc(scores, labels, Array(scores.length).fill('a'))()
        if (pairs.length === 0) expect(value).toBeNull()
        else expect(value).toBeCloseTo(plain, 12)
      }),
    )
  })
})

test('placement is the share of the others that a score is above, ties half', () => {
  expect(placement(3, [1, 2, 3, 4])).toBe(2.5 / 4)
  expect(placement(3, [])).toBeNull()
})
