import { PlimsollError } from '../domain/errors.ts'
import { withDeadline } from '../http/deadline.ts'

/** `STATE_UNUSABLE`, the one error of every state store: it is unreachable, too slow, damaged or read-only. */
export function unusable(reason: string, cause?: unknown): PlimsollError {
  const message = `The state store cannot be used: ${reason}.`
  return new PlimsollError('STATE_UNUSABLE', message, cause === undefined ? {} : { cause })
}

/** `STATE_PAUSED`: the store failed before, which is logged already, and was not asked this time. */
export function paused(): PlimsollError {
  return new PlimsollError('STATE_PAUSED', 'The state store does not answer and was not asked.')
}

/** Whether an error needs no line in the log: the breaker that made it has logged the cause. */
export function isPaused(error: unknown): boolean {
  return error instanceof PlimsollError && error.code === 'STATE_PAUSED'
}

/** The value of `work`, or `STATE_UNUSABLE` after `deadlineMs` milliseconds. Does not cancel the work itself. */
export function withStateDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  return withDeadline(work, deadlineMs, () => unusable(`it did not answer within ${deadlineMs} ms`))
}
