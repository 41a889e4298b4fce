import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ScanOutcome } from '../../../wallet/model/scan-outcome.ts'
import { createScanQueue, QUEUE_LIMITS, type RunScan } from './scan-queue.ts'

const LIMITS = { atOnce: 2, perCaller: 2, answerMs: 1_000, neededMs: 300 }
const outcomeOf = (input: string): ScanOutcome => ({
  kind: 'refused',
  code: 'NOT_FOUND',
  reason: input,
})
const BUSY = expect.objectContaining({ code: 'DATA_UNAVAILABLE' })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A queue whose scans end on command. */
function desk(limits = LIMITS) {
  const begun: { input: string; msLeft: number; end: (outcome?: ScanOutcome) => void }[] = []
  const scan: RunScan = (input, msLeft) =>
    new Promise((resolve) => {
      const end = (outcome = outcomeOf(input)) => resolve(outcome)
      begun.push({ input, msLeft: msLeft(), end })
    })
  const ask = createScanQueue(scan, () => Date.now(), limits)
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { ask, begun, pass, inputs: () => begun.map(({ input }) => input) }
}

describe('scans at once', () => {
  test('are as many as there may be; the others come in their order', async () => {
    const { ask, begun, pass, inputs } = desk()
    const answers = ['a', 'b', 'c', 'd'].map((input) => ask(input, 'key_a'))
    await pass(0)
    expect(inputs()).toEqual(['a', 'b'])
    begun[1]?.end()
    await pass(0)
    expect(inputs()).toEqual(['a', 'b', 'c'])
    begun[0]?.end()
    await pass(0)
    begun[2]?.end()
    begun[3]?.end()
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'].map(outcomeOf))
  })

  test('have what is left of their time when their turn comes', async () => {
    const { ask, begun, pass } = desk()
    const answers = ['a', 'b', 'c'].map((input) => ask(input, 'key_a'))
    await pass(400)
    begun[0]?.end()
    await pass(0)
    expect(begun.map(({ msLeft }) => msLeft)).toEqual([1_000, 1_000, 600])
    for (const { end } of begun) end()
    await Promise.all(answers)
  })

  test('are refused when no turn comes while there is time enough to scan', async () => {
    const { ask, begun, pass, inputs } = desk()
    const [, , late] = ['a', 'b', 'c'].map((input) => ask(input, 'key_a'))
    await pass(700)
    expect(await late).toEqual(BUSY)
    begun[0]?.end()
    await pass(0)
    expect(inputs()).toEqual(['a', 'b'])
    const next = ask('d', 'key_a')
    await pass(0)
    expect(inputs()).toEqual(['a', 'b', 'd'])
    begun[2]?.end()
    expect(await next).toEqual(outcomeOf('d'))
  })

  test('have less time by what was waited before they were asked for', async () => {
    const { ask, begun } = desk()
    const answer = ask('a', 'key_a', 400)
    await Promise.resolve()
    await Promise.resolve()
    expect(begun.map(({ msLeft }) => msLeft)).toEqual([600])
    begun[0]?.end()
    await answer
  })

  test('that outlive their time are left behind, and their turn goes to the next', async () => {
    const { ask, begun, pass } = desk()
    const lost = [ask('a', 'key_a'), ask('b', 'key_a')].map((answer) => answer.catch(String))
    await pass(500)
    const next = ask('c', 'key_a')
    await pass(600)
    for (const answer of lost) expect(await answer).toMatch(/took longer/)
    expect(begun.map(({ input }) => input)).toEqual(['a', 'b', 'c'])
    begun[2]?.end()
    expect(await next).toEqual(outcomeOf('c'))
  })

  test('that fail give their turn back', async () => {
    const failing: RunScan = async () => {
      throw new Error('out of order')
    }
    const ask = createScanQueue(failing, () => 0, { ...LIMITS, atOnce: 1 })
    for (const input of ['a', 'b', 'c'])
      await expect(ask(input, 'key_a')).rejects.toThrow('out of order')
  })

  test('of one wallet are one scan, until it is over', async () => {
    const { ask, begun, pass, inputs } = desk()
    const both = [ask('a', 'key_a'), ask('a', 'key_a')]
    await pass(500)
    both.push(ask('a', 'key_a'))
    expect(inputs()).toEqual(['a'])
    begun[0]?.end()
    expect(await Promise.all(both)).toEqual([outcomeOf('a'), outcomeOf('a'), outcomeOf('a')])
    const again = ask('a', 'key_a')
    await pass(0)
    expect(inputs()).toEqual(['a', 'a'])
    begun[1]?.end()
    await again
  })
})

describe('callers', () => {
  test('of one wallet begin with the first turn of all who wait, however long the line of one is', async () => {
    const { ask, begun, pass, inputs } = desk()
    const long = ['a', 'b', 'c'].map((input) => ask(input, 'key_a'))
    await pass(100)
    const shared = ask('c', 'key_b')
    begun[0]?.end()
    await pass(0)
    expect(inputs()).toEqual(['a', 'b', 'c'])
    expect(begun[2]?.msLeft).toBe(1_000)
    begun[1]?.end()
    begun[2]?.end()
    expect(await shared).toEqual(outcomeOf('c'))
    expect(await Promise.all(long)).toEqual(['a', 'b', 'c'].map(outcomeOf))
  })

  test('of one wallet are refused to who waited too long, and not to who came later', async () => {
    const { ask, begun, pass } = desk()
    const [, , early] = ['a', 'b', 'c'].map((input) => ask(input, 'key_a'))
    await pass(500)
    const later = ask('c', 'key_b')
    await pass(200)
    expect(await early).toEqual(BUSY)
    begun[0]?.end()
    await pass(0)
    begun[2]?.end()
    expect(await later).toEqual(outcomeOf('c'))
    const again = ask('c', 'key_a')
    await pass(0)
    begun[3]?.end()
    expect(await again).toEqual(outcomeOf('c'))
  })

  test('share the turns: a free one goes to who has the fewest, however long the line of another is', async () => {
    const { ask, begun, pass, inputs } = desk({ ...LIMITS, atOnce: 3, perCaller: 3 })
    const slow = ['s1', 's2', 's3', 's4', 's5'].map((input) => ask(input, 'key_slow'))
    const other = ask('o1', 'key_other')
    await pass(0)
    expect(inputs()).toEqual(['s1', 's2', 's3'])
    begun[0]?.end()
    await pass(0)
    expect(inputs()).toEqual(['s1', 's2', 's3', 'o1'])
    for (const { end } of begun) end()
    await pass(0)
    for (const { end } of begun) end()
    await Promise.all([...slow, other])
  })

  test('never take every turn, so that another is served at once', async () => {
    const { ask, begun, pass, inputs } = desk({ ...LIMITS, atOnce: 2, perCaller: 1 })
    const slow = ['s1', 's2'].map((input) => ask(input, 'key_slow'))
    const other = ask('o1', 'key_other')
    await pass(0)
    expect(inputs()).toEqual(['s1', 'o1'])
    for (const { end } of begun) end()
    await pass(0)
    begun[2]?.end()
    await Promise.all([...slow, other])
  })

  test('with slow nodes leave every scan of another its turn', async () => {
    vi.useRealTimers()
    const slow: RunScan = (input) =>
      new Promise((resolve) => setTimeout(resolve, input[0] === 's' ? 200 : 1, outcomeOf(input)))
    const ask = createScanQueue(slow, () => performance.now(), {
      ...QUEUE_LIMITS,
      answerMs: 300,
      neededMs: 120,
    })
    const flood = Array.from({ length: 100 }, (_, i) => ask(`s${i}`, 'key_slow'))
    const others: ScanOutcome[] = []
    for (let i = 0; i < 19; i++) others.push(await ask(`o${i}`, 'key_other'))
    await Promise.all(flood)
    expect(others).toEqual(others.map((_, i) => outcomeOf(`o${i}`)))
  })
})

test('the answer is due well within 8 s', () => {
  expect(QUEUE_LIMITS.answerMs).toBeLessThanOrEqual(7_600)
  expect(QUEUE_LIMITS).toMatchObject({ atOnce: 8, perCaller: 4 })
})
