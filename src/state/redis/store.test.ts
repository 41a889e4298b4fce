import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { aRecord } from '../../testing/api/key-contract.ts'
import {
  freePort,
  type LocalRedis,
  listen,
  NO_REDIS,
  startRedis,
  startRedisOverHttp,
} from '../../testing/api/local-redis.ts'
import { aCaller, aHit, describeState, meterOf } from '../../testing/api/state-contract.ts'
import { listenInTest } from '../../testing/listen-in-test.ts'
import { isExhaustive } from '../../testing/runs.ts'
import { refusals } from '../../testing/state/refusals.ts'
import type { FullState } from '../full-state.ts'
import type { RedisCommand } from './command.ts'
import { createRedisFullState } from './full-state.ts'
import { REDIS_REST_DEADLINE_MS, redisOverHttp } from './rest.ts'
import { createRedisState } from './store.ts'
import { connectRedis, REDIS_TCP_DEADLINE_MS } from './tcp.ts'

const TOKEN = 'token-of-the-tests'
const PASSWORD = 'password-of-the-tests'
/** How a request is refused without a connection, and one that waited for `ms`. */
const gone = (cause: string) =>
  `STATE_UNUSABLE: The state store cannot be used: there is no connection to Redis (${cause}).`
const late = (ms: number) =>
  `STATE_UNUSABLE: The state store cannot be used: it did not answer within ${ms} ms.`

/** The contract asks 2,000 times at once of one process that is client and server: this is no time for a deadline. */
const PATIENT_MS = 20_000

async function overTcp(url: string, deadlineMs?: number): Promise<FullState> {
  const { command, end } = await connectRedis(url, deadlineMs)
  return createRedisFullState(command, end, Date.now)
}

function overHttp(url: string, token = TOKEN, deadlineMs?: number): FullState {
  return createRedisFullState(redisOverHttp(url, token, deadlineMs), async () => {}, Date.now)
}

describeState(
  'state in Redis over TCP',
  async () => {
    const redis = await startRedis(PASSWORD)
    return { open: () => overTcp(redis.url, PATIENT_MS), contents: redis.dump, stop: redis.stop }
  },
  { isExact: true, skip: NO_REDIS },
)

describeState(
  'state in Redis over HTTP',
  async () => {
    const redis = await startRedis()
    const bridge = await startRedisOverHttp(redis.url, TOKEN)
    return {
      open: () => overHttp(bridge.url, TOKEN, PATIENT_MS),
      contents: redis.dump,
      async stop() {
        await bridge.stop()
        await redis.stop()
      },
    }
  },
  { isExact: true, skip: NO_REDIS ?? (isExhaustive() ? null : 'in the nightly tests') },
)

describe.skipIf(NO_REDIS !== null)('a real Redis', () => {
  let redis: LocalRedis
  let command: RedisCommand
  let store: FullState

  beforeAll(async () => {
    redis = await startRedis()
    const connection = await connectRedis(redis.url)
    command = connection.command
    store = createRedisFullState(command, connection.end, Date.now)
  })
  afterAll(async () => {
    await store?.close()
    await redis?.stop()
  })

  test('forgets minutes after ten minutes, days after two days and meters after 400 days', async () => {
    const caller = aCaller()
    await store.hit(aHit({ caller, meter: meterOf(caller) }))

    const names: unknown = await command(['KEYS', `*${caller}*`])
    if (!Array.isArray(names)) throw new Error('no list')
    const lives = await Promise.all(names.map((name: string) => command(['TTL', name])))
    expect(lives.map(Number).sort((a, b) => a - b)).toEqual([600, 172_800, 34_560_000, 34_560_000])
  })

  test('forgets a session and a spent name a minute after their end', async () => {
    const account = { id: 'acc_ttl' }
    const session = {
      digest: 'e'.repeat(64),
      accountId: account.id,
      createdAt: '2026-11-21T12:00:00.000Z',
      expiresAt: '2026-11-28T12:00:00.000Z',
    }
    await store.insertSession(session, 5)
    await store.spend('nonce ttl', 400_000, 100_000)
    const names: unknown = await command(['KEYS', '*/digests/eee*'])
    const spent: unknown = await command(['KEYS', '*:spent/*'])
    if (!Array.isArray(names) || !Array.isArray(spent)) throw new Error('no lists')
    const lives = await Promise.all(
      [...names, ...spent].map((name: string) => command(['TTL', name])),
    )
    expect(lives).toEqual([604_860, 360, 360])
  })

  test('names of what has expired are removed with a later write', async () => {
    const ends = '{plimsoll}:ends'
    await store.spend('short', 100_000, 100_000)
    await command(['ZADD', ends, 1, 'spent/names/of-before'])
    await command(['ZADD', '{plimsoll}:names', 0, 'spent/names/of-before'])
    await store.spend('another', 100_000, 100_000)
    const left = ['{plimsoll}:names', ends].map((set) =>
      command(['ZSCORE', set, 'spent/names/of-before']),
    )
    expect(await Promise.all(left)).toEqual([null, null])
  })

  test('usage of the version before days were kept is read', async () => {
    const { id } = aRecord()
    await command(['HSET', `{plimsoll}:usage:2026-11:${id}`, 'protocols', 9, 'wallet', 2])
    await store.hit(aHit({ caller: id, meter: meterOf(id) }))
    const none = { protocols: 0, wallet: 0, screener: 0, other: 0 }
    expect(await store.usage(id, '2026-11')).toEqual([
      { day: null, counts: { ...none, protocols: 9, wallet: 2 }, refused: 0, keys: {} },
      { day: '2026-11-21', counts: { ...none, protocols: 1 }, refused: 0, keys: { [id]: 1 } },
    ])
  })

  test.each(['ids', 'secret'])('keys of a time before 0.1.0 are refused: %s', async (name) => {
    const old = await aRedis()
    const { command: send, end } = await connectRedis(old.url)
    await send(
      name === 'ids' ? ['HSET', '{plimsoll}:ids', 'a', 'b'] : ['SET', '{plimsoll}:secret', 'a'],
    )
    const found = createRedisFullState(send, async () => {}, Date.now)
    const uses = [found.listKeys(), found.insertKey(aRecord()), found.markSecret('b')]
    for (const use of uses) await expect(use).rejects.toThrow('Open it once with 0.1.0')
    expect(await send(['KEYS', '*'])).toEqual([`{plimsoll}:${name}`])
    await end()
  })

  test('a Redis that forgot the script is sent it again, and the request counts once', async () => {
    const caller = aCaller()
    await store.hit(aHit({ caller }))
    await command(['SCRIPT', 'FLUSH'])

    expect((await store.hit(aHit({ caller }))).burstUsed).toBe(2)
  })

  test('is sent the script once and its name from then on', async () => {
    const sent: unknown[] = []
    const spied = createRedisState(
      (args) => {
        sent.push(args[0])
        return command(args)
      },
      async () => {},
    )
    await command(['SCRIPT', 'FLUSH'])
    for (let n = 0; n < 3; n++) await spied.hit(aHit())

    expect(sent).toEqual(['EVALSHA', 'EVAL', 'EVALSHA', 'EVALSHA'])
  })

  test('that is a read-only replica, or out of memory, rejects and counts nothing', async () => {
    const caller = aCaller()
    await command(['CONFIG', 'SET', 'maxmemory', '1'])
    await expect(store.hit(aHit({ caller }))).rejects.toMatchObject({
      code: 'STATE_UNUSABLE',
      message: 'The state store cannot be used: Redis answered OOM.',
    })
    await command(['CONFIG', 'SET', 'maxmemory', '0'])

    await command(['REPLICAOF', '127.0.0.1', '1'])
    await expect(store.hit(aHit({ caller }))).rejects.toMatchObject({
      code: 'STATE_UNUSABLE',
      message: 'The state store cannot be used: Redis answered READONLY.',
    })
    await command(['REPLICAOF', 'NO', 'ONE'])

    expect((await store.hit(aHit({ caller }))).burstUsed).toBe(1)
  })

  test('a value of another kind under its key rejects instead of guessing', async () => {
    const record = aRecord()
    await store.insertKey(record)
    const text = JSON.stringify({ ...record, plan: 'gold' })
    await command(['SET', `{plimsoll}:keys/digests/${record.digest}`, text])

    await expect(store.findKey(record.digest)).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
  })
})

describe.skipIf(NO_REDIS !== null)('a Redis that is in trouble', () => {
  test('frozen: requests are rejected at the deadline, and admitted again when it resumes', async () => {
    const redis = await aRedis()
    const store = await overTcp(redis.url)
    await store.hit(aHit())
    redis.freeze()

    const refused = await refusals(Array.from({ length: 20 }, () => store.hit(aHit())))
    expect(new Set(refused)).toEqual(new Set([late(REDIS_TCP_DEADLINE_MS)]))

    redis.thaw()
    expect((await eventually(() => store.hit(aHit()))).admitted).toBe(true)
    await store.close()
  })

  test('gone: requests are rejected at once, and answered again when it is back', async () => {
    const port = await freePort()
    const first = await aRedis('', port)
    const store = await overTcp(first.url)
    await store.hit(aHit())
    await first.stop()

    await refusals([store.hit(aHit())])
    const refused = await refusals([store.hit(aHit()), store.findKey('f'.repeat(64))])
    for (const one of refused) {
      expect(one).toMatch(/ \((E[A-Z]+|SocketClosedUnexpectedlyError)\)\.$/)
    }

    await aRedis('', port)
    expect((await eventually(() => store.hit(aHit()))).admitted).toBe(true)
    await store.close()
  })

  test('a connection that silently died is replaced', async () => {
    const redis = await aRedis()
    const sockets: Socket[] = []
    const proxy = createTcpServer((socket) => {
      const upstream = connect(Number(new URL(redis.url).port), '127.0.0.1')
      socket.pipe(upstream).pipe(socket)
      sockets.push(socket, upstream)
      for (const end of [socket, upstream]) end.on('error', () => {})
    })
    const store = await overTcp(`redis://127.0.0.1:${await listen(proxy)}`)
    await store.hit(aHit())
    for (const socket of sockets) socket.unpipe().pause()

    const refused = await refusals(Array.from({ length: 5 }, () => store.hit(aHit())))
    expect(refused).toEqual(Array(5).fill(late(REDIS_TCP_DEADLINE_MS)))
    expect((await eventually(() => store.hit(aHit()))).admitted).toBe(true)
    expect(sockets.length).toBe(4)
    await store.close()
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })

  test('with another password: requests are rejected and no message contains it', async () => {
    const redis = await aRedis('the right one')
    const store = await overTcp(redis.url.replace('the right one', PASSWORD))

    const error = await store.hit(aHit()).catch((reason: unknown) => reason)
    expect(await refusals([Promise.reject(error)])).toEqual([gone('WRONGPASS')])
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(PASSWORD)
    await store.close()
  })
})

describe('a server that is no Redis', () => {
  test('nothing listens: every method rejects, over TCP and over HTTP', async () => {
    const port = await freePort()
    const stores = [
      [await overTcp(`redis://127.0.0.1:${port}`), gone('ECONNREFUSED')],
      [overHttp(`http://127.0.0.1:${port}`), expect.stringMatching(/^STATE_UNUSABLE: /)],
    ] as const
    for (const [store, refused] of stores) {
      expect(await refusals(everyMethod(store))).toEqual(Array(6).fill(refused))
      await store.close()
    }
  })

  test('a port that accepts connections and sends nothing: every method rejects at the deadline', async () => {
    const silent = createTcpServer()
    const port = await listen(silent)
    for (const store of [
      await overTcp(`redis://127.0.0.1:${port}`),
      overHttp(`http://127.0.0.1:${port}`),
    ]) {
      expect(await refusals(everyMethod(store))).toEqual(
        Array(6).fill(
          expect.stringContaining(`did not answer within ${REDIS_REST_DEADLINE_MS} ms`),
        ),
      )
      await store.close()
    }
    silent.close()
  })

  test.each([
    [500, 'oops'],
    [200, '<html>a captive portal</html>'],
    [200, '{}'],
    [200, '{"result":"a word"}'],
    [200, '{"result":[1]}'],
    [200, '{"result":{"admitted":true}}'],
    [400, '{"error":"ERR unknown command with args beginning with: a secret"}'],
    [401, '{"error":"Unauthorized"}'],
  ])('an endpoint that answers %i %s rejects and repeats nothing of it', async (status, body) => {
    const server = createServer((_, response) => {
      response.writeHead(status).end(body)
    })
    const port = await listenInTest(server)
    const store = overHttp(`http://127.0.0.1:${port}`)

    const error = await store.hit(aHit()).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'STATE_UNUSABLE' })
    const text = inspect(error, { depth: 10, showHidden: true })
    expect(text).not.toContain(TOKEN)
    expect(text).not.toContain('a secret')
  })

  test('a redirect is not followed, because the token would travel along', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer(({ url, headers }, response) => {
      seen.push(url)
      if (url === '/') response.writeHead(307, { location: '/elsewhere' }).end()
      else response.end(`{"result":[1,1,1],"token":"${headers.authorization}"}`)
    })
    const store = overHttp(`http://127.0.0.1:${await listenInTest(server)}/`)

    await expect(store.hit(aHit())).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
    expect(seen).toEqual(['/'])
  })

  test.skipIf(NO_REDIS !== null)('a wrong token is named as the reason', async () => {
    const redis = await aRedis()
    const bridge = await startRedisOverHttp(redis.url, TOKEN)

    await expect(overHttp(bridge.url, 'another').hit(aHit())).rejects.toThrow('refused STATE_TOKEN')
    await bridge.stop()
  })
})

/** Ends with the test also when the test fails. */
async function aRedis(password?: string, port?: number): Promise<LocalRedis> {
  const redis = await startRedis(password, port)
  onTestFinished(() => redis.stop())
  return redis
}

function everyMethod(store: FullState): Promise<unknown>[] {
  return [
    store.hit(aHit()),
    store.findKey('f'.repeat(64)),
    store.insertKey(aRecord()),
    store.listKeys(),
    store.updateKey('key_a', { plan: 'pro' }),
    store.usage('key_a', '2026-11'),
  ]
}

/** The first outcome that is no rejection, tried for five seconds. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const outcome = await work().catch(() => null)
    if (outcome !== null) return outcome
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return work()
}
