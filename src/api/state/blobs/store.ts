import { admits, type Hit, type HitResult, type StateStore, standing } from '../state-store.ts'
import { withStateDeadline } from '../unusable.ts'
import { BLOB_REQUEST_MS, type Blobs, type BlobsAccess, blobsOf } from './access.ts'
import { blobsKeys } from './keys.ts'
import { blobsMeters } from './meters.ts'
import { blobsWindows } from './windows.ts'

/** Deadline of `hit`, `findKey` and `usage`. */
export const BLOBS_DEADLINE_MS = 900

/** Pause between two exchanges with the store: an instance writes at most about five times a second. */
const PAUSE_MS = 200

/** While the store fails, an instance that has read it before continues with its own counts for this long. */
export const GRACE_MS = 60_000

/** After a failed exchange, requests do not try another one for this long. */
const RETRY_MS = 1_000

export interface BlobsStateOptions {
  access: BlobsAccess
  /** A name that no other instance has or had: a random UUID. */
  instance: string
  clock: () => number
  /** Keeps the instance running while it writes after the response: `context.waitUntil` on Netlify. */
  background?: (work: Promise<void>) => void
  request?: typeof fetch
  /** Milliseconds of one request and of a whole answer; 300 and 900. */
  deadlines?: { requestMs: number; answerMs: number }
}

/**
 * State in Netlify Blobs, approximate: every instance decides by its own counts and what the others wrote last. One instance
 * never exceeds a limit; several together may, until they have read each other's counts. Counts that an instance could not
 * write before it ended are lost.
 */
export function openBlobsState(options: BlobsStateOptions): StateStore {
  const { access, instance, clock, background, request } = options
  const { requestMs, answerMs } = options.deadlines ?? {
    requestMs: BLOB_REQUEST_MS,
    answerMs: BLOBS_DEADLINE_MS,
  }
  const blobs: Blobs = blobsOf(access, request, requestMs)
  const windows = blobsWindows(blobs, instance)
  const meters = blobsMeters(blobs, instance)
  const { findKey, ...admin } = blobsKeys(blobs, clock)
  let latest = 0
  let exchange: Promise<void> | null = null
  let hasRead = false
  let failingSince: number | null = null
  let failure: { at: number; error: unknown } | null = null
  let settling: Promise<void> | null = null

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
      failingSince = null
      failure = null
    } catch (error) {
      failingSince ??= now
      failure = { at: now, error }
      throw error
    }
  }

  async function settle(): Promise<void> {
    try {
      while (hasUnwritten()) {
        await sync()
        if (hasUnwritten()) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    } catch {
      // Nothing is lost: the counts stay, a later request retries, and requests reject after the grace period.
    } finally {
      settling = null
    }
  }

  const freshFailure = (now: number) =>
    failure !== null && Math.abs(now - failure.at) < RETRY_MS ? failure : null

  async function ensureRead(now: number): Promise<void> {
    const hasGrace = failingSince === null || now - failingSince <= GRACE_MS
    if (hasRead && hasGrace) return
    const fresh = freshFailure(now)
    if (fresh) throw fresh.error
    await sync()
  }

  return {
    ...admin,
    findKey: (digest) => withStateDeadline(findKey(digest), answerMs),
    async hit({ caller, limits, group, keyId, second, now }: Hit): Promise<HitResult> {
      latest = now
      await ensureRead(now)
      const own = () => windows.used(now, caller)
      const others = () => second && { ...second, used: windows.used(now, second.caller) }
      const admitted = admits(own(), limits, others())
      if (admitted) {
        windows.add(now, caller)
        if (second) windows.add(now, second.caller)
        if (keyId !== null) meters.add(now, keyId, group)
        if (settling === null && !freshFailure(now)) {
          settling = settle()
          background?.(settling)
        }
      }
      return standing(admitted, own(), limits, others())
    },
    usage: (keyId, month) => withStateDeadline(meters.read(keyId, month), answerMs),
    async close() {
      await settling
      if (hasUnwritten()) await sync()
    },
  }
}
