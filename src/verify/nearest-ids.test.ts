import { expect, test } from 'vitest'
import { nearestIds } from './nearest-ids.ts'

const IDS = ['lido', 'agave', 'aave-v3', 'aave-v2', 'spark-aave', 'curve-dex', 'uniswap-v3']

test.each([
  ['aave', ['aave-v2', 'aave-v3', 'agave']],
  ['AAVE-V3', ['aave-v3', 'aave-v2']],
  ['aavev3', ['aave-v3', 'aave-v2']],
  ['uniswp-v3', ['uniswap-v3']],
  ['dex', ['curve-dex']],
  ['ldo', ['lido']],
  ['something-else', []],
  ['', []],
  ['x'.repeat(100_000), []],
])('%s may mean %j', (word, nearest) => {
  expect(nearestIds(word, IDS)).toEqual(nearest)
})
