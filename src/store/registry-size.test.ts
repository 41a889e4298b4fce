import { expect, test } from 'vitest'
import { missing } from '../domain/reading.ts'
import { aProtocol, commitRegistry, REGISTRY, tvlOf } from './fixtures/batches.ts'
import { openStore } from './open.ts'
import { countWithTvl } from './registry-size.ts'

test('protocols count that are listed, in scope and hold more than nothing', () => {
  const store = openStore(':memory:')
  const some = tvlOf('2024-03-10', { Ethereum: 0, Base: 1 })
  commitRegistry(store, '2024-03-09', aProtocol(1, { tvl: some }))
  commitRegistry(
    store,
    '2024-03-10',
    aProtocol(2, { tvl: some }),
    aProtocol(3, { tvl: some, outOfScope: 'dead' }),
    aProtocol(4, { tvl: tvlOf('2024-03-10', { Ethereum: 0 }) }),
    aProtocol(5, { tvl: missing('refused', REGISTRY) }),
    aProtocol(6),
  )
  expect(countWithTvl(store, '2024-03-10')).toBe(1)
  expect(countWithTvl(store, '2024-03-11')).toBe(0)
})
