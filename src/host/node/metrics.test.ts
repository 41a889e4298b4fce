import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { Registry } from 'prom-client'
import { beforeEach, describe, expect, test } from 'vitest'
import dashboard from '../../content/monitoring/dashboard.json' with { type: 'json' }
import { SOURCE_IDS } from '../../domain/sources.ts'
import { listenInTest } from '../../testing/listen-in-test.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { createMetrics, type HostMetrics } from './metrics.ts'

const NOW = Date.parse('2026-10-06T00:00:00Z')
const manifest = {
  format: 1,
  snapshot: {
    ...{
      id: '2026-10-04-daf3790f86cc',
      asOf: '2026-10-04',
      computedAt: '2026-10-04T00:00:00.000Z',
    },
    ...{ methodology: '1.2.0', origin: 'seed', protocolCount: 400, scoredCount: 383 },
  },
  inputs: 'x',
  sources: [
    { id: 'ofac', status: 'ok', asOf: '2024-09-27', oldest: null, newest: null, rows: 599 },
    { id: 'onchain', status: 'absent', asOf: null, oldest: null, newest: null, rows: null },
  ],
  documents: {},
}

let distDir: string
let registry: Registry
let now: number
let waiting: (id: string) => Promise<number>
let metrics: HostMetrics

beforeEach(() => {
  distDir = folderOfTest()
  publish(manifest, { refreshDays: 4 })
  registry = new Registry()
  now = NOW
  waiting = async () => 3
  metrics = createMetrics({
    ...{ registry, distDir, now: () => now },
    state: {
      listWebhooks: async () => [{ id: 'wh_a' }, { id: 'wh_b' }] as never,
      countWaiting: (id) => waiting(id),
    },
  })
})

function publish(manifestDocument: unknown, note: unknown): void {
  mkdirSync(path.join(distDir, '_data/live'), { recursive: true })
  writeFileSync(path.join(distDir, '_data/manifest.json'), JSON.stringify(manifestDocument))
  writeFileSync(path.join(distDir, '_data/live/snapshot.json'), JSON.stringify(note))
}

const read = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../content', name), 'utf8')

/** Names of metrics in a text, without the endings of histograms. */
function namesIn(text: string): string[] {
  const found = text.match(/\b(plimsoll|nodejs|process)_[a-z0-9_]+/g) ?? []
  const names = found.map((name) => name.replace(/(?<=_seconds)_(bucket|sum|count)$/, ''))
  return [...new Set(names)].sort()
}

/** The lines of metrics of our own that begin with a name. */
async function lines(name: string): Promise<string[]> {
  const text = await registry.metrics()
  return text.split('\n').filter((line) => line.startsWith(name))
}

describe('what a process serves', () => {
  test('is counted by route and status, with its duration in seconds', async () => {
    metrics.observe({ route: '/v1/stats', status: 200, durationMs: 4 })
    metrics.observe({ route: '/v1/stats', status: 429, durationMs: 1 })
    expect(await lines('plimsoll_requests_total')).toEqual([
      'plimsoll_requests_total{route="/v1/stats",status="200"} 1',
      'plimsoll_requests_total{route="/v1/stats",status="429"} 1',
    ])
    expect(await lines('plimsoll_request_duration_seconds_sum')).toEqual([
      'plimsoll_request_duration_seconds_sum{route="/v1/stats"} 0.005',
    ])
    expect(await lines('plimsoll_request_duration_seconds_bucket{le="0.0025"')).toEqual([
      expect.stringMatching(/ 1$/),
    ])
  })

  test('is counted with pages and open connections where a server is watched', async () => {
    const server = createServer((_, response) => response.writeHead(404).end())
    metrics.watch(server)
    const port = await listenInTest(server)
    await (await fetch(`http://127.0.0.1:${port}/`)).text()
    expect(await lines('plimsoll_http_responses_total{')).toEqual([
      'plimsoll_http_responses_total{status="404"} 1',
    ])
    expect(await lines('plimsoll_http_connections ')).toEqual(['plimsoll_http_connections 1'])
  })

  test('takes time in the state store, whose operations work as before', async () => {
    class Store {
      readonly #name = 'kept'
      async read(): Promise<string> {
        return this.#name
      }
      async fail(): Promise<never> {
        throw new Error('no disk')
      }
    }
    const store = metrics.timed(new Store())
    expect(await store.read()).toBe('kept')
    await expect(store.fail()).rejects.toThrow('no disk')
    expect(await lines('plimsoll_state_operation_duration_seconds_count')).toEqual([
      'plimsoll_state_operation_duration_seconds_count{operation="read",outcome="ok"} 1',
      'plimsoll_state_operation_duration_seconds_count{operation="fail",outcome="failed"} 1',
    ])
  })
})

describe('what is published', () => {
  test('has an age and an interval, and so has each source that is dated', async () => {
    expect(await lines('plimsoll_snapshot_')).toEqual([
      `plimsoll_snapshot_age_seconds ${2 * 86_400}`,
      `plimsoll_snapshot_refresh_seconds ${4 * 86_400}`,
      'plimsoll_snapshot_protocols{kind="all"} 400',
      'plimsoll_snapshot_protocols{kind="scored"} 383',
    ])
    expect(await lines('plimsoll_source_')).toEqual([
      'plimsoll_source_status{source="ofac",status="ok"} 1',
      'plimsoll_source_status{source="onchain",status="absent"} 1',
      `plimsoll_source_age_seconds{source="ofac"} ${739 * 86_400}`,
    ])
  })

  test('is read again once it was replaced', async () => {
    await lines('plimsoll_snapshot_')
    const snapshot = { ...manifest.snapshot, asOf: '2026-10-06', scoredCount: 384 }
    publish({ ...manifest, snapshot, sources: [] }, { refreshDays: null })
    expect(await lines('plimsoll_snapshot_')).toEqual([
      'plimsoll_snapshot_age_seconds 0',
      'plimsoll_snapshot_protocols{kind="all"} 400',
      'plimsoll_snapshot_protocols{kind="scored"} 384',
    ])
    expect(await lines('plimsoll_source_')).toEqual([])
  })

  test.each([
    ['no manifest', null],
    ['half a manifest', { format: 1 }],
  ])('%s gives no value, not a zero', async (_, document) => {
    publish(document, null)
    expect(await lines('plimsoll_snapshot_')).toEqual([])
  })
})

describe('alerts that wait', () => {
  test('are counted over all webhooks, once a minute', async () => {
    expect(await lines('plimsoll_alerts_waiting ')).toEqual(['plimsoll_alerts_waiting 6'])
    waiting = async () => 0
    now += 59_000
    expect(await lines('plimsoll_alerts_waiting ')).toEqual(['plimsoll_alerts_waiting 6'])
    now += 1_000
    expect(await lines('plimsoll_alerts_waiting ')).toEqual(['plimsoll_alerts_waiting 0'])
  })

  test('that cannot be counted have no number', async () => {
    await lines('plimsoll_alerts_waiting ')
    now += 60_000
    waiting = () => Promise.reject(new Error('no store'))
    expect(await lines('plimsoll_alerts_waiting ')).toEqual([])
  })
})

test('every metric of the dashboard, the alert rules and the guide exists, and the guide has all of ours', async () => {
  const server = createServer()
  metrics.watch(server)
  const names = registry.getMetricsAsArray().map(({ name }) => name)
  const used = namesIn(`${JSON.stringify(dashboard)} ${read('monitoring/alerts.yaml')}`)
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((name) => !names.includes(name))).toEqual([])
  expect(SOURCE_IDS).toContain(/source!="([^"]*)"/.exec(read('monitoring/alerts.yaml'))?.[1])
  const own = names.filter((name) => name.startsWith('plimsoll_')).sort()
  expect(namesIn(read('guides/watch-a-host.md'))).toEqual(own)
})
