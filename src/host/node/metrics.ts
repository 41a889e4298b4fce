import type { Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import { withDeadline } from '../../http/deadline.ts'
import type { WebhookStore } from '../../state/webhook-store.ts'
import { addPublishedMetrics } from './published-metrics.ts'

/** Upper bounds of durations, in seconds: a read from the memory takes a millisecond, a wallet scan up to ten seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What waits is counted at most so often, and for at most so long. */
const COUNT_EVERY_MS = 60_000
const COUNT_MS = 2_000

/** What the log has of an answer of the API, of accounts and of agents. */
interface Answered {
  route: string
  status: number
  durationMs: number
}

export interface HostMetrics {
  observe: (answer: Answered) => void
  /** Counts every response of the server, pages included, and its open connections. */
  watch: (server: Server) => void
  /** The same store, with its operations timed. */
  timed: <T extends object>(state: T) => T
}

export interface MetricsOptions {
  registry: Registry
  /** The published folder. */
  distDir: string
  state: Pick<WebhookStore, 'listWebhooks' | 'countWaiting'>
  /** Milliseconds since 1970. */
  now: () => number
}

/** Makes the metrics of one process in `registry`; src/content/guides/watch-a-host.md lists them. No label comes from a client. */
export function createMetrics({ registry, distDir, state, now }: MetricsOptions): HostMetrics {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addPublishedMetrics({ registry, distDir, now })
  addAlertsWaiting({ registry, state, now })
  const requests = new Counter({
    name: 'plimsoll_requests_total',
    help: 'Answers of the API, of accounts and of agents, by route and HTTP status.',
    labelNames: ['route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'plimsoll_request_duration_seconds',
    help: 'Time from a request to its answer, by route.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  })
  const responses = new Counter({
    name: 'plimsoll_http_responses_total',
    help: 'Everything that the server sent, pages included, by HTTP status.',
    labelNames: ['status'],
    registers,
  })
  const operations = new Histogram({
    name: 'plimsoll_state_operation_duration_seconds',
    help: 'Time of operations of the state store, by operation and outcome (ok or failed).',
    labelNames: ['operation', 'outcome'],
    buckets: SECONDS,
    registers,
  })
  return {
    observe: ({ route, status, durationMs }) => {
      requests.inc({ route, status })
      durations.observe({ route }, durationMs / 1_000)
    },
    watch: (server) => {
      server.prependListener('request', (_, response) => {
        response.once('finish', () => responses.inc({ status: response.statusCode }))
      })
      addConnections(registry, server)
    },
    timed: (store) => timed(store, operations),
  }
}

/** Every method of a store returns a promise. */
function timed<T extends object>(store: T, operations: Histogram<'operation' | 'outcome'>): T {
  return new Proxy(store, {
    get: (target, name) => {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...words: unknown[]) => {
        const started = performance.now()
        const end = (outcome: 'ok' | 'failed') =>
          operations.observe(
            { operation: String(name), outcome },
            (performance.now() - started) / 1_000,
          )
        const result = method.apply(target, words)
        if (result instanceof Promise)
          result.then(
            () => end('ok'),
            () => end('failed'),
          )
        return result
      }
    },
  })
}

function addConnections(registry: Registry, server: Server): void {
  new Gauge({
    name: 'plimsoll_http_connections',
    help: 'Open connections.',
    registers: [registry],
    collect() {
      return new Promise((resolve) =>
        server.getConnections((_, count = 0) => {
          this.set(count)
          resolve()
        }),
      )
    },
  })
}

function addAlertsWaiting({ registry, state, now }: Omit<MetricsOptions, 'distDir'>): void {
  let counted = Number.NEGATIVE_INFINITY
  new Gauge({
    name: 'plimsoll_alerts_waiting',
    help: 'Alerts that are not delivered yet, counted once a minute; absent when they cannot be counted.',
    registers: [registry],
    async collect() {
      if (now() - counted < COUNT_EVERY_MS) return
      counted = now()
      try {
        this.set(await withDeadline(countWaiting(state), COUNT_MS))
      } catch {
        // The operations of the store say so.
        this.remove()
      }
    },
  })
}

async function countWaiting(state: MetricsOptions['state']): Promise<number> {
  let waiting = 0
  for (const { id } of await state.listWebhooks()) waiting += await state.countWaiting(id)
  return waiting
}
