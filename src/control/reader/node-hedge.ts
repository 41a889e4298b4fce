import PQueue from 'p-queue'
import type { Hedge, HedgeResult } from '../../chains/nodes/hedge.ts'

/** Requests that one chain has in flight at once: public nodes throttle more. */
const CONCURRENCY = 4
const RETRIES = 2
const PAUSE_MS = 1_000
/** A node that is busy, or counts requests: the same question may be answered a second later. */
const BUSY = /^(status (429|50[234])|error -32005)$/

/**
 * The same hedge with few requests at once, and a second and third attempt where every node was busy. After `maxRequests` nothing is sent any more, and every question fails.
 */
export function limitHedge(
  hedge: Hedge,
  options: { maxRequests: number; pause: (ms: number) => Promise<void> },
): Hedge {
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const ask: Hedge['ask'] = async (one, but) => {
    for (let attempt = 0; ; attempt++) {
      if (hedge.requests() >= options.maxRequests) return { failures: [] }
      const result = await queue.add(() => hedge.ask(one, but))
      if (attempt === RETRIES || !isBusy(result)) return result
      await options.pause(PAUSE_MS * 2 ** attempt)
    }
  }
  return { ask, requests: hedge.requests }
}

function isBusy<Answer, Failure>(result: HedgeResult<Answer, Failure>): boolean {
  return 'failures' in result && result.failures.some(({ failure }) => BUSY.test(detailOf(failure)))
}

function detailOf(failure: unknown): string {
  const isObject = typeof failure === 'object' && failure !== null
  return isObject && 'detail' in failure ? String(failure.detail) : ''
}
