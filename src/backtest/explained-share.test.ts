import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repeated, weightedRows } from '../statistics/fixtures/weighted-rows.ts'
import { explainedShare } from './explained-share.ts'

const GROUP = ['g', 'g', 'g', 'g']

describe(explainedShare, () => {
  test('is 1 when the cell says the value, and 0 when it says nothing', () => {
    expect(explainedShare([1, 1, 5, 5], ['a', 'a', 'b', 'b'], GROUP)()).toBe(1)
    expect(explainedShare([1, 5, 1, 5], ['a', 'a', 'b', 'b'], GROUP)()).toBe(0)
  })

  test('by hand: of 6 squares about the mean, 2 lie within the cells', () => {
    const values = [1, 3, 4, 4]
    // About 3: 4 + 0 + 1 + 1 = 6. Within the cells: 1 + 1 + 0 + 0 = 2.
    expect(explainedShare(values, ['a', 'a', 'b', 'b'], GROUP)()).toBeCloseTo(1 - 2 / 6, 12)
  })

  test('the level of a group is not explained by the cells in it', () => {
    const groups = ['g', 'g', 'h', 'h']
    expect(explainedShare([1, 2, 8, 9], ['g', 'g', 'h', 'h'], groups)()).toBe(0)
    expect(explainedShare([1, 2, 8, 9], ['ga', 'gb', 'ha', 'hb'], groups)()).toBe(1)
  })

  test('is null when nothing varies within the groups', () => {
    expect(explainedShare([2, 2, 7], ['a', 'b', 'c'], ['g', 'g', 'h'])()).toBeNull()
  })

  test('a row of weight n counts as n rows', () => {
    fc.assert(
      fc.property(weightedRows(), ({ values, groups, other, weights }) => {
        const cells = groups.map((group, row) => `${group}/${(other[row] ?? 0) % 2}`)
        const often = repeated(weights)
        const weighted = explainedShare(values, cells, groups)(weights)
        const plain = explainedShare(often(values), often(cells), often(groups))()
        if (weighted === null || plain === null) expect(weighted).toBe(plain)
        else expect(weighted).toBeCloseTo(plain, 9)
      }),
    )
  })
})
