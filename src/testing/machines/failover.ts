import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { alertFinder } from '../../alerts/find-alerts.ts'
import { readPublished } from '../../alerts/read-published.ts'
import { PLANS } from '../../contract/plans.ts'
import { digestOf } from '../../state/api-key.ts'
import type { FullState } from '../../state/full-state.ts'
import { issueKey } from '../../state/issue-key.ts'
import { openState } from '../../state/open-state.ts'
import { MINUTE_MS, secondsLeft } from '../../state/time-window.ts'
import { randomBytes } from '../../state/with-state.ts'
import { webhookAt } from '../alerts/published.ts'
import { anAccount } from '../api/account-contract.ts'
import { listen, NO_REDIS } from '../api/local-redis.ts'
import { publishTo, seedCatalogues } from '../published/two-snapshots.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { startBalancer } from './balancer.ts'
import type { RedisSet } from './redis-set.ts'

/** Seconds after the end of the primary in which requests that need a key may get 503; the guide says so. */
const STATED_S = 10
/** Time in which another host has taken over the alerts and sent them. */
const ALERTS_MS = 40_000

const WEBHOOKS = 3

const SERVE = path.resolve(import.meta.dirname, '../../../scripts/serve.ts')
const SECRET = 'a secret of the tests, long enough to be one'

if (NO_REDIS) process.stderr.write(`The failover test is ${NO_REDIS}\n`)

const folder = temporaryFolder()
const distDir = path.join(folder, 'dist')
const nextDir = path.join(folder, 'dist.next')
const hosts: ChildProcess[] = []
const ends: (() => unknown)[] = []
let redis: RedisSet
let state: FullState

/** Starts a host, and gives its port. */
async function startHost(): Promise<number> {
  const host = spawn(process.execPath, [SERVE], {
    env: { STATE_URL: redis.url, PLIMSOLL_SECRET: SECRET, PLIMSOLL_DIST: distDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  hosts.push(host)
  const [line] = await once(host.stdout, 'data')
  return Number(/:(\d+)\n$/.exec(String(line))?.[1])
}

const newKey = async (plan: 'free' | 'pro') =>
  (
    await issueKey(state, {
      environment: 'live',
      plan,
      secret: SECRET,
      now: new Date(),
      randomBytes,
    })
  ).key

/** Works again and again until it is stopped; what fails is tried again. */
function repeat(work: () => Promise<unknown>, everyMs: number): () => Promise<void> {
  let isOver = false
  const run = (async () => {
    while (!isOver) {
      await work().catch(() => undefined)
      await pause(everyMs)
    }
  })()
  return () => {
    isOver = true
    return run
  }
}

/** A receiver of alerts, with the ids that it was sent. */
async function startReceiver(): Promise<{ url: string; ids: string[] }> {
  const ids: string[] = []
  const server = createServer((request, response) => {
    request.resume()
    ids.push(String(request.headers['webhook-id']))
    response.end()
  })
  ends.push(() => server.close())
  return { url: `http://127.0.0.1:${await listen(server)}/hook`, ids }
}

/** Some webhooks that watch each score which the second snapshot changes, and how many alerts they are due. */
async function addWebhooks(url: string): Promise<{ webhooks: string[]; expected: number }> {
  const load = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(nextDir, '_data/live', name), 'utf8'))
  const published = await readPublished(load, 'http://localhost')
  if (!published) throw new Error('There is nothing to be alerted of.')
  const { snapshots, scores, ids, protocolIds } = published.table
  const [first] = snapshots
  const [before = [], after = []] = scores.map(({ composite }) => composite)
  const thresholds = ids.flatMap((slug, at) => {
    const [one, other] = [before[at], after[at]]
    if (typeof one !== 'number' || typeof other !== 'number' || one === other) return []
    const protocol = { id: protocolIds[at] ?? null, slug }
    return [{ protocol, score: 'composite' as const, limit: Math.max(one, other) }]
  })
  const watch = { protocols: [], levelChanges: false, incidents: false, thresholds }
  let expected = 0
  const webhooks: string[] = []
  for (let n = 0; n < WEBHOOKS; n += 1) {
    const { id: accountId } = await state.openAccount(anAccount())
    const seen = { seenSnapshot: first?.id ?? '', seenDay: first?.day ?? '' }
    const id = `wh_${String(n).padStart(20, '0')}`
    const webhook = webhookAt(seen.seenDay, { id, accountId, url, watch, ...seen })
    await state.insertWebhook(webhook, 3)
    expected += alertFinder(published)(webhook, Date.now()).length
    webhooks.push(id)
  }
  return { webhooks, expected }
}

/** As the guide rolls a new folder out. */
function rollOut(): void {
  renameSync(distDir, `${distDir}.previous`)
  renameSync(nextDir, distDir)
}

/** Tests that hosts survive the end of the primary of such servers, in a file of its own. */
export function testFailover(servers: string, start: () => Promise<RedisSet>): void {
  beforeAll(async () => {
    if (NO_REDIS) return
    redis = await start()
    ends.push(redis.stop)
    state = await openState(redis.url, { token: null, instance: 'test', clock: Date.now })
    ends.push(() => state.close())
    const { before, after } = await seedCatalogues()
    await publishTo(distDir, before)
    await publishTo(nextDir, after)
  }, 120_000)

  afterAll(async () => {
    for (const host of hosts) host.kill('SIGKILL')
    for (const end of ends.reverse()) await end()
  })

  test.skipIf(NO_REDIS !== null)(
    `three hosts survive the end of the primary of ${servers}, the end of the host that sends alerts, and a new snapshot`,
    async () => {
      const receiver = await startReceiver()
      const { webhooks, expected } = await addWebhooks(receiver.url)
      expect(expected).toBeGreaterThan(20)
      // The first one alone, so that it is the one that sends alerts.
      const ports = [await startHost()]
      await pause(500)
      ports.push(...(await Promise.all([startHost(), startHost()])))
      const balancer = await startBalancer(ports)
      ends.push(balancer.stop)
      const key = await newKey('pro')
      const ask = async (target: string, apiKey = key) => {
        const reply = await fetch(`${balancer.url}${target}`, { headers: { 'X-API-Key': apiKey } })
        await reply.text()
        return reply.status
      }

      const issued: string[] = []
      const refused: { status: number; target: string; at: number }[] = []
      const answered = { open: 0, keyed: 0 }
      const request = async (target: string, kind: keyof typeof answered) => {
        const status = await ask(target)
        if (status >= 500) refused.push({ status, target, at: performance.now() })
        else answered[kind] += 1
      }
      const stops = [
        repeat(async () => issued.push(await newKey('pro')), 20),
        repeat(() => request('/v1/protocols/aave-v3', 'open'), 200),
        repeat(() => request('/openapi.json', 'open'), 200),
        repeat(() => request('/v1/usage', 'keyed'), 200),
      ]
      await pause(2_000)

      const killedAt = performance.now()
      redis.killPrimary()
      const before = issued.length
      await vi.waitFor(() => expect(issued.length).toBeGreaterThan(before + 5), { timeout: 30_000 })
      const keysAgainMs = performance.now() - killedAt
      await vi.waitFor(async () => expect(await ask('/v1/usage')).toBe(200), { timeout: 30_000 })

      hosts[0]?.kill('SIGKILL')
      const rolledAt = performance.now()
      rollOut()
      await vi.waitFor(() => expect(receiver.ids.length).toBeGreaterThanOrEqual(expected), {
        timeout: ALERTS_MS,
        interval: 100,
      })
      const alertsMs = performance.now() - rolledAt

      // Exact again: of one minute, over both hosts at once.
      if (secondsLeft(Date.now(), MINUTE_MS) < 8) await pause(8_000)
      const limited = await newKey('free')
      const { burst } = PLANS.free
      const statuses = await Promise.all(
        Array.from({ length: burst + 40 }, () => ask('/v1/stats', limited)),
      )
      for (const stop of stops) await stop()

      const seconds = refused.map(({ at }) => (at - killedAt) / 1_000)
      const last = Math.max(0, ...seconds)
      process.stdout.write(
        `Failover: ${refused.length} responses 503, the last after ${last.toFixed(1)} s; keys again after ${(keysAgainMs / 1_000).toFixed(1)} s; ${issued.length} keys; ${expected} alerts ${(alertsMs / 1_000).toFixed(1)} s after the host's end; ${answered.open} open and ${answered.keyed} keyed requests answered\n`,
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(burst)
      expect(statuses.filter((status) => status === 429)).toHaveLength(40)
      const found = await Promise.all(
        issued.map(async (text) => state.findKey(await digestOf(SECRET, text))),
      )
      expect(found.filter((record) => record === null)).toEqual([])
      expect(new Set(receiver.ids).size).toBe(expected)
      expect(receiver.ids).toHaveLength(expected)
      for (const id of webhooks) expect(await state.countWaiting(id)).toBe(0)
      expect(refused.filter(({ target }) => target !== '/v1/usage')).toEqual([])
      expect(Math.min(0, ...seconds)).toBe(0)
      expect(last).toBeLessThan(STATED_S)
    },
    180_000,
  )
}
