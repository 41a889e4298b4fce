import { withDeadline } from '../../../http/deadline.ts'
import type { ScanOutcome } from '../../../wallet/model/scan-outcome.ts'

/** Scans a wallet. `msLeft` is the time until its deadline. */
export type RunScan = (address: string, msLeft: () => number) => Promise<ScanOutcome>

export interface QueueLimits {
  /** Concurrent scans. Each opens about thirty connections. */
  atOnce: number
  /** Concurrent scans per caller, so that slow scans of one do not block the others. */
  perCaller: number
  /** Deadline, from the request to the outcome. */
  answerMs: number
  /** A scan with less time than this would find next to nothing and is not started. */
  neededMs: number
}

/** The response is due after 8 s; the rest is for sending it. */
export const QUEUE_LIMITS: QueueLimits = {
  atOnce: 8,
  perCaller: 4,
  answerMs: 7_500,
  neededMs: 3_000,
}

/** A scan ends by itself at its deadline; one that has not ended after this is abandoned. */
const GRACE_MS = 100

/**
 * Limits concurrent scans. A free slot goes to the caller with the fewest running scans, first in, first out among equals; a
 * scan that gets no slot in time is refused. The time that a request waited before is a part of its deadline. Requests for the same
 * address share one scan, which begins with the first slot of all who wait for it. Rejects when the scan rejects or misses its deadline. `clock` counts milliseconds from any starting point.
 */
export function createScanQueue(
  scan: RunScan,
  clock: () => number,
  limits: QueueLimits = QUEUE_LIMITS,
): (address: string, callerId: string, waitedMs?: number) => Promise<ScanOutcome> {
  const open = new Map<string, SharedScan>()
  const turns = createTurns(limits.atOnce, limits.perCaller)
  const share = (address: string) =>
    shareScan({
      begin: (msLeft) => withDeadline(scan(address, msLeft), msLeft() + GRACE_MS),
      over: () => open.delete(address),
      turns,
      clock,
      limits,
    })
  return (address, callerId, waitedMs = 0) => {
    const shared = open.get(address) ?? share(address)
    open.set(address, shared)
    return shared.ask(callerId, waitedMs)
  }
}

/** The scan of one address, for all who ask for it. */
interface SharedScan {
  ask: (callerId: string, waitedMs: number) => Promise<ScanOutcome>
}

function shareScan({
  begin,
  over,
  turns,
  clock,
  limits: { answerMs, neededMs },
}: {
  begin: (msLeft: () => number) => Promise<ScanOutcome>
  /** Called when the scan ended, or when no caller waits for it any more. */
  over: () => void
  turns: Turns
  clock: () => number
  limits: QueueLimits
}): SharedScan {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<ScanOutcome>()
  /** The outcome for each waiting caller; a caller waits once. */
  const waiting = new Map<string, Promise<ScanOutcome>>()
  let isBegun = false

  const run = async (callerId: string, due: number) => {
    isBegun = true
    try {
      resolve(await begin(() => due - clock()))
    } catch (error) {
      reject(error)
    } finally {
      over()
      turns.giveBack(callerId)
    }
  }

  const wait = async (callerId: string, waitedMs: number): Promise<ScanOutcome> => {
    const msLeft = answerMs - waitedMs
    const due = clock() + msLeft
    const turn = turns
      .take(callerId, Math.max(0, msLeft - neededMs))
      .then((hasTurn): Promise<ScanOutcome> => {
        waiting.delete(callerId)
        if (isBegun) {
          if (hasTurn) turns.giveBack(callerId)
          return outcome
        }
        if (hasTurn) {
          void run(callerId, due)
          return outcome
        }
        if (waiting.size === 0) over()
        return Promise.resolve(BUSY)
      })
    return Promise.race([outcome, turn])
  }

  const ask = (callerId: string, waitedMs: number): Promise<ScanOutcome> => {
    if (isBegun) return outcome
    const mine = waiting.get(callerId) ?? wait(callerId, waitedMs)
    waiting.set(callerId, mine)
    return mine
  }
  return { ask }
}

const BUSY: ScanOutcome = {
  kind: 'refused',
  code: 'DATA_UNAVAILABLE',
  reason: 'Too many wallet scans are running. Try again later.',
}

interface Turns {
  /** True with a slot; false when none was free in time. */
  take: (caller: string, maxMs: number) => Promise<boolean>
  giveBack: (caller: string) => void
}

interface Waiting {
  caller: string
  begin: () => void
}

/** Ours, since p-queue has fixed priorities: here the priority of a waiting scan depends on what its caller is running. */
function createTurns(count: number, perCaller: number): Turns {
  let free = count
  const running = new Map<string, number>()
  /** In the order of arrival. */
  const waiting = new Set<Waiting>()

  const runningOf = (caller: string) => running.get(caller) ?? 0

  function nextInLine(): Waiting | undefined {
    const allowed = [...waiting].filter(({ caller }) => runningOf(caller) < perCaller)
    const fewest = Math.min(...allowed.map(({ caller }) => runningOf(caller)))
    return allowed.find(({ caller }) => runningOf(caller) === fewest)
  }

  function admit(): void {
    while (free > 0) {
      const next = nextInLine()
      if (!next) return
      free -= 1
      running.set(next.caller, runningOf(next.caller) + 1)
      waiting.delete(next)
      next.begin()
    }
  }

  return {
    take: (caller, maxMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(mine)
          resolve(false)
        }, maxMs)
        const begin = () => {
          clearTimeout(timer)
          resolve(true)
        }
        const mine = { caller, begin }
        waiting.add(mine)
        admit()
      }),
    giveBack: (caller) => {
      free += 1
      if (runningOf(caller) > 1) running.set(caller, runningOf(caller) - 1)
      else running.delete(caller)
      admit()
    },
  }
}
