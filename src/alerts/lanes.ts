/** Receivers at once that answer fast, and that are slow. */
const FAST_AT_ONCE = 64
const SLOW_AT_ONCE = 128

/** A receiver that takes longer is slow. */
const SLOW_AFTER_MS = 1_000

type Work = (hasTime: () => boolean) => Promise<void>

/** Work for receivers, of which slow ones never stand before fast ones. */
export interface Lanes {
  /**
   * Begins the work for a receiver when there is room for it, and resolves then; false when work for it is under way already. Who takes
   * long gives up the place among the fast ones, and begins among the slow ones from then on. `hasTime` is true while the work may go on
   * with its next step.
   */
  begin: (receiver: string, work: Work) => Promise<boolean>
  /** Resolves when no work for a fast receiver is under way. */
  fastIdle: () => Promise<void>
  /** Resolves when no work is under way. Rejects with what the first work that failed rejected with. */
  idle: () => Promise<void>
}

/** `slow` remembers slow receivers from one run to the next. */
export function openLanes(slow: Set<string>, slowAfterMs: number = SLOW_AFTER_MS): Lanes {
  const fast = openPlaces(FAST_AT_ONCE)
  const aside = openPlaces(SLOW_AT_ONCE)
  const underWay = new Map<string, Promise<void>>()
  const fastUnderWay = new Set<Promise<void>>()
  const faults: unknown[] = []

  async function start(receiver: string, work: Work, leave: () => void): Promise<void> {
    const started = performance.now()
    const timer = setTimeout(() => {
      slow.add(receiver)
      leave()
    }, slowAfterMs)
    try {
      await work(() => performance.now() - started < slowAfterMs / 2)
    } catch (error) {
      faults.push(error)
    }
    clearTimeout(timer)
    if (performance.now() - started < slowAfterMs) slow.delete(receiver)
    underWay.delete(receiver)
  }

  async function startFast(receiver: string, work: Work): Promise<void> {
    const left = Promise.withResolvers<void>()
    fastUnderWay.add(left.promise)
    const leave = () => {
      if (fastUnderWay.delete(left.promise)) fast.give()
      left.resolve()
    }
    await start(receiver, work, leave)
    leave()
  }

  async function startAside(receiver: string, work: Work): Promise<void> {
    await aside.take()
    await start(receiver, work, () => undefined)
    aside.give()
  }

  return {
    async begin(receiver, work) {
      if (underWay.has(receiver)) return false
      if (slow.has(receiver)) {
        underWay.set(receiver, startAside(receiver, work))
        return true
      }
      await fast.take()
      underWay.set(receiver, startFast(receiver, work))
      return true
    },
    async fastIdle() {
      await Promise.all(fastUnderWay)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay.values())
      if (faults.length > 0) throw faults[0]
    },
  }
}

/** So many places; `take` resolves when one is free, in the order of asking. */
function openPlaces(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async take(): Promise<void> {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      else free -= 1
    },
    give(): void {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }
}
