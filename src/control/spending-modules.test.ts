import { expect, test } from 'vitest'
import { canonicalChain } from '../ingest/chain-table.ts'
import { listSpendingModules, spendingModules } from './spending-modules.ts'

const ALLOWANCE = '0xcfbfac74c26f8647cbdb8c5caf80bb5b32e43134'

test('each module is there once, on a chain of its canonical name', () => {
  const places = listSpendingModules().map(({ chain, address }) => `${chain} ${address}`)
  expect(new Set(places).size).toBe(places.length)
  for (const { chain } of listSpendingModules()) expect(canonicalChain(chain)).toBe(chain)
})

test('a module counts only on the chains on which it was published', () => {
  expect(spendingModules('Ethereum').has(ALLOWANCE)).toBe(true)
  expect(spendingModules('Polygon').has(ALLOWANCE)).toBe(false)
  expect(spendingModules('Nowhere').size).toBe(0)
})
