import { describe, expect, test } from 'vitest'
import { createBatchRetry } from './batch-retry.ts'
import type { RpcBatch, RpcQuestion } from './rpc-batch.ts'

const questions = (count: number): RpcQuestion[] =>
  Array.from({ length: count }, (_, at) => ({ method: 'm', params: [at] }))

/** A batch whose node answers each question with its number, as long as `answers` says so; it notes the sizes. */
function retryOver(answers: (numbers: number[], number: number) => boolean, maxFailures = 12) {
  const sizes: number[] = []
  const batch: RpcBatch = {
    ask: async (asked, accept = () => true) => {
      sizes.push(asked.length)
      const numbers = asked.map(({ params }) => Number(params[0]))
      return numbers.map((number, at) =>
        answers(numbers, number) && accept(number, at) === true
          ? { kind: 'value', value: number }
          : { kind: 'rpc-error', detail: 'no' },
      )
    },
  }
  return { sizes, retry: createBatchRetry(batch, { sizes: [100, 25, 3, 1], maxFailures }) }
}

const valuesOf = (outcomes: Awaited<ReturnType<RpcBatch['ask']>>) =>
  outcomes.map((outcome) => ('value' in outcome ? outcome.value : null))

describe(createBatchRetry, () => {
  test.each([
    [100, [100]],
    [101, [100, 1]],
  ])('sends %i questions in requests of %j', async (count, expected) => {
    const { retry, sizes } = retryOver(() => true)
    expect(valuesOf(await retry.ask(questions(count)))).toEqual([...questions(count).keys()])
    expect(sizes).toEqual(expected)
  })

  test('asks in smaller requests what failed, each answer in its place, and remembers the size', async () => {
    const { retry, sizes } = retryOver((numbers) => numbers.length <= 3)
    expect(valuesOf(await retry.ask(questions(30)))).toEqual([...questions(30).keys()])
    expect(sizes.slice(0, 3)).toEqual([30, 25, 5])
    expect(sizes.slice(3)).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 1, 3, 2])
    sizes.length = 0
    await retry.ask(questions(6))
    expect(sizes).toEqual([3, 3])
  })

  test('asks again only what failed, and judges it by its own number', async () => {
    let isFirst = true
    const { retry, sizes } = retryOver((_numbers, number) => {
      if (number === 2) isFirst = false
      return number !== 1 || !isFirst
    })
    const judged: [unknown, number][] = []
    const accept = (value: unknown, at: number) => {
      judged.push([value, at])
      return true
    }
    expect(valuesOf(await retry.ask(questions(3), accept))).toEqual([0, 1, 2])
    expect(sizes).toEqual([3, 1])
    expect(judged).toEqual([
      [0, 0],
      [2, 2],
      [1, 1],
    ])
  })

  test('gives up after so many requests that failed one after the other', async () => {
    const { retry, sizes } = retryOver(() => false, 3)
    expect(valuesOf(await retry.ask(questions(1)))).toEqual([null])
    expect(sizes).toEqual([1, 1, 1])
    expect(await retry.ask(questions(2))).toMatchObject([{ detail: 'was not asked' }, {}])
    expect(sizes).toHaveLength(3)
  })
})
