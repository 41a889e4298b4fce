import { PlimsollError } from '../../errors.ts'

/** The one error of every state store: it cannot be reached, is too slow, or may not be written. */
export function unusable(reason: string, cause?: unknown): PlimsollError {
  const message = `The state store cannot be used: ${reason}.`
  return new PlimsollError('STORE_UNUSABLE', message, cause === undefined ? {} : { cause })
}

/** The outcome of `work`, or `STORE_UNUSABLE` after `ms` milliseconds. The work itself is not stopped. */
export async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unusable(`it did not answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
