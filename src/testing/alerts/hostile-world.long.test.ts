import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openSqliteState } from '../../state/sqlite/store.ts'
import { anAccount } from '../api/account-contract.ts'
import { listen } from '../api/local-redis.ts'
import { aDeliveryTo } from '../api/webhook-contract.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { HOSTILE, openHostile } from './hostile-receivers.ts'
import { publishedAs, webhookAt } from './published.ts'

/** What `LEASE_MS` in `alerts/run.ts` is at most: what a killed process had is due again after it. */
const LEASE_MS = 30_000
const GOOD = 40
const CHANGES = 12
const WITHIN_MS = 60_000

const before = Object.fromEntries(Array.from({ length: CHANGES }, (_, n) => [`p${n}`, 2]))
const after = Object.fromEntries(Array.from({ length: CHANGES }, (_, n) => [`p${n}`, 5]))
const PUBLISHED = publishedAs({ '2026-11-21': before, '2026-11-22': after })

const folder = temporaryFolder()
const file = path.join(folder, 'state.sqlite')
const state = openSqliteState(file)
const children: ChildProcess[] = []
const closing: (() => void)[] = []

/** Ids that each good webhook got, by the path of its address. */
const got = new Map<string, string[]>()
const count = () => [...got.values()].reduce((sum, ids) => sum + ids.length, 0)
const good = createServer((request, response) => {
  request.resume()
  const name = request.url ?? ''
  got.set(name, [...(got.get(name) ?? []), String(request.headers['webhook-id'])])
  response.writeHead(204).end()
})
const slow = createServer((request, response) => {
  request.resume()
  setTimeout(() => response.writeHead(204).end(), 9_000).unref()
})

let serial = 0

/** An account with a webhook, or with three for which so many alerts wait. */
async function hooked(url: string, waiting = 0): Promise<void> {
  const { id: accountId } = await state.openAccount(anAccount())
  for (let n = 0; n < (waiting > 0 ? 3 : 1); n++) {
    serial += 1
    const id = `wh_${serial.toString(16).padStart(20, '0')}`
    const webhook = webhookAt('2026-11-21', { id, accountId, url })
    await state.insertWebhook(webhook, 3)
    const queue = Array.from({ length: waiting }, () => aDeliveryTo(webhook, { dueAt: 0 }))
    await state.addDeliveries(queue, Date.now())
  }
}
beforeAll(async () => {
  const slowUrl = `http://127.0.0.1:${await listen(slow)}/`
  // First in every list: the slow ones with full queues, then the hostile ones.
  for (let n = 0; n < 10; n++) await hooked(slowUrl, 190)
  for (const shape of Object.values(HOSTILE)) {
    const receiver = await openHostile(shape)
    closing.push(receiver.close)
    await hooked(receiver.url)
  }
  const url = `http://127.0.0.1:${await listen(good)}`
  for (let n = 0; n < GOOD; n++) await hooked(`${url}/${n}`)
  writeFileSync(path.join(folder, 'published.json'), JSON.stringify(PUBLISHED))
}, 60_000)
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const close of closing) close()
  for (const server of [good, slow]) {
    server.close()
    server.closeAllConnections()
  }
  await state.close()
})

/** A process that looks again and again, `laterMs` ahead of the clock. */
function startSender(laterMs: number): ChildProcess {
  const code = `
    import { readFileSync } from 'node:fs'
    const [state, alerts, host] = await Promise.all(process.argv.slice(1, 4).map((name) => import(name)))
    const store = state.openSqliteState(process.argv[4])
    const published = JSON.parse(readFileSync(process.argv[5], 'utf8'))
    const now = () => Date.now() + ${laterMs}
    const lookup = () => Promise.reject(new Error('no names'))
    const slow = new Set()
    const look = (signal) => alerts.runAlerts({
      state: store, slow, random: Math.random, until: now() + 20_000,
      loadPublished: async () => published,
      sender: { secret: 'a secret', lookup, isLocal: true, now, signal },
    })
    host.repeatAlerts(look, (error) => console.error(String(error)), { everyMs: 200 })
    setInterval(() => undefined, 1_000)`
  const modules = [
    '../../state/sqlite/store.ts',
    '../../alerts/run.ts',
    '../../host/node/alerts.ts',
  ].map((name) => new URL(name, import.meta.url).href)
  const words = ['--input-type=module', '-e', code, ...modules, file]
  const child = spawn(process.execPath, [...words, path.join(folder, 'published.json')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  return child
}

test('among hostile and slow receivers, and with a process that is killed, every other account has each alert within 60 s', async () => {
  const child = startSender(0)
  await vi.waitFor(() => expect(count()).toBeGreaterThan(GOOD), { timeout: 30_000, interval: 2 })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(count()).toBeLessThan(GOOD * CHANGES)

  const started = performance.now()
  startSender(LEASE_MS + 1_000)
  const ids = () => [...got.values()].map((all) => new Set(all).size)
  await vi.waitFor(
    () => {
      expect(ids()).toHaveLength(GOOD)
      expect(ids().every((size) => size === CHANGES)).toBe(true)
    },
    { timeout: WITHIN_MS, interval: 20 },
  )
  const ms = Math.round(performance.now() - started)
  // The same id again is the same alert: only where the killed process had sent and not recorded it.
  const again = count() - GOOD * CHANGES
  console.log(
    `Alerts: ${GOOD * CHANGES} to ${GOOD} accounts ${ms} ms after the kill, ${again} again`,
  )
  expect(ms).toBeLessThan(WITHIN_MS)
  expect(again).toBeLessThanOrEqual(GOOD)
}, 180_000)
