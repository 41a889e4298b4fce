import type { CallAnswer, CallBatcher } from '../../chains/evm/batch-calls.ts'
import type { Call, Reply } from '../../chains/evm/call.ts'
import { Unreadable } from '../../chains/unreadable.ts'

/** Yields the calls to make, receives their replies in the same order, and returns what they say. */
export type CallSteps<Result> = Generator<Call[], Result, Reply[]>

export type ReaderFailure = {
  reason: 'rpc-timeout' | 'rpc-error' | 'stale' | 'contract'
  detail: string
}

/** A running reader: it waits for replies to its question, or has ended. */
export interface Run<Result> {
  id: string
  generator: CallSteps<Result>
  question: Call[] | null
  /** How often it has been answered. */
  answered: number
  result: Result | null
  failure: ReaderFailure | null
}

const MAX_ROUNDS = 3
/** Where no lens runs, what one would look up in a single round takes several. */
const MAX_ROUNDS_WITHOUT_LENS = 10

export function maxRoundsOn({ runsCode = true }: { runsCode?: boolean | undefined }): number {
  return runsCode ? MAX_ROUNDS : MAX_ROUNDS_WITHOUT_LENS
}

export function startRun<Result>(id: string, generator: CallSteps<Result>): Run<Result> {
  const run: Run<Result> = {
    id,
    generator,
    question: null,
    answered: 0,
    result: null,
    failure: null,
  }
  advance(run, () => run.generator.next())
  return run
}

/** Sends the questions of all these runs together, and lets each go on with its own replies. */
export async function askRound(
  batcher: CallBatcher,
  runs: readonly Run<unknown>[],
  maxRounds: number,
): Promise<void> {
  const open = runs.flatMap((run) => (run.question ? [{ run, question: run.question }] : []))
  const answers = await batcher.run(open.flatMap(({ question }) => question))
  let at = 0
  for (const { run, question } of open) {
    const replies: Reply[] = []
    let missing: Extract<CallAnswer, { failed: unknown }> | null = null
    for (const answer of answers.slice(at, at + question.length)) {
      if ('ok' in answer) replies.push(answer)
      else missing ??= answer
    }
    at += question.length
    run.answered++
    if (missing) {
      fail(run, { reason: missing.failed, detail: missing.detail })
    } else advance(run, () => run.generator.next(replies))
    if (run.question !== null && run.answered >= maxRounds)
      fail(run, { reason: 'contract', detail: `the driver asked more than ${maxRounds} times` })
  }
}

/** An error in one driver fails that protocol, not the scan. */
function advance<Result>(run: Run<Result>, step: () => IteratorResult<Call[], Result>): void {
  try {
    const next = step()
    run.question = next.done ? null : next.value
    if (next.done) run.result = next.value
  } catch (error) {
    const detail = error instanceof Unreadable ? error.message : `the driver failed: ${error}`
    run.question = null
    run.failure = { reason: 'contract', detail }
  }
}

/** Ends the driver so that its own `finally` runs; a further error is ignored. */
function fail(run: Run<unknown>, failure: ReaderFailure): void {
  run.question = null
  run.failure = failure
  try {
    run.generator.return(null)
  } catch {
    // Failed already.
  }
}
