import { describe, expect, test } from 'vitest'
import { createHedge } from '../nodes/hedge.ts'
import { createRpcBatch, type RpcQuestion } from './rpc-batch.ts'
import type { Fetch } from './transport.ts'

type Node = (body: unknown) => Response | Promise<Response>
const CODE: RpcQuestion = { method: 'eth_getCode', params: ['0x01', 'latest'] }
const CALL: RpcQuestion = { method: 'eth_call', params: [{ to: '0x01', data: '0x' }, 'latest'] }
const rows =
  (...list: object[]): Node =>
  () =>
    Response.json(list)
const REVERT = { error: { code: 3, message: 'execution reverted' } }

function batchOf(byUrl: Record<string, Node>) {
  const asked: { url: string; body: unknown }[] = []
  const fetch: Fetch = async (url, init) => {
    const body: unknown = JSON.parse(String(init.body))
    asked.push({ url, body })
    return byUrl[url]?.(body) ?? Promise.reject(new TypeError('fetch failed'))
  }
  const urls = Object.keys(byUrl)
  const hedge = createHedge({
    urls,
    deadline: new AbortController().signal,
    hedgeMs: 50,
    timeoutMs: 100,
  })
  return { batch: createRpcBatch(hedge, fetch), asked }
}

const LOST = { kind: 'rpc-error' }

describe('a batch', () => {
  test('is not parsed when its answer is nested too deep', async () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`
    const text = `[{"id":0,"result":"0x01","more":${deep}},{"id":1,"result":"0x01"}]`
    const { batch } = batchOf({ a: () => new Response(text) })
    expect(await batch.ask([CODE, CODE])).toMatchObject([LOST, LOST])
  })

  test('is answered in the order of its questions, whatever the order of the rows', async () => {
    const { batch } = batchOf({ a: rows({ id: 1, result: '0x02' }, { id: 0, result: '0x01' }) })
    expect(await batch.ask([CODE, CODE])).toEqual([
      { kind: 'value', value: '0x01' },
      { kind: 'value', value: '0x02' },
    ])
  })

  test('of one question is sent without a list', async () => {
    const { batch, asked } = batchOf({ a: () => Response.json({ id: 0, result: '0x01' }) })
    expect(await batch.ask([CODE])).toEqual([{ kind: 'value', value: '0x01' }])
    expect(asked[0]?.body).toEqual({ jsonrpc: '2.0', id: 0, ...CODE })
  })

  test('without questions asks nobody', async () => {
    const { batch, asked } = batchOf({ a: rows() })
    expect(await batch.ask([])).toEqual([])
    expect(asked).toEqual([])
  })

  test('keeps the rows that were answered and marks the others', async () => {
    const { batch } = batchOf({ a: rows({ id: 0, result: '0x01' }, { id: 1, result: null }) })
    const [first, ...others] = await batch.ask([CODE, CODE, CODE])
    expect(first).toEqual({ kind: 'value', value: '0x01' })
    expect(others).toMatchObject([LOST, LOST])
  })

  test('a call may revert, and nothing else may', async () => {
    const { batch } = batchOf({ a: rows({ id: 0, ...REVERT }, { id: 1, ...REVERT }) })
    expect(await batch.ask([CALL, CODE])).toMatchObject([{ kind: 'reverted' }, LOST])
  })

  test('values that are not accepted count as not answered', async () => {
    const { batch } = batchOf({ a: rows({ id: 0, result: 'x' }, { id: 1, result: '0x' }) })
    const found = await batch.ask([CODE, CODE], (value) => value === '0x')
    expect(found).toMatchObject([LOST, { kind: 'value' }])
  })

  test.each<[string, Node]>([
    ['refuses lists', () => Response.json({ error: { code: -32600, message: 'no batches' } })],
    ['is busy', () => new Response('', { status: 429 })],
    ['answers nothing', rows()],
    ['does not have the block', rows({ id: 0, error: { message: 'header not found' } })],
    [
      'sends more rows than were asked',
      rows(...Array.from({ length: 40 }, (_, id) => ({ id, result: '0x' }))),
    ],
    ['never answers', () => new Promise(() => {})],
    ['answers with a page', () => new Response('<html>')],
  ])('goes to the next node when the first one %s', async (_case, node) => {
    const { batch } = batchOf({
      a: node,
      b: rows({ id: 0, result: '0x01' }, { id: 1, result: '0x' }),
    })
    expect(await batch.ask([CALL, CALL])).toMatchObject([{ kind: 'value' }, { kind: 'value' }])
  })

  test('that no node answers is lost, and says nothing of the nodes', async () => {
    const { batch } = batchOf({
      'https://node.example/secret': () => new Response('', { status: 503 }),
    })
    const found = await batch.ask([CALL, CODE])
    expect(found).toEqual([
      { kind: 'rpc-error', detail: 'status 503' },
      { kind: 'rpc-error', detail: 'status 503' },
    ])
  })
})
