import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchSecret } from './watch-secret.ts'

const SECRET = 'a secret of the tests, long enough to be one'

/** Lets pauses pass until this holds. */
const passUntil = (holds: () => void) =>
  vi.waitFor(() => {
    vi.advanceTimersByTime(30_000)
    holds()
  })

test('the secret of the state lets the server start, another one does not', async () => {
  const log = vi.fn()
  await watchSecret({ state: { markSecret: async (mark) => mark }, secret: SECRET, log })
  await expect(
    watchSecret({ state: { markSecret: async () => 'other' }, secret: SECRET, log }),
  ).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
  expect(log).not.toHaveBeenCalled()
})

describe('a store that is down', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is logged, asked again, and another secret is logged when it is back', async () => {
    const log = vi.fn()
    const markSecret = vi.fn(async () => 'other')
    for (let n = 0; n < 2; n += 1) markSecret.mockRejectedValueOnce(new Error('down'))
    await watchSecret({ state: { markSecret }, secret: SECRET, log })
    expect(log.mock.calls).toEqual([[new Error('down')]])
    await passUntil(() => expect(log).toHaveBeenCalledTimes(2))
    expect(String(log.mock.calls[1]?.[0])).toContain('another secret')
    expect(vi.getTimerCount()).toBe(0)
    expect(markSecret).toHaveBeenCalledTimes(3)
  })

  test('that takes longer than the pause is asked once at a time, and never after the end', async () => {
    const log = vi.fn()
    const answer = Promise.withResolvers<string>()
    const markSecret = vi.fn(() => answer.promise)
    markSecret.mockRejectedValueOnce(new Error('down'))
    const stop = await watchSecret({ state: { markSecret }, secret: SECRET, log })
    await passUntil(() => expect(markSecret).toHaveBeenCalledTimes(2))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(markSecret).toHaveBeenCalledTimes(2)
    stop()
    answer.reject(new Error('down'))
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
    expect(log).toHaveBeenCalledTimes(1)
  })
})
