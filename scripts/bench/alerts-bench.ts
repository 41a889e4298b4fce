import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAlertThread } from '../../src/host/node/alert-thread.ts'
import type { FullState } from '../../src/state/full-state.ts'
import { openSqliteState } from '../../src/state/sqlite/store.ts'
import { publishedAs, webhookAt } from '../../src/testing/alerts/published.ts'
import { logProgress } from './measure.ts'
import type { Figure, Section } from './table.ts'

const WEBHOOKS = 10_000
const CHANGES = 20
const PROTOCOLS = 1_300
const BY_ACCOUNT = 3
const QUIET_MS = 10_000
const SNAPSHOT = '2026-11-22-x'
const MAX_DELAY_MS = 50

/** Nothing listens there, so an attempt costs hardly more than its record. */
const NO_RECEIVER = 'http://127.0.0.1:9/'

/** Measures what a server notices while alerts of many changes are made for many webhooks in its state. */
export async function runAlertsBench(): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-bench-alerts-'))
  const file = path.join(folder, 'state.sqlite')
  const state = openSqliteState(file)
  try {
    publish(folder)
    logProgress(`${WEBHOOKS} webhooks`)
    await addWebhooks(state)
    const quiet = await measure(state, () => sleep(QUIET_MS))
    logProgress('their alerts')
    const stop = startAlertThread(
      {
        ...{
          secret: 'a secret of the bench',
          port: 0,
          mail: null,
          publicUrl: null,
          distDir: folder,
        },
        ...{ stateUrl: `sqlite:${file}`, stateToken: null, everyMs: 1_000 },
      },
      (fault) => logProgress(String(fault)),
    )
    const busy = await measure(state, () => untilMade(state))
    await stop()
    return {
      part: 'alerts',
      title: `Alerts: ${CHANGES} changes for ${WEBHOOKS} webhooks in SQLite, beside counted requests`,
      figures: figuresOf(quiet, busy),
    }
  } finally {
    await state.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Delays {
  seconds: number
  /** Milliseconds. */
  longest: number
  usual: number
  /** Of a counted request. */
  request: number
}

function figuresOf(quiet: Delays, busy: Delays): Figure[] {
  return [
    { name: 'until all alerts are made', value: busy.seconds, unit: 's' },
    { name: 'longest delay of the event loop, quiet', value: quiet.longest, unit: 'ms' },
    {
      name: 'longest delay of the event loop, with alerts',
      value: busy.longest,
      unit: 'ms',
      bar: { atMost: MAX_DELAY_MS },
    },
    {
      name: 'delay of the event loop, 99th percentile, with alerts to quiet',
      value: busy.usual / quiet.usual,
      unit: '',
      bar: { atMost: 2 },
    },
    {
      name: 'counted request, 99th percentile, with alerts to quiet',
      value: busy.request / quiet.request,
      unit: '',
    },
  ]
}

function publish(folder: string): void {
  const scores = (changed: number) =>
    Object.fromEntries(
      Array.from({ length: PROTOCOLS }, (_, n) => [`p${n}`, n < CHANGES ? changed : 2]),
    )
  const { table, incidents } = publishedAs({ '2026-11-21': scores(2), '2026-11-22': scores(5) })
  mkdirSync(path.join(folder, '_data/live'), { recursive: true })
  for (const [name, document] of Object.entries({ alerts: table, incidents })) {
    writeFileSync(path.join(folder, `_data/live/${name}.json`), JSON.stringify(document))
  }
}

async function addWebhooks(state: FullState): Promise<void> {
  for (let n = 0; n < WEBHOOKS; n++) {
    const account = Math.floor(n / BY_ACCOUNT)
    const { id: accountId } = await state.openAccount({
      ...{ id: `acc_${account}`, wallet: `eip155:${account}`, plan: 'free' },
      createdAt: '2026-11-21T00:00:00.000Z',
    })
    const webhook = webhookAt('2026-11-21', { id: `wh_${n}`, accountId, url: NO_RECEIVER })
    await state.insertWebhook(webhook, BY_ACCOUNT)
  }
}

async function untilMade(state: FullState): Promise<void> {
  while ((await state.unseenWebhooks(SNAPSHOT, null)).webhooks.length > 0) await sleep(250)
}

/** Delays while something goes on, with a counted request every few milliseconds. */
async function measure(state: FullState, during: () => Promise<void>): Promise<Delays> {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  const requests: number[] = []
  let isOver = false
  delays.enable()
  const started = performance.now()
  const counting = async () => {
    for (let n = 0; !isOver; n++) {
      const began = performance.now()
      await state.hit({
        ...{ caller: `caller ${n % 50}`, limits: { burst: 1e9, daily: 1e9 }, second: null },
        ...{ now: Date.now(), group: 'other', meter: null },
      })
      requests.push(performance.now() - began)
      await sleep(5)
    }
  }
  const counted = counting()
  await during()
  isOver = true
  await counted
  delays.disable()
  requests.sort((a, b) => a - b)
  return {
    seconds: (performance.now() - started) / 1_000,
    longest: delays.max / 1e6,
    usual: delays.percentile(99) / 1e6,
    request: requests[Math.floor(requests.length * 0.99)] ?? 0,
  }
}
