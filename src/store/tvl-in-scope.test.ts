import { expect, test } from 'vitest'
import { known, missing } from '../domain/reading.ts'
import { aProtocol, commitRegistry, REGISTRY, tvlOf } from './fixtures/batches.ts'
import { openStore } from './open.ts'
import { loadTvlInScope } from './tvl-in-scope.ts'

const DAY = '2024-03-10'

test('gives what the protocols in scope of the day hold, without what is staked or borrowed', () => {
  const store = openStore(':memory:')
  const some = tvlOf(DAY, { Ethereum: 0.5, Base: 1 })
  const staked = { chain: 'Ethereum', section: 'staking' as const, usd: 5 }
  commitRegistry(store, '2024-03-09', aProtocol(1, { tvl: some }))
  commitRegistry(
    store,
    DAY,
    aProtocol(2, { tvl: some }),
    aProtocol(3, { tvl: some, outOfScope: 'dead' }),
    aProtocol(4, { tvl: known([staked], DAY, REGISTRY) }),
    aProtocol(5, { tvl: missing('refused', REGISTRY) }),
  )
  const expected = new Map([
    ['2', 1.5],
    ['4', 0],
    ['5', 0],
  ])
  expect(loadTvlInScope(store, DAY)).toEqual(expected)
  expect(loadTvlInScope(store, '2024-03-11')).toEqual(new Map())
})
