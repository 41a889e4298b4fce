import { afterEach, beforeEach, expect, test } from 'vitest'
import { aProtocol, aRun, commitRegistry, REGISTRY } from './fixtures/batches.ts'
import { openStore, type Store } from './open.ts'
import { findReadingsState } from './readings-state.ts'
import { insertSourceRun } from './source-runs.ts'
import { commitHistory, recordHistoryFailure } from './tvl-history.ts'

const DAY = '2024-03-10'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
  commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
})

afterEach(() => {
  store.close()
})

test('a run that brought nothing leaves the state as it is', () => {
  const before = findReadingsState(store)
  insertSourceRun(store, aRun(REGISTRY, DAY, { status: 'failed' }))
  recordHistoryFailure(store, 1, DAY)
  expect(findReadingsState(store)).toEqual(before)
})

test('a commit changes it, also with the same rows', () => {
  const before = findReadingsState(store)
  commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
  expect(findReadingsState(store)).not.toEqual(before)
})

test('every history that is filled changes it', () => {
  const states = [1, 2].map((id) => {
    commitHistory(store, id, [], DAY)
    return findReadingsState(store)
  })
  expect(states[0]).not.toEqual(states[1])
  expect(states[1]?.filledHistories).toBe(2)
})
