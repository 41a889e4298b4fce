import { withStateDeadline } from '../unusable.ts'
import type { BlobsMeters } from './meters.ts'
import type { BlobsWindows } from './windows.ts'

/** Pause between two exchanges with the store: an instance writes at most about five times a second. */
const PAUSE_MS = 200

/** While the store fails, an instance that has read it before continues with its own counts for this long. */
export const GRACE_MS = 60_000

/** After a failed exchange, requests do not try another one for this long. */
const RETRY_MS = 1_000

export interface BlobsExchange {
  /** Call it before each request: reads the store when it was never read or has failed for too long. */
  ensureRead(now: number): Promise<void>
  /** Starts to write the counts, unless that is under way or has just failed. Null when it starts nothing. */
  startWriting(now: number): Promise<void> | null
  /** Writes what is left. */
  finish(): Promise<void>
}

/** Writes this instance's counts and reads those of the others, one exchange at a time. */
export function createExchange(
  windows: BlobsWindows,
  meters: BlobsMeters,
  answerMs: number,
): BlobsExchange {
  /** When the last request arrived. */
  let latest = 0
  let exchange: Promise<void> | null = null
  let hasRead = false
  const failures = createFailures()
  let writing: Promise<void> | null = null

  const hasUnwritten = () => windows.hasUnwritten() || meters.hasUnwritten()

  const sync = (): Promise<void> => {
    exchange ??= runExchange().finally(() => {
      exchange = null
    })
    return exchange
  }

  async function runExchange(): Promise<void> {
    const now = latest
    try {
      await withStateDeadline(Promise.all([windows.sync(now), meters.sync()]), answerMs)
      hasRead = true
      failures.end()
    } catch (error) {
      failures.add(now, error)
      throw error
    }
  }

  return {
    async ensureRead(now) {
      latest = now
      if (hasRead && failures.areShort(now)) return
      const fresh = failures.fresh(now)
      if (fresh) throw fresh.error
      await sync()
    },
    startWriting(now) {
      if (writing !== null || failures.fresh(now)) return null
      writing = writeAll(hasUnwritten, sync).finally(() => {
        writing = null
      })
      return writing
    },
    async finish() {
      await writing
      if (hasUnwritten()) await sync()
    },
  }
}

/**
 * Exchanges until nothing is left to write. Nothing is lost when one fails: the counts stay, a later request retries, and requests
 * reject after the grace period.
 */
async function writeAll(hasUnwritten: () => boolean, sync: () => Promise<void>): Promise<void> {
  try {
    while (hasUnwritten()) {
      await sync()
      if (hasUnwritten()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  } catch {}
}

/** Since when exchanges fail. */
function createFailures() {
  let since: number | null = null
  let last: { at: number; error: unknown } | null = null
  return {
    add(now: number, error: unknown): void {
      since ??= now
      last = { at: now, error }
    },
    end(): void {
      since = null
      last = null
    },
    /** The last one, when it has just been. */
    fresh: (now: number) => (last !== null && Math.abs(now - last.at) < RETRY_MS ? last : null),
    areShort: (now: number) => since === null || now - since <= GRACE_MS,
  }
}
