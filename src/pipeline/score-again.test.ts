import { afterEach, beforeEach, expect, test } from 'vitest'
import { METHODOLOGY } from '../score/methodology.ts'
import { aProtocol, commitRegistry, tvlOf } from '../store/fixtures/batches.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { openStore, type Store } from '../store/open.ts'
import { scoreAgain } from './score-again.ts'
import { scoreSnapshot } from './score-snapshot.ts'

const DAY = '2024-03-10'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
  commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
})

afterEach(() => {
  store.close()
})

function score(codeFingerprint = 'code') {
  const computedAt = `${DAY}T06:00:00.000Z`
  return scoreSnapshot({
    store,
    asOf: DAY,
    origin: 'live',
    computedAt,
    codeFingerprint,
  })
}

/** Changes a protocol without a commit, which only a test does: nothing but scoring anew sees it. */
function rename(name: string) {
  store.prepare('UPDATE protocols SET name = ? WHERE id = 1').run(name)
}

test('a run that finds its inputs again scores nothing and reports the same', () => {
  const first = score()
  rename('Unseen')
  expect(score()).toEqual({ ...first, unchanged: true })
})

test('other code scores anew', () => {
  const first = score()
  rename('Seen')
  const second = score('other code')
  expect(second.unchanged).toBe(false)
  expect(second.snapshot).not.toBe(first.snapshot)
})

test('a snapshot of another methodology is scored again from the store, and one of this methodology is left alone', () => {
  const now = '2024-04-01T12:00:00.000Z'
  const again = () => scoreAgain({ store, codeFingerprint: 'new code', now })
  expect(again()).toBeNull()
  const { snapshot } = score()
  expect(again()).toBeNull()
  store.exec(
    "UPDATE snapshots SET methodology = '0.0.9', fingerprint = 'of old'; UPDATE entries SET entry = '{}'",
  )
  expect(again()?.snapshot).toBe(snapshot)
  expect(loadCatalogue(store)?.snapshot).toMatchObject({
    methodology: METHODOLOGY.version,
    asOf: DAY,
    computedAt: now,
  })
  expect(loadCatalogue(store)?.entries[0]?.score.changes).toEqual([])
})

test('a new commit scores anew', () => {
  const first = score()
  const tvl = tvlOf(DAY, { Ethereum: 5 })
  commitRegistry(store, DAY, aProtocol(1, { tvl }), aProtocol(2))
  const second = score()
  expect(second.unchanged).toBe(false)
  expect(second.snapshot).not.toBe(first.snapshot)
})

test('a new commit of the same rows is scored anew, to the same snapshot', () => {
  const first = score()
  commitRegistry(store, DAY, aProtocol(1), aProtocol(2))
  expect(score()).toEqual({ ...first, unchanged: true })
})
