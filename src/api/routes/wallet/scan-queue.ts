import { refuse, type ScanOutcome } from '../../../wallet/scan-outcome.ts'
import { withDeadline } from '../../http/deadline.ts'

/** Scans a wallet within the milliseconds that are left when it looks. */
export type Scan = (input: string, msLeft: () => number) => Promise<ScanOutcome>

export interface QueueLimits {
  /** Scans at the same time. Each holds some thirty connections. */
  atOnce: number
  /** Of these, the most for one caller, so that one whose scans are slow leaves turns for the others. */
  perCaller: number
  /** From the question to the answer. */
  answerMs: number
  /** With less than this left a scan would find next to nothing and is not begun. */
  neededMs: number
}

/** The answer is due after 8 s; what is left of them is for sending, on a busy machine too. */
export const QUEUE_LIMITS: QueueLimits = {
  atOnce: 8,
  perCaller: 4,
  answerMs: 7_500,
  neededMs: 3_000,
}

/** A scan ends by itself when its time is up; one that has not by then is left behind. */
const GRACE_MS = 100

/**
 * Limits concurrent scans. A free turn goes to the caller with the fewest scans under way, and among those to who came first;
 * one whose turn does not come in time is refused. Identical inputs share one scan. Rejects when the scan does, or when it
 * outlives its time. `clock` counts milliseconds from any beginning.
 */
export function createScanQueue(
  scan: Scan,
  clock: () => number,
  { atOnce, perCaller, answerMs, neededMs }: QueueLimits = QUEUE_LIMITS,
): (input: string, caller: string) => Promise<ScanOutcome> {
  const underWay = new Map<string, Promise<ScanOutcome>>()
  const turns = createTurns(atOnce, perCaller)

  async function serve(input: string, caller: string): Promise<ScanOutcome> {
    const due = clock() + answerMs
    const msLeft = () => due - clock()
    if (!(await turns.take(caller, answerMs - neededMs))) {
      return refuse('DATA_UNAVAILABLE', 'Too many wallets are being scanned just now.')
    }
    try {
      return await withDeadline(scan(input, msLeft), msLeft() + GRACE_MS)
    } finally {
      turns.giveBack(caller)
    }
  }

  return (input, caller) => {
    const shared = underWay.get(input)
    if (shared) return shared
    const mine = serve(input, caller).finally(() => underWay.delete(input))
    underWay.set(input, mine)
    return mine
  }
}

interface Turns {
  /** True when it is your turn, false when it has not come within the time. */
  take: (caller: string, maxMs: number) => Promise<boolean>
  giveBack: (caller: string) => void
}

interface Waiting {
  caller: string
  begin: () => void
}

function createTurns(count: number, perCaller: number): Turns {
  let free = count
  const running = new Map<string, number>()
  /** In the order of their coming. */
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
