import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { getStore, listStores } from '@netlify/blobs'
import { BlobsServer } from '@netlify/blobs/server'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../domain/day.ts'
import { aKeyOf, anAccount } from '../../testing/api/account-contract.ts'
import { aRecord } from '../../testing/api/key-contract.ts'
import { freePort } from '../../testing/api/local-redis.ts'
import { aCaller, aHit, describeState, meterOf, usedBy } from '../../testing/api/state-contract.ts'
import { aDeliveryTo, aWebhookOf } from '../../testing/api/webhook-contract.ts'
import { listenInTest } from '../../testing/listen-in-test.ts'
import { isExhaustive } from '../../testing/runs.ts'
import { refusals } from '../../testing/state/refusals.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { FullState } from '../full-state.ts'
import { MINUTE_MS } from '../time-window.ts'
import { BLOB_REQUEST_MS, steadyFetch } from './access.ts'
import { openBlobsAccountState } from './account-state.ts'
import { GRACE_MS } from './exchange.ts'
import { KEY_CACHE_MS } from './key-cache.ts'
import { BLOBS_DEADLINE_MS, openBlobsState } from './store.ts'
import { sweepBlobs } from './sweep.ts'
import { sweepWindows } from './sweep-windows.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const SITE = { siteId: 'site', token: 'token-of-the-tests', name: 'plimsoll' }
const UNUSABLE = expect.stringMatching(/^STATE_UNUSABLE: /)

const folder = temporaryFolder()
let server: BlobsServer
let url: string
let fleets = 0

beforeAll(async () => {
  server = new BlobsServer({ directory: folder, token: SITE.token })
  url = `http://localhost:${(await server.start()).port}`
})
afterAll(async () => {
  await server.stop()
})

interface Choice {
  url?: string
  name?: string
  clock?: () => number
  request?: typeof fetch
  background?: (work: Promise<void>) => void
  deadlines?: { requestMs: number; answerMs: number }
}

const REAL = { requestMs: BLOB_REQUEST_MS, answerMs: BLOBS_DEADLINE_MS }
/** Where no deadline is the subject, a busy machine may take its time. */
const PATIENT = { requestMs: 10_000, answerMs: 20_000 }

function anInstance(choice: Choice = {}): FullState {
  const { clock = () => NOON, name = SITE.name, deadlines = PATIENT } = choice
  const access = { ...SITE, name, url: choice.url ?? url }
  const { request = inTurn, background } = choice
  return openBlobsAccountState({
    access,
    instance: crypto.randomUUID(),
    clock,
    deadlines,
    request,
    ...(background ? { background } : {}),
  })
}

describeState(
  'state in Netlify Blobs',
  async () => ({
    open: () => anInstance(),
    contents: async () => readAll(folder),
    stop: async () => {},
  }),
  { isExact: false },
)

describe('several instances', () => {
  test('each admits the limit by itself at worst, when all are asked at the same moment', async () => {
    for (const size of isExhaustive() ? [2, 4, 10] : [2]) {
      const admitted = await flood(size, size * 200)
      print(`${size} instances, 200 requests each at one moment: ${admitted} of 60 admitted`)
      expect(admitted).toBeGreaterThanOrEqual(60)
      expect(admitted).toBeLessThanOrEqual(60 * size)
    }
  })

  test.runIf(isExhaustive())(
    'asked steadily, they learn of each other and stop near the limit',
    async () => {
      for (const [size, perSecond] of [
        [2, 40],
        [4, 40],
        [4, 100],
        [10, 100],
      ] as const) {
        const admitted = await stream(size, perSecond)
        print(
          `${size} instances, ${perSecond} requests a second together: ${admitted} of 60 admitted`,
        )
        expect(admitted).toBeGreaterThanOrEqual(60)
        // Each by itself would admit 60.
        expect(admitted).toBeLessThan(60 * size)
      }
    },
    60_000,
  )

  test('an instance that starts later reads what the others counted before it decides', async () => {
    const caller = aCaller()
    const first = anInstance()
    for (let n = 0; n < 60; n++) await first.hit(aHit({ caller }))
    await first.close()

    const second = anInstance()
    expect(await second.hit(aHit({ caller }))).toEqual({
      admitted: false,
      burstUsed: 60,
      dailyUsed: 60,
    })
    await second.close()
  })

  test('the count of a single request is written in the background, without another request', async () => {
    const caller = aCaller()
    const works: Promise<void>[] = []
    const instance = anInstance({ background: (work) => works.push(work) })
    await instance.hit(aHit({ caller, meter: meterOf(caller) }))
    expect(works).toHaveLength(1)
    await Promise.all(works)

    const other = anInstance()
    expect((await usedBy(other, caller, '2026-11')).protocols).toBe(1)
    expect((await other.hit(aHit({ caller }))).dailyUsed).toBe(2)
    await Promise.all([instance.close(), other.close()])
  })

  test('with another name share nothing: a preview does not write what production reads', async () => {
    const record = aRecord()
    const [production, preview] = [anInstance(), anInstance({ name: 'preview' })]
    await preview.insertKey(record)

    expect(await production.findKey(record.digest)).toBeNull()
    await Promise.all([production.close(), preview.close()])
  })
})

describe('key records', () => {
  test('are remembered for a minute, so a revocation elsewhere is seen within it', async () => {
    let now = NOON
    const requests: string[] = []
    const request: typeof fetch = (input, init) => {
      requests.push(String(input))
      return fetch(input, init)
    }
    const [gateway, office] = [anInstance({ clock: () => now, request }), anInstance()]
    const record = aRecord()
    await office.insertKey(record)
    await gateway.findKey(record.digest)
    await office.updateKey(record.id, { revokedAt: '2026-11-21T12:00:30.000Z' })

    now += KEY_CACHE_MS - 1
    expect(await gateway.findKey(record.digest)).toEqual(record)
    expect(requests).toHaveLength(1)
    now += 1
    expect((await gateway.findKey(record.digest))?.revokedAt).toBe('2026-11-21T12:00:30.000Z')
    expect(requests).toHaveLength(2)
  })

  test('a clock that was set back does not keep a record for longer', async () => {
    let now = NOON
    const [gateway, office] = [anInstance({ clock: () => now }), anInstance()]
    const record = aRecord()
    await office.insertKey(record)
    await gateway.findKey(record.digest)
    await office.updateKey(record.id, { plan: 'pro' })

    now -= 60 * MINUTE_MS
    expect((await gateway.findKey(record.digest))?.plan).toBe('pro')
  })

  test('a conditional write that failed is not taken for done, though the package says so', async () => {
    const request = failing((method) => (method === 'put' ? 503 : null))
    const store = getStore({
      name: 'plimsoll-trap',
      siteID: SITE.siteId,
      token: SITE.token,
      edgeURL: url,
      fetch: steadyFetch(request, 1_000),
    })
    expect(await store.set('key', 'text', { onlyIfNew: true })).toEqual({
      etag: '',
      modified: true,
    })

    await expect(anInstance({ request }).insertKey(aRecord())).rejects.toMatchObject({
      code: 'STATE_UNUSABLE',
    })
  })
})

describe('Blobs in trouble', () => {
  test.each([429, 500, 503, 403])(
    'status %i rejects at once and is not tried again',
    async (status) => {
      let asked = 0
      const request = failing(() => {
        asked += 1
        return status
      })
      const store = anInstance({ request })

      const refused = await refusals([store.hit(aHit()), store.findKey('f'.repeat(64))])
      expect(refused).toEqual(Array(2).fill(UNUSABLE))
      expect(asked).toBe(2)
    },
  )

  test('nothing listens: every method rejects', async () => {
    const store = anInstance({ url: `http://localhost:${await freePort()}` })

    const refused = await refusals([
      store.hit(aHit()),
      store.findKey('f'.repeat(64)),
      store.insertKey(aRecord()),
      store.listKeys(),
      store.updateKey('key_a', { plan: 'pro' }),
      store.usage('key_a', '2026-11'),
    ])
    expect(refused).toEqual(Array(6).fill(UNUSABLE))
  })

  test('a server that takes requests and says nothing: visitors are rejected', async () => {
    const silent = createServer(() => {})
    const port = await listenInTest(silent)
    const store = anInstance({ url: `http://localhost:${port}`, deadlines: REAL })

    const refused = await refusals([
      store.hit(aHit()),
      store.hit(aHit()),
      store.findKey('f'.repeat(64)),
      store.usage('key_a', '2026-11'),
    ])
    expect(refused).toEqual(Array(4).fill(UNUSABLE))
  })

  test('a body that never ends is given up too', async () => {
    const dripping = createServer((_, response) => {
      response.writeHead(200).write('{"bl')
    })
    const port = await listenInTest(dripping)
    const store = anInstance({ url: `http://localhost:${port}`, deadlines: REAL })

    const refused = await refusals([store.hit(aHit()), store.findKey('f'.repeat(64))])
    expect(refused).toEqual(Array(2).fill(UNUSABLE))
  })

  test('an instance that has read once goes on for a minute, then rejects, and loses no count', async () => {
    let isDown = false
    const request = failing(() => (isDown ? 503 : null))
    const store = anInstance({ request })
    const caller = aCaller()
    const hit = (now: number) => store.hit(aHit({ caller, meter: meterOf(caller), now }))
    await hit(NOON)
    await store.close()

    isDown = true
    expect((await hit(NOON + 2_000)).admitted).toBe(true)
    await pause(50)
    expect((await hit(NOON + 2_000 + GRACE_MS)).burstUsed).toBe(1)
    await pause(50)
    await expect(hit(NOON + 2_001 + GRACE_MS)).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })

    isDown = false
    await expect(hit(NOON + 2_500 + GRACE_MS)).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
    expect((await hit(NOON + 4_000 + GRACE_MS)).dailyUsed).toBe(4)
    await store.close()
    const other = anInstance()
    expect((await usedBy(other, caller, '2026-11')).protocols).toBe(4)
  })

  test('closing writes what could not be written before, and says so when it still cannot', async () => {
    let isDown = false
    const request = failing(() => (isDown ? 503 : null))
    const store = anInstance({ request })
    const caller = aCaller()
    await store.hit(aHit())
    await store.close()
    isDown = true
    await store.hit(aHit({ caller, meter: meterOf(caller) }))

    await expect(store.close()).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
    isDown = false
    await store.close()
    expect((await usedBy(anInstance(), caller, '2026-11')).protocols).toBe(1)
  })

  test('a request without an answer is given up and its connection closed', async () => {
    let closed: (value: unknown) => void = () => {}
    const isClosed = new Promise((resolve) => {
      closed = resolve
    })
    const silent = createServer((message) => void message.once('close', closed))
    const port = await listenInTest(silent)

    const response = await steadyFetch(fetch, 100)(`http://localhost:${port}/`)
    expect([response.status, response.headers.get('x-nf-error')]).toEqual([
      499,
      'no answer within 100 ms',
    ])
    await isClosed
  })

  test('from outside Netlify a refused signed URL rejects at once and is not tried again', async () => {
    const asked: string[] = []
    const request: typeof fetch = async (input) => {
      const { host } = new URL(String(input))
      asked.push(host)
      return host === 'api.netlify.com'
        ? Response.json({ url: 'https://signed.example/blob' })
        : new Response(null, { status: 403 })
    }
    const store = openBlobsState({ access: SITE, instance: 'a', clock: () => NOON, request })

    expect(await refusals([store.findKey('f'.repeat(64))])).toEqual([UNUSABLE])
    expect(asked).toEqual(['api.netlify.com', 'signed.example'])
  })

  test('a store that holds something else is read as nothing counted', async () => {
    const caller = aCaller()
    const day = Date.UTC(2026, 10, 25)
    const store = getStore({ ...netlifyNames(), name: 'plimsoll-windows-2026-11-25' })
    await store.set('someone', '<html>')
    await store.set('another', JSON.stringify({ d20782: { [caller]: -5, x: 'y' }, m1: null, n: 3 }))

    expect((await anInstance().hit(aHit({ caller, now: day }))).dailyUsed).toBe(1)
  })
})

test('sweepWindows deletes the windows of days that are long over and nothing else', async () => {
  const name = 'swept'
  const access = { ...SITE, name, url }
  const store = anInstance({ name })
  for (const day of [0, 1, 2, 3]) {
    const now = NOON + day * DAY_MS
    await store.hit(aHit({ caller: 'key_swept', meter: meterOf('key_swept'), now }))
    await store.close()
  }
  const names = async () =>
    (await listStores(netlifyNames())).stores.filter((one) => one.startsWith(name))
  const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']
  expect((await names()).sort()).toEqual([
    'swept-usage-2026-11',
    ...days.map((day) => `swept-windows-${day}`),
  ])

  expect(await sweepWindows(access, NOON + 3 * DAY_MS)).toBe(1)

  expect((await names()).sort()).toEqual([
    'swept-usage-2026-11',
    ...days.slice(1).map((day) => `swept-windows-${day}`),
  ])
  expect((await usedBy(anInstance({ name }), 'key_swept', '2026-11')).protocols).toBe(4)
})

describe('sweepBlobs', () => {
  test('deletes sessions and spent names that are over, and what was counted for accounts that are gone', async () => {
    const name = 'tidy'
    const access = { ...SITE, name, url }
    const store = anInstance({ name })
    const account = await store.openAccount(anAccount())
    const [old, fresh] = ['2026-11-20', '2026-11-28'].map((day, n) => ({
      digest: `${n}e`.repeat(32),
      accountId: account.id,
      createdAt: '2026-11-13T12:00:00.000Z',
      expiresAt: `${day}T12:00:00.000Z`,
    }))
    if (!old || !fresh) throw new Error('no sessions')
    for (const session of [old, fresh]) await store.insertSession(session, 5)
    await store.spend('old', NOON - 2 * DAY_MS, NOON - 3 * DAY_MS)
    await store.spend('fresh', NOON + MINUTE_MS, NOON)
    const counted = (owner: string) =>
      store.hit(aHit({ caller: owner, meter: { owner, keyId: 'key_a' } }))
    for (const owner of [account.id, 'acc_gone', 'key_b']) await counted(owner)
    await store.close()

    await sweepBlobs(access, NOON)

    const later = anInstance({ name })
    expect(await later.findSession(old.digest, NOON - 3 * DAY_MS)).toBeNull()
    expect(await later.findSession(fresh.digest, NOON)).toEqual(fresh)
    expect(await later.spend('fresh', NOON + MINUTE_MS, NOON)).toBe(false)
    expect(await later.spend('old', NOON + MINUTE_MS, NOON)).toBe(true)
    const used = [account.id, 'acc_gone', 'key_b'].map((owner) => usedBy(later, owner, '2026-11'))
    expect((await Promise.all(used)).map(({ protocols }) => protocols)).toEqual([1, 0, 1])
  })

  test('deletes deliveries that were settled over 90 days ago, with all that finds them', async () => {
    const name = 'settled'
    const access = { ...SITE, name, url }
    const store = anInstance({ name })
    const { id } = await store.openAccount(anAccount())
    const webhook = aWebhookOf(id)
    await store.insertWebhook(webhook, 3)
    const [old, fresh] = [aDeliveryTo(webhook), aDeliveryTo(webhook)]
    const settled = { status: 'delivered', attempts: 1, dueAt: NOON, lastAttempt: null } as const
    for (const [delivery, at] of [
      [old, NOON],
      [fresh, NOON + 50 * DAY_MS],
    ] as const) {
      await store.addDeliveries([delivery], at)
      await store.settleDelivery(delivery, settled, at)
    }
    const countOld = async () => {
      const { blobs } = await getStore({ ...netlifyNames(), name: `${name}-deliveries` }).list()
      return blobs.filter(({ key }) => key.includes(old.id)).length
    }

    await sweepBlobs(access, NOON + 90 * DAY_MS)
    expect(await countOld()).toBe(2)
    await sweepBlobs(access, NOON + 98 * DAY_MS)
    expect(await countOld()).toBe(0)
    expect((await store.listDeliveries(webhook.id, 10)).map((kept) => kept.id)).toEqual([fresh.id])
  })
})

describe('a write that fails', () => {
  test('leaves a place for a key taken for a minute', async () => {
    let isDown = true
    const request: typeof fetch = (input, init) =>
      isDown && init?.method === 'put' && String(input).includes('-keys')
        ? Promise.resolve(new Response(null, { status: 503 }))
        : fetch(input, init)
    const store = anInstance({ name: 'places', request })
    const account = await store.openAccount(anAccount())
    const keyAt = (time: string) => ({ ...aKeyOf(account), createdAt: `2026-11-21T${time}.000Z` })

    const lost = store.insertAccountKey(keyAt('12:00:00'), 1)
    await expect(lost).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
    isDown = false
    expect(await store.insertAccountKey(keyAt('12:01:00'), 1)).toBe(false)
    expect(await store.insertAccountKey(keyAt('12:01:01'), 1)).toBe(true)
    expect(await store.listAccountKeys(account.id)).toHaveLength(1)
  })

  test('spends nothing and marks nothing', async () => {
    const request = failing((method) => (method === 'put' ? 503 : null))
    const store = anInstance({ name: 'refused', request })
    const refused = await refusals([
      store.spend('n', NOON, NOON),
      store.markSecret('m'),
      store.openAccount(anAccount()),
    ])
    expect(refused).toEqual(Array(3).fill(UNUSABLE))
  })
})

describe('the edge', () => {
  test('the stores of the edge reach no SQLite, no TCP and no module of Node of their own', async () => {
    const { metafile, outputFiles } = await build({
      entryPoints: [path.join(import.meta.dirname, '../open-edge-state.ts')],
      bundle: true,
      write: false,
      minify: true,
      metafile: true,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['import'],
      external: ['process'],
    })

    const inputs = Object.keys(metafile.inputs)
    expect(inputs.some((name) => name.includes('@netlify/blobs'))).toBe(true)
    expect(
      inputs.filter((name) =>
        /better-sqlite3|node_modules\/@?redis\/|state\/sqlite\/|redis\/tcp|zod/.test(name),
      ),
    ).toEqual([])
    for (const [name, { imports }] of Object.entries(metafile.inputs)) {
      const foreign = imports.filter(({ external }) => external).map((one) => one.path)
      expect(foreign, name).toEqual(
        name.includes('@netlify/blobs') && foreign.length > 0 ? ['process'] : [],
      )
    }
    const bytes = outputFiles.reduce((sum, file) => sum + file.contents.length, 0)
    print(`the stores of the edge: ${(bytes / 1_024).toFixed(1)} KB minified`)
    expect(bytes).toBeLessThan(40_000)
  })

  const deno = path.join(import.meta.dirname, '../../../node_modules/.bin/deno')
  test.runIf(isExhaustive() && existsSync(deno))(
    'the store counts and finds keys in Deno',
    async () => {
      const code = `
      const { openBlobsState } = await import(${JSON.stringify(new URL('./store.ts', import.meta.url).href)})
      const store = openBlobsState({ access: ${JSON.stringify({ ...SITE, url })}, instance: 'deno', clock: () => 0, deadlines: ${JSON.stringify(PATIENT)} })
      const hit = { caller: 'key_deno', meter: { owner: 'key_deno', keyId: 'key_deno' }, group: 'other', now: ${NOON}, limits: { burst: 3, daily: 9 } }
      const results = []
      for (let n = 0; n < 4; n++) results.push((await store.hit(hit)).admitted)
      console.log(JSON.stringify([results, await store.findKey('f'), (await store.usage('key_deno', '2026-11')).map(({ day, counts }) => [day, counts])]))
      await store.close()`
      const words = ['eval', '--node-modules-dir=manual', '--ext=ts', code]
      const cwd = path.join(import.meta.dirname, '../../..')
      const { stdout } = await promisify(execFile)(deno, words, { cwd })

      const usage = { protocols: 0, wallet: 0, screener: 0, other: 3 }
      expect(JSON.parse(stdout)).toEqual([[true, true, true, false], null, [['2026-11-21', usage]]])
    },
    30_000,
  )
})

/** All instances are asked at the same moment, after each has read the store. */
async function flood(size: number, requests: number): Promise<number> {
  const caller = aCaller()
  const name = `fleet-${fleets++}`
  const instances = Array.from({ length: size }, () => anInstance({ name }))
  await Promise.all(instances.map((one) => one.hit(aHit())))
  const results = await Promise.all(
    Array.from({ length: requests }, (_, n) => instances[n % size]?.hit(aHit({ caller }))),
  )
  await Promise.all(instances.map((one) => one.close()))
  return results.filter((result) => result?.admitted).length
}

/** The instances are asked in turn at an even pace until none has admitted a request for a second. */
async function stream(size: number, perSecond: number): Promise<number> {
  const caller = aCaller()
  const name = `fleet-${fleets++}`
  const instances = Array.from({ length: size }, () => anInstance({ name }))
  await Promise.all(instances.map((one) => one.hit(aHit())))
  const works: Promise<void>[] = []
  let admitted = 0
  const started = performance.now()
  let quietSince = started
  for (let n = 0; performance.now() - quietSince < 1_000; n++) {
    const wait = started + (n * 1_000) / perSecond - performance.now()
    if (wait > 0) await pause(wait)
    const work = instances[n % size]?.hit(aHit({ caller })).then((result) => {
      if (!result.admitted) return
      admitted += 1
      quietSince = performance.now()
    })
    if (work) works.push(work)
  }
  await Promise.all(works)
  await Promise.all(instances.map((one) => one.close()))
  return admitted
}

let turn: Promise<unknown> = Promise.resolve()

/** Netlify checks the condition of a write and writes at once; the local emulation checks, waits and then writes, so here they come one by one. */
const inTurn: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  if (!headers.has('if-match') && !headers.has('if-none-match')) return fetch(input, init)
  const response = turn.then(() => fetch(input, init))
  turn = response.catch(() => null)
  return response
}

function failing(statusOf: (method: string) => number | null): typeof fetch {
  return async (input, init) => {
    const status = statusOf(init?.method ?? 'get')
    return status === null ? fetch(input, init) : new Response(null, { status })
  }
}

function netlifyNames() {
  return { siteID: SITE.siteId, token: SITE.token, edgeURL: url }
}

function readAll(from: string): string {
  return (
    readdirSync(from, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(from, name))
      // The emulation leaves empty folders.
      .filter((name) => statSync(name).isFile())
      .map((name) => `${name}\n${readFileSync(name, 'latin1')}`)
      .join('\n')
  )
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function print(line: string): void {
  process.stdout.write(`Blobs: ${line}\n`)
}
