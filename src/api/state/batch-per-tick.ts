/** A question that waits for the end of the turn. */
interface Asked<Question, Reply> {
  question: Question
  resolve: (reply: Reply) => void
  reject: (error: unknown) => void
}

/** Gathers what is asked in one turn of the event loop, so that work with a fixed cost is done once for all of it. */
export interface PerTurn<Question, Reply> {
  ask(question: Question): Promise<Reply>
  /** Something is about to be asked: the turn ends for it where an immediate that is set now would run. */
  expect(): void
  /** Resolves when all that was asked before has its reply. */
  settled(): Promise<void>
}

/**
 * Has all questions of a turn answered by one call of `answerAll`, whose replies stand in the order of the questions.
 * When that fails, each is asked again alone, so that nobody fails for a neighbour's sake, unless the error `concernsAll`.
 */
export function batchPerTick<Question, Reply>(
  answerAll: (questions: readonly Question[]) => Promise<Reply[]>,
  concernsAll: (error: unknown) => boolean,
): PerTurn<Question, Reply> {
  let waiting: Asked<Question, Reply>[] = []
  let isExpecting = false
  const running = new Set<Promise<void>>()

  async function answer(asked: readonly Asked<Question, Reply>[]): Promise<void> {
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
    setImmediate(flush)
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
