import { expect, test } from 'vitest'
import type { Hedge } from './hedge.ts'
import { limitHedge } from './limit-hedge.ts'

/** A hedge whose requests end as `details` say, in turn; an empty text is an answer. */
function hedgeOf(details: readonly string[]) {
  let requests = 0
  const hedge: Hedge = {
    requests: () => requests,
    answeredBy: () => null,
    ask: async () => {
      const detail = details[requests++] ?? ''
      if (detail === '') return { answer: 'x' as never, url: 'a' }
      return { failures: [{ url: 'a', failure: { kind: 'rpc-error', detail } as never }] }
    },
  }
  const pauses: number[] = []
  const pause = async (ms: number) => {
    pauses.push(ms)
  }
  const limits = { concurrency: 4, maxRequests: 5, waits: [1_000, 2_000], pause }
  return { limited: limitHedge(hedge, limits), pauses, hedge }
}

const one = async () => ({ answer: 'x' })

test('busy nodes are asked again after a pause, twice', async () => {
  const later = hedgeOf(['status 429', 'error -32005', ''])
  expect(await later.limited.ask(one)).toMatchObject({ answer: 'x' })
  expect(later.pauses).toEqual([1_000, 2_000])
  const never = hedgeOf(['status 503', 'status 503', 'status 503', ''])
  expect(await never.limited.ask(one)).toMatchObject({ failures: [{}] })
  expect(never.hedge.requests()).toBe(3)
})

test('other failures are final', async () => {
  const { limited, pauses } = hedgeOf(['status 403', ''])
  expect(await limited.ask(one)).toMatchObject({ failures: [{}] })
  expect(pauses).toEqual([])
})

test('after the last request every question fails without being sent', async () => {
  const { limited, hedge } = hedgeOf([])
  for (let at = 0; at < 5; at++) await limited.ask(one)
  expect(await limited.ask(one)).toEqual({ failures: [] })
  expect(hedge.requests()).toBe(5)
})
