import { describe, expect, test } from 'vitest'
import { alert } from '../contract/alerts.ts'
import type { WebhookRecord } from '../state/webhook-store.ts'
import { lossOf, publishedAs, upstreamId, watched, webhookAt } from '../testing/alerts/published.ts'
import { alertFinder, type FoundAlert, type PublishedAlerts } from './find-alerts.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const findAlerts = (webhook: WebhookRecord, published: PublishedAlerts, now: number) =>
  alertFinder(published)(webhook, now)
const typesOf = (found: FoundAlert[]) => found.map((one) => one.alert.type)

describe('a change of the level', () => {
  test('is sent with both readings and both snapshots', () => {
    const published = publishedAs({ '2026-11-20': { aave: 4.4 }, '2026-11-21': { aave: 4.8 } })
    const [found] = findAlerts(webhookAt('2026-11-20'), published, NOW)
    expect(alert.parse(found?.alert)).toEqual({
      type: 'protocol.level_changed',
      timestamp: '2026-11-22T12:00:00.000Z',
      data: {
        protocol: { id: 'aave', name: 'AAVE', page: 'https://risk.example/protocol/aave/' },
        from: { composite: 4.4, riskLevel: 'moderate' },
        to: { composite: 4.8, riskLevel: 'elevated' },
        before: { id: '2026-11-20-x', day: '2026-11-20', methodology: '1.0.0' },
        snapshot: { id: '2026-11-21-x', day: '2026-11-21', methodology: '1.0.0' },
      },
    })
  })

  test('names the signals that moved the score since the snapshot that it is compared with', () => {
    const moved = { kind: 'signal', reason: 'Two auditors.', exactDelta: 0.3 } as const
    const signals = [
      { ...moved, signal: 'audits', dimension: 'smartContract' as const },
      { ...moved, signal: 'feedQuality', dimension: 'oracle' as const },
    ]
    const causes = [{ at: 0, protocolId: upstreamId('aave'), signals }]
    const days = { '2026-11-20': { aave: 4.4 }, '2026-11-21': { aave: 4.8 } }
    const threshold = { protocol: { id: upstreamId('aave'), slug: 'aave' }, limit: 4.5 }
    const webhook = webhookAt('2026-11-20', {
      watch: {
        ...{ protocols: null, levelChanges: true, incidents: false },
        thresholds: (['composite', 'oracle', 'credit'] as const).map((score) => ({
          ...{ ...threshold, score },
        })),
      },
    })
    const found = findAlerts(webhook, publishedAs(days, { causes }), NOW)
    expect(found.map((one) => alert.parse(one.alert).data)).toMatchObject([
      { from: { composite: 4.4 }, signals },
      { score: 'composite', signals },
      { score: 'oracle', signals: signals.slice(1) },
      { score: 'credit' },
    ])
    expect(found[3]?.alert.data).not.toHaveProperty('signals')
  })

  test('over snapshots that were missed is one alert, and one there and back is none', () => {
    const days = {
      '2026-11-18': { a: 2, b: 2 },
      '2026-11-19': { a: 4, b: 7 },
      '2026-11-20': { a: 5, b: 2 },
    }
    const found = findAlerts(webhookAt('2026-11-18'), publishedAs(days), NOW)
    expect(found.map(({ alert: { data } }) => data)).toMatchObject([
      { protocol: { id: 'a' }, from: { riskLevel: 'low' }, to: { riskLevel: 'elevated' } },
    ])
  })

  test('of the methodology is no change of the protocol; one of the protocol since then is', () => {
    const days = {
      '2026-11-18': { a: 2, b: 2 },
      '2026-11-19': { a: 4, b: 4 },
      '2026-11-20': { a: 4, b: 5 },
    }
    const methods = { '2026-11-19': '2.0.0', '2026-11-20': '2.0.0' }
    const found = findAlerts(webhookAt('2026-11-18'), publishedAs(days, { methods }), NOW)
    expect(found.map(({ alert: { data } }) => data)).toMatchObject([
      { protocol: { id: 'b' }, before: { day: '2026-11-19' } },
    ])
    const last = { methods: { '2026-11-20': '3.0.0' } }
    expect(findAlerts(webhookAt('2026-11-18'), publishedAs(days, last), NOW)).toEqual([])
  })

  test('is not known without a score on either day, and not sent where it is not watched', () => {
    const days = { '2026-11-18': { a: null, b: 2, c: 2 }, '2026-11-19': { a: 9, b: null, c: 9 } }
    const published = publishedAs(days)
    expect(findAlerts(webhookAt('2026-11-18'), published, NOW)).toHaveLength(1)
    const watch = {
      protocols: watched('b', 'gone'),
      levelChanges: true,
      incidents: false,
      thresholds: [],
    }
    expect(findAlerts(webhookAt('2026-11-18', { watch }), published, NOW)).toEqual([])
  })

  test('over days without a score is one of the last known score', () => {
    const days = {
      '2026-11-18': { a: 2 },
      '2026-11-19': { a: null },
      '2026-11-20': { a: null },
      '2026-11-21': { a: 9 },
    }
    const published = publishedAs(days)
    for (const seen of ['2026-11-18', '2026-11-19', '2026-11-20']) {
      const found = findAlerts(webhookAt(seen), published, NOW)
      expect(found.map(({ alert: { data } }) => data)).toMatchObject([
        { from: { composite: 2 }, to: { composite: 9 }, before: { day: '2026-11-18' } },
      ])
    }
    const methods = { '2026-11-20': '2.0.0', '2026-11-21': '2.0.0' }
    const changed = publishedAs(days, { methods })
    expect(findAlerts(webhookAt('2026-11-20'), changed, NOW)).toEqual([])
  })

  test('is compared with a score of before the first snapshot of the table', () => {
    const snapshot = { id: '2026-11-01-x', day: '2026-11-01', methodology: '1.0.0' }
    const protocolId = upstreamId('a')
    const earlier = [{ protocolId, score: 'composite' as const, value: 2, snapshot }]
    const days = { '2026-11-20': { a: null }, '2026-11-21': { a: 9 } }
    const found = findAlerts(webhookAt('2026-11-20'), publishedAs(days, { earlier }), NOW)
    expect(found).toMatchObject([{ alert: { data: { before: snapshot } } }])
  })

  test('after a snapshot that was replaced on its day is compared with the day before', () => {
    const days = { '2026-11-18': { a: 2 }, '2026-11-19': { a: 4 } }
    const webhook = webhookAt('2026-11-19', { seenSnapshot: '2026-11-19-older' })
    const found = findAlerts(webhook, publishedAs(days), NOW)
    expect(found).toMatchObject([{ change: 'level upstream-a 2026-11-18 2026-11-19 moderate' }])
  })

  test('is sent when it is announced: a score that swings about a limit by a tenth makes none', () => {
    const day = (n: number) => `2026-11-${10 + n}`
    const scores = [4.5, 4.6, 4.5, 4.6, 4.5, 4.6, 4.6, 4.6]
    const sent = scores.map((_, n) => {
      const days = Object.fromEntries(scores.slice(0, n + 1).map((a, at) => [day(at), { a }]))
      return findAlerts(webhookAt(day(Math.max(n - 1, 0))), publishedAs(days), NOW).length
    })
    expect(sent).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  })
})

describe('a threshold', () => {
  const crossed = (from: number | null, to: number | null, limit: number) => {
    const thresholds = [
      { protocol: { id: upstreamId('a'), slug: 'a' }, score: 'oracle' as const, limit },
    ]
    const watch = { protocols: null, levelChanges: false, incidents: false, thresholds }
    const published = publishedAs({ '2026-11-18': { a: from }, '2026-11-19': { a: to } })
    return findAlerts(webhookAt('2026-11-18', { watch }), published, NOW)
  }

  test('is crossed in both directions, and a score at the limit is above it', () => {
    expect(crossed(5.9, 6, 6)).toMatchObject([
      {
        alert: { type: 'protocol.threshold_crossed', data: { score: 'oracle', from: 5.9, to: 6 } },
      },
    ])
    expect(crossed(6, 5.9, 6)).toHaveLength(1)
    expect(crossed(6, 6.1, 6)).toEqual([])
    expect(crossed(5.8, 5.9, 6)).toEqual([])
  })

  test('is not crossed by a score that is unknown', () => {
    expect([...crossed(null, 9, 6), ...crossed(9, null, 6)]).toEqual([])
  })
})

describe('a loss', () => {
  const days = { '2026-11-18': { a: 2 }, '2026-11-19': { a: 2 } }

  test('of a day since the webhook was made is sent under the same name each time', () => {
    const incidents = [
      lossOf('a', '2026-11-18'),
      lossOf('a', '2026-11-17'),
      lossOf('b', '2026-11-19'),
    ]
    const found = findAlerts(webhookAt('2026-11-18'), publishedAs(days, { incidents }), NOW)
    expect(typesOf(found)).toEqual(['protocol.incident', 'protocol.incident'])
    expect(found.map(({ change }) => change)).toEqual([
      'incident 2026-11-18-a',
      'incident 2026-11-19-b',
    ])
    for (const one of found) alert.parse(one.alert)
  })

  test('of a protocol that is not watched, or long ago, is not sent', () => {
    const watch = { protocols: watched('a'), levelChanges: false, incidents: true, thresholds: [] }
    const incidents = [lossOf('b', '2026-11-19'), lossOf('a', '2026-08-01')]
    const webhook = webhookAt('2026-11-18', { watch, createdAt: '2026-01-01T00:00:00.000Z' })
    expect(findAlerts(webhook, publishedAs(days, { incidents }), NOW)).toEqual([])
  })

  test('that matches no protocol is not sent', () => {
    const incidents = [{ ...lossOf('a', '2026-11-19'), protocol: null }]
    expect(findAlerts(webhookAt('2026-11-18'), publishedAs(days, { incidents }), NOW)).toEqual([])
  })
})

describe('what a protocol stands on', () => {
  const days = { '2026-11-20': { a: 2, b: 2, hit: 2 }, '2026-11-21': { a: 2, b: 2, hit: 2 } }
  const on = (id: string, share: number | null) => ({
    ...{ id, name: id.toUpperCase(), kind: 'holds' as const, share, usd: null, day: '2026-11-19' },
  })
  const about = { day: '2026-11-19', count: 3, resolvedProtocols: 9 }
  const rows = [on('a', 0.4), on('b', 0.049), on('gone', 0.9), on('hit', null)]
  const loss = (isBefore: boolean) => ({
    ...lossOf('hit', '2026-11-20', 'loss'),
    whoElse: { isBefore, rows, ...about },
  })
  const only = { levelChanges: false, incidents: false, thresholds: [] }
  const watching = (...slugs: string[]) =>
    webhookAt('2026-11-20', {
      watch: {
        ...only,
        protocols: slugs.length > 0 ? watched(...slugs) : null,
        dependencies: true,
      },
    })

  test('and that had a loss is sent from a share of 5 % of the day before on', () => {
    const published = publishedAs(days, { incidents: [loss(true)] })
    const found = findAlerts(watching(), published, NOW)
    expect(found.map((one) => alert.parse(one.alert).data)).toMatchObject([
      { protocol: { id: 'a' }, on: { id: 'hit' }, share: 0.4, shareDay: '2026-11-19' },
    ])
    expect(typesOf(found)).toEqual(['protocol.dependency_hit'])
    expect(findAlerts(watching('b', 'hit'), published, NOW)).toEqual([])
    expect(findAlerts(watching('a'), published, NOW)).toEqual(found)
  })

  test('after the loss says nothing, and neither does a loss that only one reading has', () => {
    const once = { ...loss(true), readings: 1 }
    for (const incident of [loss(false), once, lossOf('hit', '2026-11-20')]) {
      const published = publishedAs(days, { incidents: [incident] })
      expect(findAlerts(watching(), published, NOW)).toEqual([])
    }
  })

  test('is not sent to a webhook that did not ask for it', () => {
    const published = publishedAs(days, { incidents: [loss(true)] })
    const quiet = webhookAt('2026-11-20', { watch: { ...only, protocols: null } })
    expect(findAlerts(quiet, published, NOW)).toEqual([])
  })

  test('is part of the alert of an incident where it is known of before', () => {
    const incidents = [loss(true), { ...loss(false), id: 'other' }]
    const webhook = webhookAt('2026-11-20')
    const found = findAlerts(webhook, publishedAs(days, { incidents }), NOW)
    expect(found.map(({ alert: { data } }) => 'whoElse' in data && data.whoElse)).toEqual([
      { isBefore: true, rows, ...about },
      false,
    ])
    for (const one of found) expect(alert.safeParse(one.alert).error).toBeUndefined()
  })

  const price = (day: string, usd: number) => ({ usd, day, pages: 3 })
  const lostBy = (at: number, ...protocols: [id: string, share: number][]) => ({
    ...{ at, on: { id: 'resolv', name: 'Resolv' }, token: 'USR' },
    ...{ from: price('2026-11-18', 0.999), to: price('2026-11-21', 0.42) },
    protocols: protocols.map(([id, share]) => ({
      ...{ protocolId: upstreamId(id), kind: 'holds' as const, share },
    })),
  })

  test('and that lost its peg is sent once, after the snapshot that was seen, with both prices', () => {
    const lost = [0, 1].map((at) => lostBy(at, ['b', 0.5], ['a', 0.4], ['gone', 0.3]))
    const published = publishedAs(days, { lost })
    const found = findAlerts(watching('a'), published, NOW)
    expect(found.map((one) => alert.parse(one.alert))).toMatchObject([
      {
        type: 'protocol.dependency_lost_peg',
        data: {
          ...{ protocol: { id: 'a' }, on: { id: 'resolv' }, token: 'USR', kind: 'holds' },
          ...{ share: 0.4, limit: 0.97, from: { usd: 0.999, pages: 3 }, to: { usd: 0.42 } },
          snapshot: { day: '2026-11-21' },
        },
      },
    ])
    expect(findAlerts(watching('hit'), published, NOW)).toEqual([])
    expect(typesOf(findAlerts(watching(), published, NOW))).toHaveLength(2)
    const quiet = webhookAt('2026-11-20', { watch: { ...only, protocols: null } })
    expect(findAlerts(quiet, published, NOW)).toEqual([])
  })

  test('and that lost its peg is sent for the twenty largest to who watches all, and for any to who names it', () => {
    const ids = Array.from({ length: 30 }, (_, n) => `p${n}`)
    const scores = Object.fromEntries(ids.map((id) => [id, 2]))
    const lost = [lostBy(1, ...ids.map((id): [string, number] => [id, 0.1]))]
    const published = publishedAs({ '2026-11-20': scores, '2026-11-21': scores }, { lost })
    expect(findAlerts(watching(), published, NOW)).toHaveLength(20)
    expect(findAlerts(watching('p29'), published, NOW)).toHaveLength(1)
  })

  test('and whose share passed a quarter is sent once, after the snapshot that was seen', () => {
    const passed = [0, 1].map((at) => ({
      ...{ at, protocolId: upstreamId('a'), kind: 'holds' as const, from: 0.2, share: 0.3 },
      ...{ to: { id: 'circle', name: 'Circle' }, basis: 'upstream' as const },
    }))
    const found = findAlerts(watching('a'), publishedAs(days, { passed }), NOW)
    expect(found.map((one) => alert.parse(one.alert))).toMatchObject([
      {
        type: 'protocol.dependency_passed',
        data: {
          on: { id: 'circle' },
          limit: 0.25,
          from: 0.2,
          to: 0.3,
          snapshot: { day: '2026-11-21' },
        },
      },
    ])
    expect(findAlerts(watching('b'), publishedAs(days, { passed }), NOW)).toEqual([])
  })
})
