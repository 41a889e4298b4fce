import { describe, expect, test } from 'vitest'
import { beforeAbort } from './before-abort.ts'

describe('waiting until a signal fires', () => {
  const forever = new Promise<never>(() => undefined)

  test('gives what the work gives, and fails as it fails', async () => {
    const { signal } = new AbortController()
    await expect(beforeAbort(Promise.resolve(7), signal)).resolves.toBe(7)
    await expect(beforeAbort(Promise.reject(new Error('own')), signal)).rejects.toThrow('own')
  })

  test('ends with the reason of the signal, whether it fires later or has fired before', async () => {
    const reason = new Error('late')
    await expect(beforeAbort(forever, AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const waiting = beforeAbort(forever, controller.signal)
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  })

  test('leaves no unhandled rejection behind', async () => {
    let fail: (error: Error) => void = () => undefined
    const work = new Promise<never>((_, reject) => {
      fail = reject
    })
    await expect(beforeAbort(work, AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
    // Vitest fails the run on an unhandled rejection.
    fail(new Error('unheard'))
    await new Promise((resolve) => setImmediate(resolve))
  })
})
