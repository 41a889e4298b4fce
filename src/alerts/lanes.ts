import PQueue from 'p-queue'

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
  const fast = new PQueue({ concurrency: FAST_AT_ONCE })
  const aside = new PQueue({ concurrency: SLOW_AT_ONCE })
  const underWay = new Map<string, Promise<void>>()
  const faults: unknown[] = []

  function start(receiver: string, work: Work): Promise<void> {
    const timer = setTimeout(() => slow.add(receiver), slowAfterMs)
    const started = performance.now()
    return work(() => performance.now() - started < slowAfterMs / 2)
      .catch((error: unknown) => void faults.push(error))
      .finally(() => {
        clearTimeout(timer)
        if (performance.now() - started < slowAfterMs) slow.delete(receiver)
        underWay.delete(receiver)
      })
  }

  return {
    async begin(receiver, work) {
      if (underWay.has(receiver)) return false
      const done = Promise.withResolvers<void>()
      underWay.set(receiver, done.promise)
      const run = () => start(receiver, work).finally(done.resolve)
      if (slow.has(receiver)) {
        void aside.add(run)
        return true
      }
      await fast.onSizeLessThan(1)
      void fast.add(() => Promise.race([run(), after(slowAfterMs, done.promise)]))
      return true
    },
    fastIdle: () => fast.onIdle(),
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay.values())
      if (faults.length > 0) throw faults[0]
    },
  }
}

/** Resolves after some time; the timer ends with `done`. */
function after(ms: number, done: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void done.finally(() => clearTimeout(timer))
  })
}
