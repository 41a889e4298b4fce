import type { Digest } from './notice.ts'

/** How a vendor takes a message: one documented POST. */
export interface Chat {
  /** Notices of one message. */
  most: number
  /** Statuses that say that the address is of nothing any more, or takes nothing from us: it is stopped at once. */
  gone: readonly number[]
  /** Where the message is posted to, and its body. */
  request: (url: string, digest: Digest) => { url: string; body: Record<string, unknown> }
  /** Seconds to wait that the body of an answer names; null for none. */
  retryAfter?: (answer: unknown) => number | null
}
