import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { collect, type FetchAnswer } from '../nodes/read-body.ts'
import { batched, QUESTION_ID, questionInit } from './batched-fetch.ts'
import type { Fetch } from './transport.ts'

const rpc = z.looseObject({ id: z.int(), params: z.tuple([z.string()]) })
const body = z.union([z.array(rpc), rpc])
type Body = z.infer<typeof body>
type Rpc = z.infer<typeof rpc>

const URL = 'https://node.example'
const echo = ({ id, params: [said] }: Rpc) => ({ jsonrpc: '2.0', id, result: said })
const honest = (asked: Body) => Response.json(Array.isArray(asked) ? asked.map(echo) : echo(asked))

/** A node, and how many calls each of its requests held; 0 for one that is no batch. */
function nodeOf(answer: (asked: Body, init: RequestInit) => Response | Promise<Response> = honest) {
  const sizes: number[] = []
  const fetch: Fetch = async (_, init) => {
    const asked = body.parse(JSON.parse(String(init.body)))
    sizes.push(Array.isArray(asked) ? asked.length : 0)
    return await answer(asked, init)
  }
  return { fetch, sizes, ask: asker(batched(fetch)) }
}

function asker(fetch: FetchAnswer) {
  return async (said: string, { url = URL, signal, isHeavy = false }: Asking = {}) => {
    const init = questionInit(`"method":"eth_call","params":[${JSON.stringify(said)}]}`, isHeavy)
    const answer = await fetch(url, { ...init, ...(signal && { signal }) })
    if (answer.status !== 200) return answer.status
    if (answer.parsed !== undefined) return answer.parsed
    const bytes = await collect(answer.body ?? [], 1_000_000)
    return JSON.parse(new TextDecoder().decode(bytes))
  }
}
interface Asking {
  url?: string
  signal?: AbortSignal
  isHeavy?: boolean
}
const result = (said: string) => ({ jsonrpc: '2.0', id: QUESTION_ID, result: said })
const refusal = (message: string, id: unknown = null) => ({ id, error: { code: -32600, message } })

describe('questions to one node', () => {
  test('of one turn go as one batch, and each gets its own answer', async () => {
    const { ask, sizes } = nodeOf()
    const asked = [ask('a'), ask('b'), ask('c')]
    expect(await Promise.all(asked)).toEqual([result('a'), result('b'), result('c')])
    expect(sizes).toEqual([3])
  })

  test('may be answered in any order', async () => {
    const { ask } = nodeOf((asked) =>
      Response.json(Array.isArray(asked) ? asked.map(echo).reverse() : echo(asked)),
    )
    expect(await Promise.all([ask('a'), ask('b')])).toEqual([result('a'), result('b')])
  })

  test('go alone when there is one, or when they are of different turns or nodes', async () => {
    const { ask, sizes } = nodeOf()
    await ask('a')
    await Promise.all([ask('b'), ask('c', { url: 'https://other.example' })])
    expect(sizes).toEqual([0, 0, 0])
  })

  test('that are heavy go apart, four at a time', async () => {
    const { ask, sizes } = nodeOf()
    const asked = Array.from({ length: 6 }, (_, at) => ask(`h${at}`, { isHeavy: true }))
    expect(await Promise.all([ask('a'), ...asked, ask('b')])).toHaveLength(8)
    expect(sizes).toEqual([2, 4, 2])
  })

  test('are no more than sixteen at once, and no longer than a node takes', async () => {
    const { ask, sizes } = nodeOf()
    await Promise.all(Array.from({ length: 20 }, (_, at) => ask(`${at}`)))
    expect(sizes).toEqual([16, 4])
    sizes.length = 0
    await Promise.all(Array.from({ length: 3 }, () => ask('x'.repeat(250_000))))
    expect(sizes).toEqual([2, 0])
  })

  test('share one batch when callers use the same fetch', async () => {
    const { fetch, sizes, ask } = nodeOf()
    await Promise.all([ask('a'), asker(batched(fetch))('b')])
    expect(sizes).toEqual([2])
  })
})

describe('a node that does not take a batch', () => {
  test.each([
    ['says so', () => Response.json(refusal('batches are not supported'))],
    ['is sure that the request is bad', () => new Response('no', { status: 400 })],
  ])('and %s is asked one by one, then and from then on', async (_, refuse) => {
    const { ask, sizes } = nodeOf((asked) => (Array.isArray(asked) ? refuse() : honest(asked)))
    for (const _round of [1, 2]) {
      expect(await Promise.all([ask('a'), ask('b')])).toEqual([result('a'), result('b')])
    }
    expect(sizes).toEqual([2, 0, 0, 0, 0])
  })

  test.each<[string, (asked: Rpc[]) => Response]>([
    ['too large', () => new Response('', { status: 413 })],
    ['the same complaint each', (asked) => Response.json(asked.map(({ id }) => refusal('no', id)))],
    ['too long an answer', () => new Response('x'.repeat(8_000_001))],
  ])('this time (%s) is asked one by one, and together the next time', async (_, refuse) => {
    let isFirst = true
    const { ask, sizes } = nodeOf((asked) => {
      if (!Array.isArray(asked) || !isFirst) return honest(asked)
      isFirst = false
      return refuse(asked)
    })
    expect(await Promise.all([ask('a'), ask('b')])).toEqual([result('a'), result('b')])
    await Promise.all([ask('c'), ask('d')])
    expect(sizes).toEqual([2, 0, 0, 2])
  })
})

describe('a node with a limit of calls, in a batch or in a second', () => {
  const limit = { code: -32005, message: 'limit exceeded' }
  const texts = Array.from({ length: 16 }, (_, at) => `${at}`)

  test.each<[string, (asked: Rpc[]) => Response]>([
    ['once', () => Response.json({ error: limit })],
    ['of each call', (asked) => Response.json(asked.map(({ id }) => ({ id, error: limit })))],
  ])('that says so %s is asked in two halves', async (_, refuse) => {
    const { ask, sizes } = nodeOf((asked) =>
      Array.isArray(asked) && asked.length > 10 ? refuse(asked) : honest(asked),
    )
    expect(await Promise.all(texts.map((text) => ask(text)))).toEqual(texts.map(result))
    expect(sizes).toEqual([16, 8, 8])
  })

  test('is asked no more when the halves are too many for it, and every caller learns it', async () => {
    const { ask, sizes } = nodeOf(() => Response.json({ error: limit }))
    const answers = await Promise.all(texts.map((text) => ask(text)))
    for (const answer of answers) expect(answer).toEqual({ id: QUESTION_ID, error: limit })
    expect(sizes).toEqual([16, 8, 8])
  })
})

describe('a fault of a node', () => {
  test.each([429, 403, 503])(
    'status %i reaches every caller, and none asks again',
    async (status) => {
      const { ask, sizes } = nodeOf(() => Response.json(refusal('busy'), { status }))
      expect(await Promise.all([ask('a'), ask('b')])).toEqual([status, status])
      expect(sizes).toEqual([2])
    },
  )

  test('an error of one call is its own, and a call whose answer is missing is asked again alone', async () => {
    const { ask, sizes } = nodeOf((asked) => {
      if (!Array.isArray(asked)) return honest(asked)
      return Response.json([refusal('execution reverted', 0), ...asked.slice(1, 2).map(echo)])
    })
    const [first, second, third] = await Promise.all([ask('a'), ask('b'), ask('c')])
    expect(first).toMatchObject({ id: 1, error: { message: 'execution reverted' } })
    expect(second).toEqual(result('b'))
    expect(third).toEqual(result('c'))
    expect(sizes).toEqual([3, 0])
  })

  test('a connection that breaks is broken for every caller', async () => {
    const { ask } = nodeOf(() => Promise.reject(new Error('reset')))
    const settled = await Promise.allSettled([ask('a'), ask('b')])
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('the request ends when no caller waits for it any more, and not before', async () => {
    let signal: AbortSignal | null | undefined
    const { ask } = nodeOf(async (_, init) => {
      signal = init.signal
      return await new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal?.reason))
      })
    })
    const callers = [new AbortController(), new AbortController()]
    const asked = Promise.allSettled(callers.map((each) => ask('a', { signal: each.signal })))
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    callers[0]?.abort()
    expect(signal?.aborted).toBe(false)
    callers[1]?.abort()
    expect(signal?.aborted).toBe(true)
    await asked
  })

  test('a question that was called off before it was sent is not sent', async () => {
    const { ask, sizes } = nodeOf()
    await expect(ask('a', { signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late')
    expect(sizes).toEqual([])
  })
})
