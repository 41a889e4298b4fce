import { PlimsollError } from '../../errors.ts'
import { withDeadline } from '../http/deadline.ts'

/** `STATE_UNUSABLE`, the one error of every state store: it is unreachable, too slow, damaged or read-only. */
export function unusable(reason: string, cause?: unknown): PlimsollError {
  const message = `The state store cannot be used: ${reason}.`
  return new PlimsollError('STATE_UNUSABLE', message, cause === undefined ? {} : { cause })
}

/** The value of `work`, or `STATE_UNUSABLE` after `deadlineMs` milliseconds. Does not cancel the work itself. */
export function withStateDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  return withDeadline(work, deadlineMs, () => unusable(`it did not answer within ${deadlineMs} ms`))
}
