import type { Accept, RpcBatch, RpcOutcome, RpcQuestion } from '../../chains/evm/rpc-batch.ts'

/** Questions in one request, and fewer each time that no node answers so many. Free plans take as few as three. */
const SIZES = [100, 25, 3, 1] as const
/** Requests that fail one after the other until the rest is given up. */
const MAX_FAILURES = 12

export interface Ladder {
  /** The outcomes in the order of the questions. */
  ask(questions: readonly RpcQuestion[], accept?: Accept): Promise<RpcOutcome[]>
}

/**
 * Sends questions in JSON-RPC batches, and again in smaller ones what nobody answered. It remembers the size that worked.
 */
export function createLadder(batch: RpcBatch): Ladder {
  let first = 0
  let failures = 0

  const askAt = async (
    places: readonly Place[],
    step: number,
    accept: Accept,
    outcomes: RpcOutcome[],
  ): Promise<void> => {
    const size = SIZES[step]
    if (size === undefined) return
    const chunks = chunksOf(places, size)
    await Promise.all(
      chunks.map(async (chunk) => {
        if (failures >= MAX_FAILURES) return
        const judge = (value: unknown, at: number) => accept(value, chunk[at]?.at ?? 0)
        const found = await batch.ask(
          chunk.map(({ question }) => question),
          judge,
        )
        for (const [index, place] of chunk.entries()) {
          const outcome = found[index]
          if (outcome) outcomes[place.at] = outcome
        }
        const lost = chunk.filter((_, index) => isLost(found[index]))
        failures = lost.length === chunk.length ? failures + 1 : 0
        if (lost.length < chunk.length) first = Math.max(first, step)
        if (lost.length > 0) await askAt(lost, step + 1, accept, outcomes)
      }),
    )
  }

  return {
    ask: async (questions, accept = () => true) => {
      const outcomes: RpcOutcome[] = questions.map(() => LOST)
      const places = questions.map((question, at) => ({ question, at }))
      await askAt(places, first, accept, outcomes)
      return outcomes
    },
  }
}

interface Place {
  question: RpcQuestion
  at: number
}

const LOST: RpcOutcome = { kind: 'rpc-error', detail: 'was not asked' }

function isLost(outcome: RpcOutcome | undefined): boolean {
  return outcome === undefined || outcome.kind === 'rpc-error' || outcome.kind === 'unknown-block'
}

export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size))
}
