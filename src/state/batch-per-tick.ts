/** A call queued until the end of this event-loop tick. */
interface Queued<Question, Reply> {
  question: Question
  resolve: (reply: Reply) => void
  reject: (error: unknown) => void
}

/** Collects the calls of one event-loop tick, so that work with a fixed cost is done once for all of them. */
export interface BatchPerTick<Question, Reply> {
  ask(question: Question): Promise<Reply>
  /** Announces a call: the batch runs where an immediate that is set now would run. */
  expect(): void
  /** Resolves when every earlier call has its reply. */
  settled(): Promise<void>
}

/**
 * Answers all calls of a tick by one call of `answerAll`, which returns the replies in the same order. When it fails, each
 * call is retried alone, so that one bad call does not fail the others, unless the error `concernsAll`. `pauseMs` collects for longer than a tick.
 */
export function batchPerTick<Question, Reply>(
  answerAll: (questions: readonly Question[]) => Promise<Reply[]>,
  concernsAll: (error: unknown) => boolean,
  pauseMs: () => number = () => 0,
): BatchPerTick<Question, Reply> {
  let waiting: Queued<Question, Reply>[] = []
  let isExpecting = false
  const running = new Set<Promise<void>>()

  async function answer(asked: readonly Queued<Question, Reply>[]): Promise<void> {
    try {
      const replies = await answerAll(asked.map(({ question }) => question))
      for (const [index, reply] of replies.entries()) asked[index]?.resolve(reply)
    } catch (error) {
      if (asked.length === 1 || concernsAll(error)) for (const { reject } of asked) reject(error)
      else await Promise.all(asked.map((one) => answer([one])))
    }
  }

  function expect(): void {
    if (isExpecting) return
    isExpecting = true
    const ms = pauseMs()
    if (ms > 0) setTimeout(flush, ms)
    else setImmediate(flush)
  }

  function flush(): void {
    isExpecting = false
    if (waiting.length === 0) return
    const run = answer(waiting).finally(() => running.delete(run))
    running.add(run)
    waiting = []
  }

  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        expect()
        waiting.push({ question, resolve, reject })
      }),
    expect,
    async settled() {
      flush()
      await Promise.all(running)
    },
  }
}
