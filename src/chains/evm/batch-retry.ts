import { chunksOf } from './chunks.ts'
import type { Accept, RpcBatch, RpcOutcome, RpcQuestion } from './rpc-batch.ts'

export interface BatchRetryOptions {
  /** Questions in one request, and fewer each time that a node does not answer so many. */
  sizes: readonly number[]
  /** Requests that fail one after the other until the rest is given up. */
  maxFailures: number
}

/** Sends questions in JSON-RPC batches; failed ones are retried in smaller batches. It remembers the size that worked. */
export function createBatchRetry(
  batch: RpcBatch,
  { sizes, maxFailures }: BatchRetryOptions,
): RpcBatch {
  let first = 0
  let failures = 0

  const askAt = async (
    indexes: readonly number[],
    step: number,
    questions: readonly RpcQuestion[],
    accept: Accept,
    outcomes: RpcOutcome[],
  ): Promise<void> => {
    const size = sizes[step]
    if (size === undefined) return
    await Promise.all(
      chunksOf(indexes, size).map(async (chunk) => {
        if (failures >= maxFailures) return
        const found = await batch.ask(
          chunk.flatMap((index) => questions[index] ?? []),
          (value, at) => accept(value, chunk[at] ?? 0),
        )
        for (const [at, index] of chunk.entries()) outcomes[index] = found[at] ?? NOT_ASKED
        const lost = chunk.filter((_, at) => isLost(found[at]))
        failures = lost.length === chunk.length ? failures + 1 : 0
        if (lost.length < chunk.length) first = Math.max(first, step)
        if (lost.length > 0) await askAt(lost, step + 1, questions, accept, outcomes)
      }),
    )
  }

  return {
    ask: async (questions, accept = () => true) => {
      const outcomes: RpcOutcome[] = questions.map(() => NOT_ASKED)
      await askAt([...questions.keys()], first, questions, accept, outcomes)
      return outcomes
    },
  }
}

const NOT_ASKED: RpcOutcome = { kind: 'rpc-error', detail: 'was not asked' }

function isLost(outcome: RpcOutcome | undefined): boolean {
  return outcome === undefined || outcome.kind === 'rpc-error' || outcome.kind === 'unknown-block'
}
