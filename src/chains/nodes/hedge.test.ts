import { describe, expect, test } from 'vitest'
import { createHedge, type HedgeOptions, type NodeAttempt } from './hedge.ts'

type Answer = NodeAttempt<string, string>
const never = new Promise<never>(() => undefined)

/** Nodes by name, with what each says; `asked` lists which were asked, in order. */
function hedgeOf(
  says: Record<string, Answer | Promise<Answer>>,
  options: Partial<HedgeOptions> = {},
) {
  const asked: string[] = []
  const signals: AbortSignal[] = []
  const hedge = createHedge({
    urls: Object.keys(says),
    deadline: new AbortController().signal,
    hedgeMs: 20,
    ...options,
  })
  const one = async (url: string, signal: AbortSignal): Promise<Answer> => {
    asked.push(url)
    signals.push(signal)
    return (await says[url]) ?? { failure: 'nobody', how: '' }
  }
  return { asked, signals, requests: hedge.requests, ask: (but?: string[]) => hedge.ask(one, but) }
}

describe('asking several nodes', () => {
  test('ends with the first answer, and asks no other node', async () => {
    const { ask, asked } = hedgeOf({ a: { answer: 'yes' }, b: { answer: 'no' } })
    expect(await ask()).toEqual({ answer: 'yes', url: 'a' })
    expect(asked).toEqual(['a'])
  })

  test('goes on at once after a failure, and remembers who answered', async () => {
    const options = { hedgeMs: 60_000 }
    const { ask, asked, requests } = hedgeOf(
      { a: { failure: 'x', how: '' }, b: { answer: 'yes' } },
      options,
    )
    expect(await ask()).toEqual({ answer: 'yes', url: 'b' })
    await ask()
    expect(asked).toEqual(['a', 'b', 'b'])
    expect(requests()).toBe(3)
  })

  test('does not wait for a slow one, and lets it go once another answered', async () => {
    const { ask, asked, signals } = hedgeOf({ a: never, b: { answer: 'yes' } })
    expect(await ask()).toEqual({ answer: 'yes', url: 'b' })
    expect(asked).toEqual(['a', 'b'])
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  })

  test('gives every failure when all fail', async () => {
    const { ask } = hedgeOf({ a: { failure: 'x', how: '' }, b: { failure: 'y', how: '' } })
    const failures = [
      { url: 'a', failure: 'x' },
      { url: 'b', failure: 'y' },
    ]
    expect(await ask()).toEqual({ failures })
  })

  test('leaves out the nodes to skip', async () => {
    const { ask, asked } = hedgeOf({ a: { answer: 'yes' }, b: { answer: 'no' } })
    expect(await ask(['a'])).toEqual({ answer: 'no', url: 'b' })
    expect(await ask(['a', 'b'])).toEqual({ failures: [] })
    expect(asked).toEqual(['b'])
  })

  test('asks no node without one or without time', async () => {
    expect(await hedgeOf({}).ask()).toEqual({ failures: [] })
    const late = hedgeOf({ a: { answer: 'yes' } }, { deadline: AbortSignal.abort() })
    expect(await late.ask()).toEqual({ failures: [] })
    expect(late.asked).toEqual([])
  })

  test('asks no node once the deadline has passed, though a node stays silent', async () => {
    const end = new AbortController()
    const { ask, asked } = hedgeOf({ a: never, b: never }, { deadline: end.signal, hedgeMs: 1 })
    void ask()
    end.abort()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toEqual(['a'])
  })

  test('gives a node its time and no more, and none after the deadline', async () => {
    const urls = ['a', 'b']
    const untilSignal = (signal: AbortSignal) =>
      new Promise<Answer>((resolve) =>
        signal.addEventListener('abort', () => resolve({ failure: 'late', how: '' })),
      )
    const hedge = createHedge({ urls, deadline: AbortSignal.timeout(60_000), timeoutMs: 20 })
    const heard = await hedge.ask<string, string>((_, signal) => untilSignal(signal))
    expect(heard).toEqual({ failures: urls.map((url) => ({ url, failure: 'late' })) })
    const short = createHedge({ urls, deadline: AbortSignal.timeout(20), hedgeMs: 60_000 })
    await short.ask<string, string>((_, signal) => untilSignal(signal))
    expect(short.requests()).toBe(1)
  })
})
