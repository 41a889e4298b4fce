import { withDeadline } from '../gateway/deadline.ts'
import { refuse, type ScanOutcome } from '../wallet/scan-outcome.ts'

/** Scans a wallet within the milliseconds that are left when it looks. */
export type Scan = (input: string, msLeft: () => number) => Promise<ScanOutcome>

export interface DeskLimits {
  /** Scans at the same time. Each holds some thirty connections. */
  atOnce: number
  /** From the question to the answer. */
  answerMs: number
  /** With less than this left a scan would find next to nothing and is not begun. */
  neededMs: number
}

/** The answer is due after 8 s; what is left of them is for sending, on a busy machine too. */
export const DESK_LIMITS: DeskLimits = { atOnce: 8, answerMs: 7_500, neededMs: 3_000 }

/** A scan ends by itself when its time is up; one that has not by then is left behind. */
const GRACE_MS = 100

/**
 * Lets scans in, so many at once and the others in the order in which they came; one whose turn does not come in time is
 * refused. Who asks for a wallet that is being scanned gets the answer of that scan. Rejects when the scan does, or when it
 * outlives its time. `clock` counts milliseconds from any beginning.
 */
export function createScanDesk(
  scan: Scan,
  clock: () => number,
  { atOnce, answerMs, neededMs }: DeskLimits = DESK_LIMITS,
): (input: string) => Promise<ScanOutcome> {
  const underWay = new Map<string, Promise<ScanOutcome>>()
  const turns = createTurns(atOnce)

  async function serve(input: string): Promise<ScanOutcome> {
    const due = clock() + answerMs
    const msLeft = () => due - clock()
    if (!(await turns.take(answerMs - neededMs))) {
      return refuse('DATA_UNAVAILABLE', 'Too many wallets are being scanned just now.')
    }
    try {
      return await withDeadline(scan(input, msLeft), msLeft() + GRACE_MS)
    } finally {
      turns.giveBack()
    }
  }

  return (input) => {
    const shared = underWay.get(input)
    if (shared) return shared
    const mine = serve(input).finally(() => underWay.delete(input))
    underWay.set(input, mine)
    return mine
  }
}

interface Turns {
  /** True when it is your turn, false when it has not come within the time. */
  take: (maxMs: number) => Promise<boolean>
  giveBack: () => void
}

function createTurns(count: number): Turns {
  let free = count
  /** In the order of their coming. */
  const waiting = new Set<() => void>()
  return {
    take: (maxMs) => {
      if (free > 0) {
        free -= 1
        return Promise.resolve(true)
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(go)
          resolve(false)
        }, maxMs)
        const go = () => {
          clearTimeout(timer)
          resolve(true)
        }
        waiting.add(go)
      })
    },
    giveBack: () => {
      const [next] = waiting
      if (!next) {
        free += 1
        return
      }
      waiting.delete(next)
      next()
    },
  }
}
