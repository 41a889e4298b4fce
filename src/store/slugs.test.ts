import { beforeEach, describe, expect, test } from 'vitest'
import { aProtocol, commitRegistry } from './fixtures/batches.ts'
import { openStore, type Store } from './open.ts'
import { findProtocolBySlug } from './slugs.ts'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})

describe(findProtocolBySlug, () => {
  test('a slug that nobody ever had finds nobody', () => {
    commitRegistry(store, '2024-01-01', aProtocol(1))
    expect(findProtocolBySlug(store, 'nobody')).toBeUndefined()
  })

  test('a renamed protocol stays one, and is found by both slugs', () => {
    commitRegistry(store, '2024-01-01', aProtocol(1, { slug: 'old' }))
    commitRegistry(store, '2024-01-02', aProtocol(1, { slug: 'new' }))
    expect(store.prepare('SELECT id, slug FROM protocols').all()).toEqual([{ id: 1, slug: 'new' }])
    expect(findProtocolBySlug(store, 'old')).toBe(1)
    expect(findProtocolBySlug(store, 'new')).toBe(1)
  })

  test('a slug that is reused belongs to its new owner, and the two stay apart', () => {
    commitRegistry(store, '2024-01-01', aProtocol(2, { slug: 'name' }))
    commitRegistry(
      store,
      '2024-01-02',
      aProtocol(2, { slug: 'name-old' }),
      aProtocol(1, { slug: 'name' }),
    )
    expect(findProtocolBySlug(store, 'name')).toBe(1)
    expect(findProtocolBySlug(store, 'name-old')).toBe(2)
    expect(store.prepare('SELECT COUNT(*) FROM protocols').pluck().get()).toBe(2)
  })

  test('a slug that is reused after its owner left belongs to the new owner', () => {
    commitRegistry(store, '2024-01-01', aProtocol(2, { slug: 'name' }))
    commitRegistry(store, '2024-01-02', aProtocol(1, { slug: 'name' }))
    expect(findProtocolBySlug(store, 'name')).toBe(1)
  })

  test('a slug that nobody has any more belongs to the one that had it last', () => {
    commitRegistry(store, '2024-01-01', aProtocol(2, { slug: 'name' }))
    commitRegistry(store, '2024-01-02', aProtocol(1, { slug: 'name' }))
    commitRegistry(store, '2024-01-03', aProtocol(1, { slug: 'other' }))
    expect(findProtocolBySlug(store, 'name')).toBe(1)
  })

  test('a slug that changes hands within a day belongs to the one that has it', () => {
    commitRegistry(store, '2024-01-01', aProtocol(1, { slug: 'b' }), aProtocol(2, { slug: 'a' }))
    commitRegistry(store, '2024-01-01', aProtocol(1, { slug: 'a' }), aProtocol(2, { slug: 'b' }))
    expect(findProtocolBySlug(store, 'a')).toBe(1)
    expect(findProtocolBySlug(store, 'b')).toBe(2)
  })
})
