import { expect, test } from 'vitest'
import { noRowCounts } from '../domain/batch.ts'
import { aContract } from '../domain/fixtures/control.ts'
import { known, missing } from '../domain/reading.ts'
import { commitBatch } from './commit-batch.ts'
import { aProtocol, aRun, REGISTRY } from './fixtures/batches.ts'
import { loadStored } from './load-stored.ts'
import { openStore } from './open.ts'

const DAY = '2024-03-11'

test('what the store has of a fact comes with the protocol, and what is missing is left out', () => {
  const store = openStore(':memory:')
  const value = [aContract({ day: '2023-01-01' })]
  const protocols = [
    aProtocol(7, { facts: { control: known(value, '2023-01-01', 'onchain') } }),
    aProtocol(8, { facts: { control: missing('not-covered', 'onchain') } }),
  ]
  const batch = { asOf: DAY, rowCounts: noRowCounts(), protocols }
  commitBatch(store, REGISTRY, batch, aRun(REGISTRY, DAY))
  expect(loadStored(store, 'control')).toEqual([{ id: '7', slug: 'slug-7', value }])
  expect(loadStored(store, 'markets')).toEqual([])
  store.close()
})
