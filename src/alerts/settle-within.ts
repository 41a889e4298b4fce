import { withDeadline } from '../http/deadline.ts'

export class DeadlineError extends Error {}

/**
 * The value of `work`, or a rejection with `DeadlineError` after `ms`, whatever the work does. Its signal fires when it is over, so
 * that what it holds open is closed, and also when `outer` fires, which rejects too. What the work does later is ignored.
 */
export async function settleWithin<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted()
  const controller = new AbortController()
  const stopped = Promise.withResolvers<never>()
  const stop = () => stopped.reject(outer?.reason)
  outer?.addEventListener('abort', stop, { once: true })
  try {
    const settled = Promise.race([work(controller.signal), stopped.promise])
    return await withDeadline(settled, ms, () => new DeadlineError(`took longer than ${ms} ms`))
  } finally {
    outer?.removeEventListener('abort', stop)
    controller.abort()
  }
}
