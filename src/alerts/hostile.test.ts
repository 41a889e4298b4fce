import { describe, expect, test, vi } from 'vitest'
import { HOSTILE, openHostile, type ReceiverShape } from '../testing/alerts/hostile-receivers.ts'
import { post } from './post.ts'

const ATTEMPT_MS = 200
const options = {
  ...{ body: '{}', headers: {}, isLocal: true, attemptMs: ATTEMPT_MS },
  lookup: () => Promise.reject(new Error('Tests look nothing up.')),
}

/** Posts to such a receiver, and waits until every connection to it is closed. */
async function postTo(shape: ReceiverShape | undefined, given: Partial<typeof options> = {}) {
  if (!shape) throw new Error('no such shape')
  const receiver = await openHostile(shape)
  try {
    const reply = await post(receiver.url, { ...options, ...given })
    await vi.waitFor(() => expect(receiver.open()).toBe(0), { timeout: 2_000, interval: 5 })
    return reply
  } finally {
    receiver.close()
  }
}

describe('a receiver that', () => {
  test.concurrent.each(Object.entries(HOSTILE))(
    '%s settles the attempt, and no connection to it stays',
    async (_, shape) => {
      const reply = await postTo(shape)
      if (reply.status === null) expect(reply.problem).toMatch(/^[a-z][a-zA-Z ]+$/)
      else expect(reply.body.length).toBeLessThanOrEqual(4_096)
    },
  )

  test.each([
    ['switches protocols and keeps the connection', { status: 101 }],
    ['drips a body', { status: 200 }],
    ['continues for ever', { problem: 'the response is too long' }],
    ['sends empty lines without end', { problem: 'the response is too long' }],
    ['is no HTTP server', { problem: 'the response is not HTTP' }],
    ['never begins TLS', { problem: 'no response in time' }],
  ])('%s is answered with %j', async (name, expected) => {
    expect(await postTo(HOSTILE[name])).toMatchObject(expected)
  })

  test('is hostile has one of at least 25 shapes', () => {
    expect(Object.keys(HOSTILE).length).toBeGreaterThanOrEqual(25)
  })

  test('never answers is left at once when the service stops', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    const given = { attemptMs: 60_000, signal: controller.signal }
    expect(await postTo(HOSTILE['never answers'], given)).toMatchObject({ status: null })
  })
})

describe('a look-up', () => {
  const outside = { ...options, isLocal: false, attemptMs: 20 }

  test('that never settles ends with the attempt and is stopped', async () => {
    let asked: AbortSignal | undefined
    const lookup = (_: string, signal: AbortSignal) => {
      asked = signal
      return new Promise<never>(() => undefined)
    }
    const reply = await post('https://receiver.example/', { ...outside, lookup })
    expect(reply).toEqual({ status: null, problem: 'no response in time' })
    expect(asked?.aborted).toBe(true)
  })

  test('that throws is a host that cannot be reached', async () => {
    const lookup = () => {
      throw new Error('broken')
    }
    const reply = await post('https://receiver.example/', { ...outside, lookup })
    expect(reply).toMatchObject({ status: null })
  })
})
