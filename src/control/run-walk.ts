import type { ChainReader } from './chain-reader.ts'
import type { Asking } from './graph.ts'

/** Runs a walk against a chain, one round after the other. */
export async function runWalk<Result>(
  reader: ChainReader,
  asking: Asking<Result>,
): Promise<Result> {
  let step = asking.next()
  while (!step.done) {
    const { inspect, calls } = step.value
    const [inspected, results] = await Promise.all([
      inspect.length === 0 ? new Map() : reader.inspect(inspect),
      calls.length === 0 ? [] : reader.call(calls),
    ])
    step = asking.next({ inspected, results })
  }
  return step.value
}
