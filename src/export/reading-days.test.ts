import { expect, test } from 'vitest'
import { aContract } from '../domain/fixtures/control.ts'
import { aMarket } from '../domain/fixtures/market.ts'
import { known } from '../domain/reading.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { readingDays } from './reading-days.ts'

test('contracts and markets count with their own days, not with the newest of them', () => {
  const facts = {
    control: known([aContract({ day: '2023-05-01' }), aContract()], '2024-03-11', 'onchain'),
    markets: known([aMarket({ day: '2022-01-01' })], '2022-01-01', 'onchain'),
  }
  const sources = [
    { id: 'onchain', status: 'ok' as const, asOf: '2024-03-11', rows: 3, lostFields: [] },
  ]
  const { snapshot } = aCatalogue([])
  const catalogue = aCatalogue([anEntry({ facts })], {
    sources,
    snapshot: { ...snapshot, origin: 'seed' },
  })
  expect(readingDays(catalogue).get('onchain')).toEqual({
    oldest: '2022-01-01',
    newest: '2024-03-11',
  })
})
