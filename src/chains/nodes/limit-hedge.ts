import PQueue from 'p-queue'
import type { Hedge, HedgeResult } from './hedge.ts'

export interface HedgeLimits {
  /** Requests in flight at once. */
  concurrency: number
  /** Requests in all: after them nothing is sent any more, and every question fails. */
  maxRequests: number
  /** Waits in milliseconds, after each of which a busy node is asked again. */
  waits: readonly number[]
  pause: (ms: number) => Promise<void>
}

/** A node that is busy, or counts requests: the same question may be answered a second later. */
const BUSY = /^(status (429|50[234])|error -32005)$/

/** The same hedge with few requests at once, which asks again where a node was busy. */
export function limitHedge(
  hedge: Hedge,
  { concurrency, maxRequests, waits, pause }: HedgeLimits,
): Hedge {
  const queue = new PQueue({ concurrency })
  const ask: Hedge['ask'] = async (one, but) => {
    for (let attempt = 0; ; attempt++) {
      if (hedge.requests() >= maxRequests) return { failures: [] }
      const result = await queue.add(() => hedge.ask(one, but))
      const ms = waits[attempt]
      if (ms === undefined || !isBusy(result)) return result
      await pause(ms)
    }
  }
  return { ask, requests: hedge.requests, answeredBy: hedge.answeredBy }
}

function isBusy<Answer, Failure>(result: HedgeResult<Answer, Failure>): boolean {
  return 'failures' in result && result.failures.some(({ failure }) => BUSY.test(detailOf(failure)))
}

function detailOf(failure: unknown): string {
  const isObject = typeof failure === 'object' && failure !== null
  return isObject && 'detail' in failure ? String(failure.detail) : ''
}
