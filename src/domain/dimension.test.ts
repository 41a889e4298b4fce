import { expect, test } from 'vitest'
import { DIMENSION_TEXT, DIMENSION_WEIGHT, DIMENSIONS } from './dimension.ts'

test('the dimensions have the weights and labels of the interface', () => {
  expect(DIMENSIONS.map((key) => [DIMENSION_TEXT[key].label, DIMENSION_WEIGHT[key]])).toEqual([
    ['Smart Contract', 0.25],
    ['Counterparty', 0.2],
    ['Credit', 0.15],
    ['Liquidity', 0.15],
    ['Oracle', 0.15],
    ['Liquidity Trap', 0.1],
  ])
})
