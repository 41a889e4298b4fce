import { expect, test } from 'vitest'
import type { Holdings } from './holdings.ts'
import { createTotals } from './totals.ts'

test.each([
  [0, null],
  [1, ' 1 of them has no price and counts as nothing.'],
  [2, ' 2 of them have no price and count as nothing.'],
])('of %i holdings without a price the totals say %s', (unpriced, sentence) => {
  const held: Holdings = {
    rows: [],
    sum: 0n,
    small: { count: 0, usd: 0, belowUsd: 1 },
    unpriced,
    isPriced: true,
  }
  const { counts } = createTotals([], held, true)
  expect(/ \d[^.]*nothing\./.exec(counts)?.[0] ?? null).toBe(sentence)
})
