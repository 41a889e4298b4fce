import { expect, test, vi } from 'vitest'
import { watchSecret } from './watch-secret.ts'

const SECRET = 'a secret of the tests, long enough to be one'

test('the secret of the state lets the server start, another one does not', async () => {
  const log = vi.fn()
  await watchSecret({ state: { markSecret: async (mark) => mark }, secret: SECRET, log })
  await expect(
    watchSecret({ state: { markSecret: async () => 'other' }, secret: SECRET, log }),
  ).rejects.toMatchObject({ code: 'STATE_UNUSABLE' })
  expect(log).not.toHaveBeenCalled()
})

test('a store that is down is logged, asked again, and another secret is logged when it is back', async () => {
  const log = vi.fn()
  let calls = 0
  const markSecret = async () => {
    calls += 1
    if (calls < 3) throw new Error('down')
    return 'other'
  }
  const stop = await watchSecret({ state: { markSecret }, secret: SECRET, log, retryMs: 5 })
  expect(log).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(log).toHaveBeenCalledTimes(2))
  expect(String(log.mock.calls[1]?.[0])).toContain('another secret')
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(calls).toBe(3)
  stop()
})
