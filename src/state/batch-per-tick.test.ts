import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { batchPerTick } from './batch-per-tick.ts'

/** Doubles numbers, refuses negative ones, and remembers what each call was given. */
function doubling(concernsAll = () => false) {
  const calls: number[][] = []
  const turn = batchPerTick(async (numbers: readonly number[]) => {
    calls.push([...numbers])
    await null
    if (numbers.some((number) => number < 0)) throw new Error('negative')
    return numbers.map((number) => number * 2)
  }, concernsAll)
  return { calls, turn }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe(batchPerTick, () => {
  test('calls of one tick are answered by one call, and each gets its own reply', async () => {
    const { calls, turn } = doubling()
    const early = turn.ask(1)
    const late = Promise.resolve().then(() => turn.ask(2))
    expect(await Promise.all([early, late, turn.ask(3)])).toEqual([2, 4, 6])
    expect(calls).toEqual([[1, 3, 2]])
  })

  test('the next turn is another call, also while the first one still runs', async () => {
    const { calls, turn } = doubling()
    const first = turn.ask(1)
    await nextTurn()
    expect(await Promise.all([first, turn.ask(2)])).toEqual([2, 4])
    expect(calls).toEqual([[1], [2]])
  })

  test('an announced call is answered in the tick of the call before it', async () => {
    const { calls, turn } = doubling()
    const before = batchPerTick(
      async (numbers: readonly number[]) => [...numbers],
      () => false,
    )
    const order: string[] = []
    const first = before.ask(1).then((number) => turn.ask(number))
    turn.expect()
    setImmediate(() => order.push('the end of the turn'))
    const replied = first.then(() => order.push('reply'))
    await nextTurn()
    await Promise.all([first, replied])
    expect(calls).toEqual([[1]])
    expect(order).toEqual(['reply', 'the end of the turn'])
  })

  test('a question that cannot be answered fails alone', async () => {
    const { calls, turn } = doubling()
    const outcomes = await Promise.allSettled([turn.ask(1), turn.ask(-1), turn.ask(3)])
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: { message: 'negative' } },
      { status: 'fulfilled', value: 6 },
    ])
    expect(calls).toEqual([[1, -1, 3], [1], [-1], [3]])
  })

  test('an error that concerns all calls rejects all of them without a retry', async () => {
    const { calls, turn } = doubling(() => true)
    const outcomes = await Promise.allSettled([turn.ask(1), turn.ask(-1)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(calls).toHaveLength(1)
  })

  test('to settle is to answer at once what waits and what runs', async () => {
    const { calls, turn } = doubling()
    const replies: number[] = []
    const keep = (reply: number) => replies.push(reply)
    void turn.ask(1).then(keep)
    await nextTurn()
    void turn.ask(2).then(keep)
    await turn.settled()
    expect(replies).toEqual([2, 4])
    await nextTurn()
    expect(calls).toEqual([[1], [2]])
    await turn.settled()
  })
})

test('with a pause the calls of several ticks are one batch', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const batches: number[] = []
  const { ask } = batchPerTick(
    async (asked: readonly number[]) => {
      batches.push(asked.length)
      return [...asked]
    },
    () => true,
    () => 5,
  )
  const first = ask(1)
  await nextTurn()
  const both = Promise.all([first, ask(2)])
  vi.advanceTimersByTime(4)
  await nextTurn()
  expect(batches).toEqual([])
  vi.advanceTimersByTime(1)
  expect(await both).toEqual([1, 2])
  expect(batches).toEqual([2])
})
