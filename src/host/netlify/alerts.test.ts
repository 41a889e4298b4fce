import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isSecretOf } from '../../state/secret-mark.ts'
import { openSqliteState } from '../../state/sqlite/store.ts'
import { publishedAs, webhookAt } from '../../testing/alerts/published.ts'
import { allDue } from '../../testing/api/webhook-contract.ts'
import { listenInTest } from '../../testing/listen-in-test.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { sendAlerts } from './alerts.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const NOON = Date.UTC(2026, 10, 22, 12)
const { table, incidents } = publishedAs({ '2026-11-21': { a: 2 }, '2026-11-22': { a: 5 } })

let root: string
let state: ReturnType<typeof openSqliteState>
let got: string[]
let receiver: ReturnType<typeof createServer>

beforeEach(async () => {
  root = folderOfTest()
  state = openSqliteState(':memory:')
  got = []
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      got.push(body)
      response.writeHead(204).end()
    })
  })
  await listenInTest(receiver)
})
afterEach(() => state.close())

/** Puts documents where the function has them bundled. */
function bundle(documents: Record<string, unknown>): void {
  const folder = path.join(root, 'dist/_data/live')
  mkdirSync(folder, { recursive: true })
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(path.join(folder, name), JSON.stringify(document))
  }
}

/** A webhook on this machine, made the day before the newest snapshot. */
async function hook(): Promise<void> {
  const { id } = await state.openAccount({
    ...{ id: 'acc_0123456789abcdef0123', wallet: 'eip155:0x0', plan: 'free' },
    createdAt: '2026-11-21T00:00:00.000Z',
  })
  const { port } = receiver.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  await state.insertWebhook(webhookAt('2026-11-21', { accountId: id, url }), 3)
}

/** One run of the schedule. In development, so that a receiver may be on this machine. */
function run(given: Record<string, string> = {}) {
  const lines: string[] = []
  const opened: string[] = []
  const done = sendAlerts({
    ...{ root, now: () => NOON, newId: () => 'one', random: () => 0.5 },
    env: { NETLIFY_DEV: 'true', PLIMSOLL_SECRET: SECRET, ...given },
    log: (line) => lines.push(line),
    openState: (url) => {
      opened.push(url)
      return state
    },
  })
  return { done, lines, opened }
}

describe(sendAlerts, () => {
  test('sends each change of the bundled documents once, and logs what it did without an address', async () => {
    bundle({ 'alerts.json': table, 'incidents.json': incidents })
    await hook()
    const first = run()
    expect(await first.done).toEqual({ made: 1, delivered: 1, failed: 0, givenUp: 0 })
    expect(await run().done).toEqual({ made: 0, delivered: 0, failed: 0, givenUp: 0 })

    expect(got.map((body) => JSON.parse(body))).toMatchObject([
      {
        type: 'protocol.level_changed',
        data: { protocol: { page: 'http://localhost:8888/protocol/a/' } },
      },
    ])
    const [line = ''] = first.lines
    expect(JSON.parse(line)).toMatchObject({ level: 'info', job: 'alerts', delivered: 1 })
    expect(line).not.toContain('127.0.0.1')
  })

  test('uses the store of production, and links to the address of the site', async () => {
    bundle({ 'alerts.json': table, 'incidents.json': incidents })
    await hook()
    const { done, opened } = run({ NETLIFY_DEV: '', URL: 'https://risk.example.org' })
    // A receiver on this machine is not for a public site.
    expect(await done).toEqual({ made: 1, delivered: 0, failed: 1, givenUp: 0 })
    expect(opened).toEqual(['blobs:'])
    const [kept] = await allDue(state, NOON + 86_400_000)
    expect(kept?.alert).toMatchObject({
      data: { protocol: { page: 'https://risk.example.org/protocol/a/' } },
    })
    expect(got).toEqual([])
  })

  test('makes nothing while a document is cut or missing, and loses nothing by it', async () => {
    bundle({ 'alerts.json': table, 'incidents.json': incidents })
    await hook()
    const file = path.join(root, 'dist/_data/live/alerts.json')
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, whole.slice(0, -10))
    expect(await run().done).toEqual({ made: 0, delivered: 0, failed: 0, givenUp: 0 })
    rmSync(file)
    expect(await run().done).toEqual({ made: 0, delivered: 0, failed: 0, givenUp: 0 })
    writeFileSync(file, whole)
    expect(await run().done).toMatchObject({ made: 1, delivered: 1 })
  })

  test('with another secret than the state was made with, the run fails before anything is sent', async () => {
    bundle({ 'alerts.json': table, 'incidents.json': incidents })
    await hook()
    await isSecretOf(state, 'the secret of before, long enough as well')
    const { done, lines } = run()
    await expect(done).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
    expect(got).toEqual([])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('another secret')
    expect(lines[0]).not.toContain(SECRET)
  })

  test.each([{ PLIMSOLL_SECRET: '' }, { PLIMSOLL_SECRET: 'short' }])(
    'a published site with the secret %j fails the run',
    async (env) => {
      const { done, opened, lines } = run({ NETLIFY_DEV: '', ...env })
      await expect(done).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
      expect(opened).toEqual([])
      expect(lines.join()).toContain('PLIMSOLL_SECRET')
    },
  )

  test('a store that fails fails the run', async () => {
    await hook()
    state.dueDeliveries = () => Promise.reject(new Error('The store is away.'))
    const { done, lines } = run()
    await expect(done).rejects.toThrow('The store is away.')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error' })
  })
})

describe('functions/alerts.ts', () => {
  const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')

  test('runs every twenty minutes', () => {
    expect(read('functions/alerts.ts')).toContain("schedule: '*/20 * * * *'")
  })

  test('brings along every document that it reads', () => {
    const [, included = ''] =
      /\[functions\.alerts\]\s+included_files = \[([^\]]*)\]/.exec(read('netlify.toml')) ?? []
    const named = read('src/alerts/read-published.ts').match(/loadDocument\('[^']+'\)/g) ?? []
    expect(named).toHaveLength(2)
    for (const name of named.map((call) => call.slice(14, -2))) {
      expect(included).toContain(`"dist/_data/live/${name}"`)
    }
  })
})
