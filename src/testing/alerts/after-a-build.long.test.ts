import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alert } from '../../contract/alerts.ts'
import { changesDocument, changesIndex } from '../../contract/changes.ts'
import { takeSnapshot } from '../../pipeline.ts'
import { openSecret } from '../../state/secret.ts'
import { openSqliteState } from '../../state/sqlite/store.ts'
import { webhookSecret } from '../../state/webhook-secret.ts'
import { randomBytes } from '../../state/with-state.ts'
import { openStore } from '../../store/open.ts'
import { anAccount } from '../api/account-contract.ts'
import { listen } from '../api/local-redis.ts'
import { bodies, DAY, incidents, NEXT_DAY, rows } from '../pipeline/bodies.ts'
import { memoryReader, options } from '../pipeline/world.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { webhookAt } from './published.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

const folder = temporaryFolder()
const stateFile = path.join(folder, 'state.sqlite')
const distDir = path.join(folder, 'dist')
const env = {
  ...process.env,
  PLIMSOLL_DB: path.join(folder, 'store.sqlite'),
  PLIMSOLL_DIST: distDir,
  STATE_URL: `sqlite:${stateFile}`,
  PLIMSOLL_PUBLIC_URL: '',
}

const received: { headers: Record<string, string>; body: string }[] = []
let status = 503
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    if (status === 200) received.push({ headers: Object.fromEntries(headers), body })
    response.writeHead(status).end()
  })
})
let url: string

async function script(name: string, ...rest: string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [`scripts/${name}.ts`, ...rest], {
    cwd: ROOT,
    env,
  })
  return stdout + stderr
}

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(receiver)}/hook`
  await takeTwoSnapshots(env.PLIMSOLL_DB)
  await script('build', '--no-site', '--no-store')
}, 120_000)
afterAll(() => {
  receiver.close()
})

/** The loss of a protocol is listed only on the second day. */
async function takeTwoSnapshots(file: string): Promise<void> {
  const store = openStore(file)
  const second = bodies(rows(6))
  const notYet = incidents().map((row) => ({ ...row, defillamaId: null }))
  const first = { ...second, hacks: { '/hacks': JSON.stringify(notYet) } }
  await takeSnapshot(options(store, memoryReader(first), DAY))
  await takeSnapshot(options(store, memoryReader(second), NEXT_DAY))
  store.close()
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(path.join(distDir, '_data/live', name), 'utf8'))
}

test('a build sends exactly the changes of level since a snapshot, and repeats what failed', async () => {
  const [oldest = ''] = changesIndex.parse(read('changes.json')).days
  const { data } = changesDocument.parse(read(`changes/${oldest}.json`))
  const expected = data.moves.filter(({ levelChanged }) => levelChanged)
  expect(expected.length).toBeGreaterThan(0)

  const secret = openSecret({ url: env.STATE_URL, secret: null, secretFile: null }, randomBytes)
  const state = openSqliteState(stateFile)
  const { id: accountId } = await state.openAccount(anAccount())
  const seen = { seenSnapshot: data.from.id, seenDay: data.from.day }
  const watch = { protocols: null, levelChanges: true, incidents: false, thresholds: [] }
  const webhook = webhookAt(oldest, { accountId, url, watch, ...seen })
  await state.insertWebhook(webhook, 3)

  expect(await script('build', '--no-site', '--no-store')).toMatch(
    /Alerts: \d+ new, 0 delivered, 1/,
  )
  expect(received).toEqual([])

  status = 200
  for (const delivery of await state.listDeliveries(webhook.id, 200)) {
    const lastAttempt = { at: data.to.day, status: 503, problem: 'status 503' }
    // As if the time to the next attempt had passed.
    await state.settleDelivery(
      delivery,
      { ...{ status: 'waiting', attempts: 1, dueAt: 0 }, lastAttempt },
      Date.now(),
    )
  }
  const report: unknown = JSON.parse(await script('admin', 'alerts', 'send', '--json'))
  expect(report).toEqual({ made: 0, delivered: expected.length, failed: 0, givenUp: 0 })
  expect(await script('admin', 'alerts', 'send')).toContain('0 new, 0 delivered')
  expect(await script('admin', 'alerts', 'list')).toMatch(
    /wh_\w{20} {2}acc_\w+ {2}127\.0\.0\.1:\d+ {2}seen/,
  )
  await state.close()

  const key = new Webhook(await webhookSecret(secret, webhook.id))
  const alerts = received.map(({ body, headers }) => alert.parse(key.verify(body, headers)))
  const ofAlerts = alerts.map(({ data }) => ('to' in data && 'protocol' in data ? data : null))
  expect(ofAlerts.map((one) => one?.protocol.id).sort()).toEqual(
    expected.map(({ id }) => id).sort(),
  )
}, 120_000)
