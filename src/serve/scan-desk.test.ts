import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refuse, type ScanOutcome } from '../wallet/scan-outcome.ts'
import { createScanDesk, DESK_LIMITS, type Scan } from './scan-desk.ts'

const LIMITS = { atOnce: 2, answerMs: 1_000, neededMs: 300 }
const outcomeOf = (input: string): ScanOutcome => refuse('NOT_FOUND', input)
const BUSY = expect.objectContaining({ code: 'DATA_UNAVAILABLE' })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A desk whose scans end when they are told to. */
function desk() {
  const begun: { input: string; msLeft: number; end: (outcome?: ScanOutcome) => void }[] = []
  const scan: Scan = (input, msLeft) =>
    new Promise((resolve) => {
      const end = (outcome = outcomeOf(input)) => resolve(outcome)
      begun.push({ input, msLeft: msLeft(), end })
    })
  const ask = createScanDesk(scan, () => Date.now(), LIMITS)
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { ask, begun, pass, inputs: () => begun.map(({ input }) => input) }
}

describe('scans at once', () => {
  test('are as many as there may be; the others come in their order', async () => {
    const { ask, begun, pass, inputs } = desk()
    const answers = ['a', 'b', 'c', 'd'].map((input) => ask(input))
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
    const answers = ['a', 'b', 'c'].map((input) => ask(input))
    await pass(400)
    begun[0]?.end()
    await pass(0)
    expect(begun.map(({ msLeft }) => msLeft)).toEqual([1_000, 1_000, 600])
    for (const { end } of begun) end()
    await Promise.all(answers)
  })

  test('are refused when no turn comes while there is time enough to scan', async () => {
    const { ask, begun, pass, inputs } = desk()
    const [, , late] = ['a', 'b', 'c'].map((input) => ask(input))
    await pass(700)
    expect(await late).toEqual(BUSY)
    begun[0]?.end()
    await pass(0)
    expect(inputs()).toEqual(['a', 'b'])
    const next = ask('d')
    await pass(0)
    expect(inputs()).toEqual(['a', 'b', 'd'])
    begun[2]?.end()
    expect(await next).toEqual(outcomeOf('d'))
  })

  test('that outlive their time are left behind, and their turn goes to the next', async () => {
    const { ask, begun, pass } = desk()
    const lost = [ask('a'), ask('b')].map((answer) => answer.catch(String))
    await pass(500)
    const next = ask('c')
    await pass(600)
    for (const answer of lost) expect(await answer).toMatch(/took longer/)
    expect(begun.map(({ input }) => input)).toEqual(['a', 'b', 'c'])
    begun[2]?.end()
    expect(await next).toEqual(outcomeOf('c'))
  })

  test('that fail give their turn back', async () => {
    const failing: Scan = async () => {
      throw new Error('out of order')
    }
    const ask = createScanDesk(failing, () => 0, { ...LIMITS, atOnce: 1 })
    for (const input of ['a', 'b', 'c']) await expect(ask(input)).rejects.toThrow('out of order')
  })

  test('of one wallet are one scan, until it is over', async () => {
    const { ask, begun, pass, inputs } = desk()
    const both = [ask('a'), ask('a')]
    await pass(500)
    both.push(ask('a'))
    expect(inputs()).toEqual(['a'])
    begun[0]?.end()
    expect(await Promise.all(both)).toEqual([outcomeOf('a'), outcomeOf('a'), outcomeOf('a')])
    const again = ask('a')
    await pass(0)
    expect(inputs()).toEqual(['a', 'a'])
    begun[1]?.end()
    await again
  })
})

test('the answer is due well within 8 s', () => {
  expect(DESK_LIMITS.answerMs).toBeLessThanOrEqual(7_600)
  expect(DESK_LIMITS.atOnce).toBe(8)
})
