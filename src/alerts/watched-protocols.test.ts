import { describe, expect, test } from 'vitest'
import type { WatchedProtocol } from '../state/webhook-store.ts'
import { publishedAs, watched, webhookAt } from '../testing/alerts/published.ts'
import { alertFinder, rowsOf } from './find-alerts.ts'
import { currentWatch } from './watched-protocols.ts'

const watchOf = (protocols: WatchedProtocol[]) => ({
  ...{ protocols, levelChanges: true, incidents: true, thresholds: [] },
})
const stored = (slug: string): WatchedProtocol => ({ id: null, slug })

/** `old` was of protocol 1 until the 10th, of 2 from the 11th on; 1 is `new` now. */
const RENAMED = publishedAs(
  { '2026-11-20': { new: 2, old: 2 }, '2026-11-21': { new: 5, old: 8 } },
  {
    upstream: { new: '1', old: '2' },
    slugs: [
      { slug: 'old', protocolId: '1', first: '2026-11-01', last: '2026-11-10' },
      { slug: 'old', protocolId: '2', first: '2026-11-11', last: '2026-11-21' },
    ],
  },
)

function resolve(protocol: WatchedProtocol, day: string) {
  const webhook = webhookAt(day, { watch: watchOf([protocol]) })
  const { table } = RENAMED
  return currentWatch(webhook, table, rowsOf(table)).protocols?.[0]
}

describe('a slug that was stored without an id', () => {
  test('is of the protocol that had it on that day, and not of one that took it later', () => {
    expect(resolve(stored('old'), '2026-11-05')).toEqual({ id: '1', slug: 'new' })
    expect(resolve(stored('old'), '2026-11-10')).toEqual({ id: '1', slug: 'new' })
    expect(resolve(stored('old'), '2026-11-11')).toEqual({ id: '2', slug: 'old' })
  })

  test('that no protocol had yet is of the first one that had it', () => {
    expect(resolve(stored('old'), '2026-10-01')).toEqual({ id: '1', slug: 'new' })
  })

  test('is of the last one before a day on which none had it', () => {
    const { table } = publishedAs(
      { '2026-11-20': { b: 2 } },
      {
        slugs: [
          { slug: 'a', protocolId: '1', first: '2026-11-01', last: '2026-11-03' },
          { slug: 'a', protocolId: '2', first: '2026-11-09', last: '2026-11-20' },
        ],
      },
    )
    const webhook = webhookAt('2026-11-05', { watch: watchOf([stored('a')]) })
    expect(currentWatch(webhook, table, rowsOf(table)).protocols).toEqual([{ id: '1', slug: 'a' }])
  })

  test('that never changed is of the protocol that has it, and one that is unknown stays as it is', () => {
    expect(resolve(stored('new'), '2026-11-05')).toEqual({ id: '1', slug: 'new' })
    expect(resolve(stored('gone'), '2026-11-05')).toEqual(stored('gone'))
  })
})

test('a webhook fires after its protocol was renamed, with the new slug, and not for the new owner of the old one', () => {
  const { table } = RENAMED
  const watch = watchOf([{ id: '1', slug: 'old' }])
  const webhook = webhookAt('2026-11-20', { watch })
  const current = { ...webhook, watch: currentWatch(webhook, table, rowsOf(table)) }
  const found = alertFinder(RENAMED)(current, Date.UTC(2026, 10, 22))
  expect(found.map(({ alert: { data } }) => data)).toMatchObject([
    { protocol: { id: 'new' }, from: { composite: 2 }, to: { composite: 5 } },
  ])
  expect(current.watch.protocols).toEqual([{ id: '1', slug: 'new' }])
})

test('what is current already is the same object', () => {
  const { table } = publishedAs({ '2026-11-20': { a: 2 } })
  const webhook = webhookAt('2026-11-20', { watch: watchOf(watched('a')) })
  expect(currentWatch(webhook, table, rowsOf(table))).toBe(webhook.watch)
})
