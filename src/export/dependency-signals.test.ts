import { expect, test } from 'vitest'
import { dependencies } from '../contract/dependencies.ts'
import { TABLES } from '../dependencies/fixtures/world.ts'
import { aLentMarket } from '../domain/fixtures/market.ts'
import { fact } from '../score/fixtures/record.ts'
import { missingSignals, signalRows } from '../site/dependency-text.ts'
import { createDependencies } from './dependencies.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'

const makeup = fact({
  ...{ topToken: 'WSTETH', topShare: 0.6, ownShare: null, tokens: 2 },
  parts: [
    { chain: null, token: 'WSTETH', share: 0.6, owedShare: null },
    { chain: null, token: 'USDC', share: 0.4, owedShare: null },
  ],
})
const MARKETS = fact([
  aLentMarket({ asset: 'USDC', suppliedUsd: 400, availableShare: 0.5, supplyCapUsed: 0.5 }),
  aLentMarket({ asset: 'WSTETH', suppliedUsd: 600, availableShare: 1, supplyCapUsed: 0.6 }),
])

function signalsOf(facts: object, category = 'Lending') {
  const entry = anEntry({ id: '1', tvlUsd: 800, category, facts: { assets: makeup, ...facts } })
  const found = createDependencies(aCatalogue([entry]), TABLES).ofProtocol('1')
  expect(dependencies.safeParse(found).error).toBeUndefined()
  return found?.signals ?? []
}

test('a document has each signal with its value and its source, or why it is missing', () => {
  const signals = signalsOf({ markets: MARKETS })
  expect(Object.fromEntries(signals.map(({ id, value }) => [id, value]))).toEqual({
    ...{ issuerTop: 0.6, standsOn: 9, priceStuck: 0, freeRun: 0 },
    // No class of these tables has a named shock.
    stressLoss: null,
    // Circle fails: 400 of new dollars against the 600 of staked ether that are free, of 800 held.
    room: 0.5,
  })
  expect(signals.find(({ id }) => id === 'room')).toMatchObject({
    ...{ source: MARKETS.source, day: MARKETS.asOf, missing: null },
  })
})

test('a page shows what is computed, and names what is left out', () => {
  const signals = signalsOf({})
  expect(signalRows(signals).map(({ name, value }) => [name, value])).toEqual([
    ['Largest issuer, with all that is unknown', '60\u00a0%'],
    ['Who must keep the promises, in points of 10', '9.0'],
  ])
  expect(missingSignals(signals)).toContain('no market, or not every amount, was read.')
  expect(missingSignals(signalsOf({}, 'Yield'))).toBe('')
})
