import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const WORDS = ['search', 'screener', 'stats', 'get', 'max-tvl', 'max-oracle-risk']

test('the words that differ least come first, and none that differ much', () => {
  expect(nearest('serach', WORDS)).toEqual(['search'])
  expect(nearest('screen', WORDS)).toEqual(['screener'])
  expect(nearest('STATS', WORDS)).toEqual(['stats'])
  expect(nearest('max-orcale-risk', WORDS)).toEqual(['max-oracle-risk'])
  expect(nearest('frobnicate', WORDS)).toEqual([])
  expect(nearest('', WORDS)).toEqual([])
})

test('at most three, in a stable order', () => {
  expect(nearest('max', ['max-d', 'max-b', 'max-c', 'max-a'])).toEqual(['max-a', 'max-b', 'max-c'])
})
