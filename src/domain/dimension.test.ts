import { expect, test } from 'vitest'
import {
  DIMENSION_COLUMNS,
  DIMENSION_TEXT,
  DIMENSIONS,
  dimensionColumn,
  mapDimensionColumns,
  mapDimensions,
} from './dimension.ts'

test('the dimensions have the labels that are published', () => {
  expect(DIMENSIONS.map((key) => DIMENSION_TEXT[key].label)).toEqual([
    'Smart Contract',
    'Counterparty',
    'Credit',
    'Liquidity',
    'Oracle',
    'Liquidity Trap',
  ])
})

test('a value for each dimension or column holds all six, in the order of the documents', () => {
  expect(mapDimensions((key) => key)).toEqual(
    Object.fromEntries(DIMENSIONS.map((key) => [key, key])),
  )
  expect(Object.keys(mapDimensions((key) => key))).toEqual([
    'credit',
    'counterparty',
    'liquidity',
    'oracle',
    'smartContract',
    'liquidityTrap',
  ])
  const columns = mapDimensionColumns((column, key) => [column, dimensionColumn(key)])
  expect(Object.keys(columns)).toEqual(DIMENSION_COLUMNS)
  for (const [key, [column, ofKey]] of Object.entries(columns)) {
    expect([column, ofKey]).toEqual([key, key])
  }
})
