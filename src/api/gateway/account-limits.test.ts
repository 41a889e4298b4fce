import path from 'node:path'
import { BlobsServer } from '@netlify/blobs/server'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { PLANS } from '../../contract/plans.ts'
import { jsonResponse } from '../../http/api-response.ts'
import { digestOf } from '../../state/api-key.ts'
import { openBlobsAccountState } from '../../state/blobs/account-state.ts'
import type { FullState } from '../../state/full-state.ts'
import { issueAccountKey } from '../../state/issue-key.ts'
import { openState } from '../../state/open-state.ts'
import { anAccount } from '../../testing/api/account-contract.ts'
import { SECRET } from '../../testing/api/fake-state.ts'
import { NO_REDIS, startRedis } from '../../testing/api/local-redis.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { createGateway, type LogEntry } from './gateway.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const EVM = '0x5ca1ab1e00000000000000000000000000000001'
const REQUESTS = 300
const MAX_ATTEMPTS = 5

let folder: string

beforeEach(() => {
  folder = folderOfTest()
})

/** Each flood comes from an address of its own, since the keys of one address share an allowance. */
let floods = 0

function gatewayOf(state: FullState, lines: LogEntry[] = [], address?: string) {
  const ip = address ?? `192.0.2.${floods}`
  const gateway = createGateway({
    state,
    secret: SECRET,
    version: '1.2.3',
    fetchInternal: async () => jsonResponse({ success: true, data: {} }),
    now: () => NOW,
    newRequestId: () => 'req_1',
    log: (entry) => lines.push(entry),
  })
  return (key: string, pathname = '/v1/protocols/aave-v3') =>
    gateway({
      method: 'GET',
      pathname,
      search: '',
      ip,
      header: (name) => (name === 'x-api-key' ? key : null),
    })
}

/** An account with keys. */
async function keysOf(state: FullState, plan: 'free' | 'pro' = 'free', count = 5) {
  const account = await state.openAccount(anAccount({ plan }))
  const keys: { key: string; id: string }[] = []
  for (let n = 0; n < count; n++) {
    const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    const request = {
      environment: 'live',
      secret: SECRET,
      now: new Date(NOW),
      randomBytes,
    } as const
    const made = await issueAccountKey(state, account, request, 5)
    if (made) keys.push({ key: made.key, id: made.record.id })
  }
  return { account, keys }
}

/**
 * Floods until the store was in time for every request: a gateway answers a request without counting it when the store takes longer
 * than a second, which a busy machine may.
 */
async function flood(stores: FullState[]) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const outcome = await floodOnce(stores)
    if (outcome.late === 0) return outcome
  }
  throw new Error(`The store was late in each of ${MAX_ATTEMPTS} attempts.`)
}

/** Sends the requests at once over all keys and all stores; returns how many were answered and how many were refused. */
async function floodOnce(stores: FullState[]) {
  const [first] = stores
  if (!first) throw new Error('no store')
  const { account, keys } = await keysOf(first)
  expect(keys).toHaveLength(5)
  floods += 1
  const lines: LogEntry[] = []
  const gateways = stores.map((store) => gatewayOf(store, lines))
  // Each has read its store and the keys before.
  const other = await keysOf(first)
  for (const ask of gateways) await ask(other.keys[0]?.key ?? '')
  for (const store of stores) {
    for (const { key } of keys) await store.findKey(await digestOf(SECRET, key))
  }
  const statuses = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, n) => {
      const ask = gateways[n % gateways.length]
      const response = await ask?.(keys[n % keys.length]?.key ?? '')
      return response?.status
    }),
  )
  const count = (status: number) => statuses.filter((one) => one === status).length
  const late = lines.filter(({ error }) => error !== undefined).length
  return { account, late, admitted: count(200), refused: count(429) }
}

async function expectExact(stores: FullState[]): Promise<void> {
  const { account, admitted, refused } = await flood(stores)
  expect([admitted, refused]).toEqual([PLANS.free.burst, REQUESTS - PLANS.free.burst])
  const [day] = (await stores[0]?.usage(account.id, '2026-11')) ?? []
  expect(day?.counts.protocols).toBe(PLANS.free.burst)
  expect(day?.refused).toBe(REQUESTS - PLANS.free.burst)
  for (const store of stores) await store.close()
}

const open = (url: string) =>
  openState(url, { token: null, instance: crypto.randomUUID(), clock: () => NOW })

describe('300 requests at once over five keys of one account', () => {
  test('are admitted up to its limit and no further, over two connections to SQLite', async () => {
    const url = `sqlite:${path.join(folder, 'state.sqlite')}`
    await expectExact([await open(url), await open(url)])
  })

  test.skipIf(NO_REDIS !== null)(
    'are admitted up to its limit and no further, over two connections to Redis',
    async () => {
      const redis = await startRedis()
      onTestFinished(() => redis.stop())
      await expectExact([await open(redis.url), await open(redis.url)])
    },
  )

  test('are admitted by each instance up to the limit at worst, over Netlify Blobs', async () => {
    const server = new BlobsServer({ directory: folder, token: 'token' })
    const url = `http://localhost:${(await server.start()).port}`
    onTestFinished(() => server.stop())
    for (const size of [1, 2]) {
      const access = { siteId: 'site', token: 'token', name: `limits-${size}`, url }
      const deadlines = { requestMs: 10_000, answerMs: 20_000 }
      const stores = Array.from({ length: size }, () =>
        openBlobsAccountState({
          ...{ access, instance: crypto.randomUUID(), clock: () => NOW, deadlines },
        }),
      )
      const { admitted } = await flood(stores)
      process.stdout.write(
        `Blobs, ${size} instances, ${REQUESTS} requests at one moment over five keys of an account: ${admitted} of ${PLANS.free.burst} admitted\n`,
      )
      expect(admitted).toBeGreaterThanOrEqual(PLANS.free.burst)
      expect(admitted).toBeLessThanOrEqual(PLANS.free.burst * size)
      for (const store of stores) await store.close()
    }
  })
})

describe('two keys of one account', () => {
  test('share the limits in the headers, the usage report and the log names the key', async () => {
    const state = await open('sqlite::memory:')
    const lines: LogEntry[] = []
    const ask = gatewayOf(state, lines)
    const { keys } = await keysOf(state, 'free', 2)
    const [one, two] = keys
    if (!one || !two) throw new Error('no keys')

    const first = await ask(one.key)
    const second = await ask(two.key)
    expect(first.headers['X-RateLimit-Remaining']).toBe('9999')
    expect(second.headers['X-RateLimit-Remaining']).toBe('9998')
    const report = JSON.parse(String((await ask(two.key, '/v1/usage')).body)).data
    expect(report).toMatchObject({ key_id: two.id, total_requests: 3 })
    expect(report.breakdown).toMatchObject({ protocols: 2, other: 1 })
    expect(lines.map(({ caller }) => caller)).toEqual([one.id, two.id, two.id])
    await state.close()
  })

  test('share the scans of the plan', async () => {
    const state = await open('sqlite::memory:')
    const ask = gatewayOf(state)
    const { keys } = await keysOf(state, 'pro', 2)
    const { burst } = PLANS.pro.scans ?? { burst: 0 }
    const statuses: number[] = []
    for (let n = 0; n <= burst; n++) {
      statuses.push((await ask(keys[n % 2]?.key ?? '', `/v1/wallet/${EVM}`)).status)
    }
    expect(statuses.slice(0, burst).includes(429)).toBe(false)
    expect(statuses.at(-1)).toBe(429)
    await state.close()
  })

  test('a key of another account and one of the operator count by themselves', async () => {
    const state = await open('sqlite::memory:')
    const ask = gatewayOf(state)
    const [mine, theirs] = [await keysOf(state, 'free', 1), await keysOf(state, 'free', 1)]
    for (const { keys } of [mine, theirs]) {
      const { headers } = await ask(keys[0]?.key ?? '')
      expect(headers['X-RateLimit-Remaining']).toBe('9999')
    }
    await state.close()
  })

  test('reading the counters with OPTIONS is neither usage nor a refusal', async () => {
    const state = await open('sqlite::memory:')
    const { account, keys } = await keysOf(state, 'free', 1)
    const gateway = createGateway({
      ...{ state, secret: SECRET, version: '1', now: () => NOW, newRequestId: () => 'req_1' },
      fetchInternal: async () => jsonResponse({}),
      log: () => {},
    })
    await gateway({
      ...{ method: 'OPTIONS', pathname: '/v1/stats', search: '', ip: '192.0.2.1' },
      header: (name) => (name === 'x-api-key' ? (keys[0]?.key ?? '') : null),
    })
    expect(await state.usage(account.id, '2026-11')).toEqual([])
    await state.close()
  })
})

test('a revoked key of an account is refused by the next request to another connection', async () => {
  const url = `sqlite:${path.join(folder, 'state.sqlite')}`
  const [page, server] = [await open(url), await open(url)]
  const ask = gatewayOf(server)
  const [key] = (await keysOf(page)).keys
  expect((await ask(key?.key ?? '')).status).toBe(200)
  await page.updateKey(key?.id ?? '', { revokedAt: new Date(NOW).toISOString() })
  expect((await ask(key?.key ?? '')).status).toBe(401)
  for (const store of [page, server]) await store.close()
})

test('ten accounts from one address have four times what one may, a refusal that says so and when it ends, and hold no one else back', async () => {
  const state = await openState('sqlite::memory:', {
    token: null,
    instance: 'a',
    clock: () => NOW,
  })
  const ask = gatewayOf(state, [], '192.0.2.1')
  const accounts = await Promise.all(Array.from({ length: 10 }, () => keysOf(state, 'free', 1)))
  const pro = await keysOf(state, 'pro', 1)
  const answers = []
  for (const { keys } of accounts) {
    for (let n = 0; n < PLANS.free.burst; n += 1) answers.push(await ask(keys[0]?.key ?? ''))
  }

  expect(answers).toHaveLength(1_200)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4 * PLANS.free.burst)
  const last = answers.at(-1)
  expect(last?.headers).toMatchObject({ 'Retry-After': '60', 'X-RateLimit-Burst-Remaining': '0' })
  expect(JSON.parse(String(last?.body)).error.message).toBe(
    'Keys on the Free plan from your address have together reached the limit of 480 requests a minute. It resets in 60 seconds.',
  )
  expect((await ask(pro.keys[0]?.key ?? '')).status).toBe(200)
  const elsewhere = gatewayOf(state, [], '192.0.2.2')
  expect((await elsewhere(accounts[9]?.keys[0]?.key ?? '')).status).toBe(200)
  await state.close()
})
