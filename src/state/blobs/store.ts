import {
  admits,
  type Counter,
  type Hit,
  type HitResult,
  type StateStore,
  standing,
} from '../state-store.ts'
import { withStateDeadline } from '../unusable.ts'
import { meterName, REFUSED } from '../usage-counts.ts'
import { BLOB_REQUEST_MS, type Blobs, type BlobsAccess, blobsOf } from './access.ts'
import { takeFromBudget } from './budgets.ts'
import { createExchange } from './exchange.ts'
import { type KeyCache, keyCache } from './key-cache.ts'
import { blobsMeters } from './meters.ts'
import { blobsWindows } from './windows.ts'

/** Deadline of `hit`, `findKey` and `usage`. */
export const BLOBS_DEADLINE_MS = 900

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
 * State in Netlify Blobs, approximate but for strict counters: every instance decides by its own counts and what the others wrote last. One instance
 * never exceeds a limit; several together may, until they have read each other's counts. Counts that an instance could not
 * write before it ended are lost. Keys are changed through `openBlobsAccountState`, not here, so that the edge loads nothing for it.
 */
export function openBlobsState(options: BlobsStateOptions): StateStore & { keys: KeyCache } {
  const { access, instance, clock, background, request } = options
  const { requestMs, answerMs } = options.deadlines ?? {
    requestMs: BLOB_REQUEST_MS,
    answerMs: BLOBS_DEADLINE_MS,
  }
  const blobs: Blobs = blobsOf(access, request, requestMs)
  const windows = blobsWindows(blobs, instance)
  const meters = blobsMeters(blobs, instance)
  const keys = keyCache(blobs, clock)
  const exchange = createExchange(windows, meters, answerMs)
  return {
    keys,
    findKey: (digest) => withStateDeadline(keys.findKey(digest), answerMs),
    async hit({
      caller,
      limits,
      cost = 1,
      group,
      meter,
      others = [],
      now,
    }: Hit): Promise<HitResult> {
      await exchange.ensureRead(now)
      const used = (counter: Counter) => ({ ...counter, used: windows.used(now, counter.caller) })
      const own: Counter = { caller, limits, cost }
      const add = (sign: 1 | -1) => {
        for (const one of [own, ...others]) windows.add(now, one.caller, sign * (one.cost ?? 1))
      }
      const strict = others.find(({ isStrict }) => isStrict)
      let admitted = admits([own, ...others].map(used))
      if (admitted) add(1)
      if (admitted && strict) {
        admitted = await withStateDeadline(takeFromBudget(blobs, strict, now), answerMs).catch(
          (error) => {
            add(-1)
            throw error
          },
        )
        if (!admitted) {
          add(-1)
          const refusedBy = { caller: strict.caller, window: 'day' } as const
          return { ...standing(false, used(own), others.map(used)), refusedBy }
        }
      }
      if (meter) meters.add(now, meter, admitted ? meterName(group, meter.keyId) : REFUSED)
      if (admitted || meter) {
        const writing = exchange.startWriting(now)
        if (writing) background?.(writing)
      }
      return standing(admitted, used(own), others.map(used))
    },
    usage: (owner, month) => withStateDeadline(meters.read(owner, month), answerMs),
    close: exchange.finish,
  }
}
