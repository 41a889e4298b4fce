import { describe, expect, onTestFinished, test } from 'vitest'
import { startSilentServer } from '../../testing/api/silent-server.ts'
import { aHit } from '../../testing/api/state-contract.ts'
import { isExhaustive } from '../../testing/runs.ts'
import { openEdgeState } from '../open-edge-state.ts'
import { openState } from '../open-state.ts'
import type { StateStore } from '../state-store.ts'
import { isPaused, unusable } from '../unusable.ts'
import { FAILURES_TO_OPEN, PROBE_EVERY_MS, REPORT_EVERY_MS, withBreaker } from './breaker.ts'
import { RedisReplyError } from './command.ts'
import { redisOverHttp } from './rest.ts'
import { createRedisState } from './store.ts'
import { connectRedis } from './tcp.ts'

const down = async () => {
  throw unusable('it did not answer')
}

function aBreaker(first: () => Promise<unknown> = down) {
  const redis = { answer: first, sent: [] as unknown[], now: 0 }
  const lines: string[] = []
  const command = withBreaker(
    (args) => {
      redis.sent.push(args[0])
      return redis.answer()
    },
    { clock: () => redis.now, log: (line) => lines.push(line) },
  )
  const ask = () => command(['GET']).catch((error) => error.code ?? error.name)
  return { redis, lines, ask }
}

async function opened() {
  const breaker = aBreaker()
  for (let i = 0; i < FAILURES_TO_OPEN; i += 1) expect(await breaker.ask()).toBe('STATE_UNUSABLE')
  return breaker
}

describe(withBreaker, () => {
  test('after failures in a row, nothing more is sent and every command rejects', async () => {
    const { redis, ask } = await opened()
    for (let i = 0; i < 1_000; i += 1) expect(await ask()).toBe('STATE_PAUSED')
    expect(redis.sent).toEqual(Array(FAILURES_TO_OPEN).fill('GET'))
  })

  test('one reply between failures keeps it closed, and so does an error reply', async () => {
    const { redis, ask } = aBreaker()
    for (let i = 0; i < 10; i += 1) {
      redis.answer = down
      for (let j = 1; j < FAILURES_TO_OPEN; j += 1) expect(await ask()).toBe('STATE_UNUSABLE')
      redis.answer = async () => {
        if (i % 2) throw new RedisReplyError('OOM command not allowed')
        return 'OK'
      }
      expect(await ask()).toBe(i % 2 ? 'RedisReplyError' : 'OK')
    }
  })

  test('one probe at a time asks again, and no command waits for it', async () => {
    const { redis, ask } = await opened()
    redis.answer = () => new Promise(() => {})
    for (let i = 0; i < 5; i += 1) {
      redis.now += PROBE_EVERY_MS
      for (let j = 0; j < 100; j += 1) expect(await ask()).toBe('STATE_PAUSED')
    }
    expect(redis.sent.filter((name) => name === 'PING')).toHaveLength(5)
    expect(redis.sent.filter((name) => name === 'GET')).toHaveLength(FAILURES_TO_OPEN)
  })

  test('a probe that is answered closes it; also when the clock was set back', async () => {
    const { redis, ask } = await opened()
    redis.answer = async () => 'PONG'
    redis.now -= 3_600_000
    expect(await ask()).toBe('STATE_PAUSED')
    await Promise.resolve()
    expect(await ask()).toBe('PONG')
  })

  test('commands in flight while it opens are refused like those after it, and add no line', async () => {
    const { lines, ask } = aBreaker()
    const codes = await Promise.all(Array.from({ length: 50 }, ask))
    expect(codes.filter((code) => code === 'STATE_UNUSABLE')).toHaveLength(FAILURES_TO_OPEN)
    expect(lines).toHaveLength(1)
  })

  test('an hour of silence is a line at its start, one a minute with a count, and one at its end', async () => {
    const { redis, lines, ask } = await opened()
    for (let second = 0; second < 3_600; second += 1) {
      redis.now += 1_000
      await ask()
    }
    expect(lines).toHaveLength(1 + 3_600_000 / REPORT_EVERY_MS)
    expect(lines.at(-1)).toBe('Redis still does not reply. Commands that were not sent: 3599.')
    redis.answer = async () => 'PONG'
    redis.now += PROBE_EVERY_MS
    await ask()
    await Promise.resolve()
    expect(lines.at(-1)).toBe(
      'Redis replies again after 3602 s. Commands that were not sent: 3601.',
    )
  })
})

describe('a server that accepts connections and never replies', () => {
  const SCHEMES = ['redis', 'http']
  const HITS = 300
  const lines: string[] = []
  const options = {
    ...{ token: 'a token', instance: 'a', clock: () => performance.now() },
    log: (line: string) => lines.push(line),
  }

  /** Hits of which the first ones wait; returns how many of them were refused at once. */
  async function refusedAtOnce(
    open: (url: string) => StateStore | Promise<StateStore>,
    scheme: string,
  ) {
    const silent = await startSilentServer()
    lines.length = 0
    const store = await open(`${scheme}://127.0.0.1:${silent.port}`)
    onTestFinished(async () => {
      await store.close()
      silent.stop()
    })
    let refused = 0
    for (let i = 0; i < HITS; i += 1) {
      const error = await store.hit(aHit()).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Error)
      if (isPaused(error)) refused += 1
    }
    expect(lines).toHaveLength(1)
    return refused
  }

  test.each(SCHEMES)('over %s, hits wait for no more than the first ones', async (scheme) => {
    const open = async (url: string) => {
      const isHttp = scheme === 'http'
      const { command, end } = isHttp
        ? { command: redisOverHttp(url, options.token, 40), end: async () => {} }
        : await connectRedis(url, 40)
      return createRedisState(withBreaker(command, options), end)
    }
    expect(await refusedAtOnce(open, scheme)).toBe(HITS - FAILURES_TO_OPEN)
  })

  test.runIf(isExhaustive()).each(SCHEMES)(
    'over %s, with the deadlines of a server',
    async (scheme) => {
      const open = (url: string) =>
        scheme === 'http' ? openEdgeState(url, options) : openState(url, options)
      expect(await refusedAtOnce(open, scheme)).toBe(HITS - FAILURES_TO_OPEN)
    },
  )
})
