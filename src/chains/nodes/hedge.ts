import type { NoteFailure } from './node-failures.ts'

/**
 * The outcome at one node: an answer, which ends the search, or a failure, after which the next node is asked. `how` says in our
 * own words why it failed.
 */
export type NodeAttempt<Answer, Failure> = { answer: Answer } | { failure: Failure; how: string }

/** The answer and the node that gave it, or the failures of all nodes in the order in which they failed. */
export type HedgeResult<Answer, Failure> =
  | { answer: Answer; url: string }
  | { failures: { url: string; failure: Failure }[] }

export interface HedgeOptions {
  /** Nodes in order of preference. They may hold keys, so no message names them. */
  urls: readonly string[]
  /** Aborts every request in flight. */
  deadline: AbortSignal
  /** Milliseconds before the next node is asked as well; a failure skips the wait. */
  hedgeMs?: number | undefined
  /** Time limit for one node in milliseconds, body included. */
  timeoutMs?: number | undefined
  /** Called for each failure, and for each node that another one overtook. */
  onFailure?: NoteFailure | undefined
}

export interface Hedge {
  /** `one` asks one node and must not reject. After the deadline no node is asked. `but` lists nodes to skip. */
  ask<Answer, Failure>(
    one: (url: string, signal: AbortSignal) => Promise<NodeAttempt<Answer, Failure>>,
    but?: readonly string[],
  ): Promise<HedgeResult<Answer, Failure>>
  /** Requests sent so far. */
  requests(): number
  /** The node that answered last; null before the first answer. */
  answeredBy(): string | null
}

const HEDGE_MS = 400
/** One of each for all requests: to make a new one for each abort takes more time than all else of a request. */
const OVERTAKEN = new Error('Another node answered, or all failed.')
const LATE = new Error('The node took too long.')
const TIMEOUT_MS = 2500

/**
 * Asks several nodes; the next one starts when the previous one fails or is slow. The first answer wins, the other requests are
 * aborted, and the winner is asked first from then on. Each node is asked once: no retries, no ranking, no pings.
 */
export function createHedge(options: HedgeOptions): Hedge {
  let order = [...options.urls]
  let requests = 0
  let answeredBy: string | null = null
  return {
    async ask(one, but = []) {
      const nodes = order.filter((url) => !but.includes(url))
      const result = await race(nodes, options, (url, signal) => {
        requests++
        return one(url, signal)
      })
      if ('answer' in result) answeredBy = result.url
      if ('answer' in result) order = [result.url, ...order.filter((each) => each !== result.url)]
      return result
    },
    requests: () => requests,
    answeredBy: () => answeredBy,
  }
}

/** Asks these nodes, each once, until one answers or the deadline has passed. */
function race<Answer, Failure>(
  nodes: readonly string[],
  { deadline, hedgeMs = HEDGE_MS, timeoutMs = TIMEOUT_MS, onFailure }: HedgeOptions,
  one: (url: string, signal: AbortSignal) => Promise<NodeAttempt<Answer, Failure>>,
): Promise<HedgeResult<Answer, Failure>> {
  return new Promise((resolve) => {
    const failures: { url: string; failure: Failure }[] = []
    /** Of each request in flight. */
    const enders = new Set<AbortController>()
    let isOver = false
    let asked = 0
    let timer: NodeJS.Timeout | undefined

    const stop = () => {
      for (const each of enders) each.abort(deadline.aborted ? deadline.reason : OVERTAKEN)
    }
    const finish = (result: HedgeResult<Answer, Failure>) => {
      isOver = true
      clearTimeout(timer)
      deadline.removeEventListener('abort', stop)
      stop()
      resolve(result)
    }
    const settle = (url: string, attempt: NodeAttempt<Answer, Failure>) => {
      if (isOver) return
      if ('answer' in attempt) {
        for (const each of nodes.slice(0, nodes.indexOf(url))) {
          if (!failures.some((failure) => failure.url === each)) onFailure?.(each, 'slow')
        }
        return finish({ answer: attempt.answer, url })
      }
      failures.push({ url, failure: attempt.failure })
      onFailure?.(url, attempt.how)
      if (failures.length === nodes.length || deadline.aborted) finish({ failures })
      else askNext()
    }
    const askNext = () => {
      clearTimeout(timer)
      const url = nodes[asked]
      if (url === undefined || deadline.aborted) return
      asked++
      const own = new AbortController()
      enders.add(own)
      const limit = setTimeout(() => own.abort(LATE), timeoutMs)
      void one(url, own.signal).then((attempt) => {
        clearTimeout(limit)
        enders.delete(own)
        settle(url, attempt)
      })
      if (asked < nodes.length) timer = setTimeout(askNext, hedgeMs)
    }
    if (deadline.aborted || nodes.length === 0) return finish({ failures })
    deadline.addEventListener('abort', stop, { once: true })
    askNext()
  })
}
