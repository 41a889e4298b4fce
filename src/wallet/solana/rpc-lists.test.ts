import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createRpc } from './rpc.ts'
import type { RpcOptions } from './rpc-nodes.ts'

const question = z.object({ id: z.number(), method: z.string() })
const posted = z.union([question, z.array(question)])
type Question = z.infer<typeof question>
type Asked = Question | Question[]
type Node = (asked: Asked, signal: AbortSignal | null | undefined) => Response | Promise<Response>

const reply = ({ id, method }: Question) => ({ jsonrpc: '2.0', id, result: `of ${method}` })
const failed = (code: number, id: number | null = null) => ({ jsonrpc: '2.0', id, error: { code } })
const each = (say: (one: Question) => object): Node => {
  return (asked) => Response.json(Array.isArray(asked) ? asked.map(say) : say(asked))
}
/** A node that says this to a list, and answers single questions. */
const toLists = (say: (asked: Question[]) => Response): Node => {
  return (asked) => (Array.isArray(asked) ? say(asked) : Response.json(reply(asked)))
}
const well = each(reply)
const stalling: Node = (_, signal) => {
  const start = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(new TextEncoder().encode('['))
    signal?.addEventListener('abort', () => controller.error(signal.reason))
  }
  return new Response(new ReadableStream({ start }))
}

const KEY = 'a-secret-key'

/** Nodes by name; `asked` lists the nodes and methods, in order. */
function rpcOf(nodes: Record<string, Node>, options: Partial<RpcOptions> = {}) {
  const asked: string[] = []
  const rpc = createRpc({
    urls: Object.keys(nodes).map((name) => `https://${name}.invalid/${KEY}`),
    fetch: async (url, { body, signal }) => {
      const name = new URL(url).hostname.replace('.invalid', '')
      const read = posted.parse(JSON.parse(String(body)))
      asked.push(`${name} ${[read].flat().map(({ method }) => method)}`)
      return await (nodes[name] ?? well)(read, signal)
    },
    deadline: AbortSignal.timeout(5000),
    hedgeMs: 30,
    timeoutMs: 2000,
    ...options,
  })
  const both = () => Promise.allSettled([rpc.ask('one', []), rpc.ask('two', [])])
  return { ask: rpc.ask, both, asked, requests: rpc.requests }
}

const ANSWERED = ['of one', 'of two'].map((value) => ({ status: 'fulfilled', value }))
const failure = (kind: string) => ({ status: 'rejected', reason: { name: 'RpcFailure', kind } })
const unanswered = (kind: string) => [failure(kind), failure(kind)]

describe('questions of one turn', () => {
  test('travel in one request, and each gets its own answer in whatever order they come', async () => {
    const backwards: Node = (asked) => Response.json([asked].flat().map(reply).reverse())
    const { ask, both, asked, requests } = rpcOf({ a: backwards, b: well })
    expect(await both()).toEqual(ANSWERED)
    expect(asked).toEqual(['a one,two'])
    await ask('three', []).catch(() => undefined)
    expect(asked[1]).toBe('a three')
    expect(requests()).toBe(asked.length)
  })

  test('with an error for one of them: that one is asked of the others', async () => {
    const behind = each((one) => (one.method === 'two' ? failed(-32005, one.id) : reply(one)))
    const { both, asked } = rpcOf({ a: behind, b: well })
    expect(await both()).toEqual(ANSWERED)
    expect(asked).toEqual(['a one,two', 'b two'])
    const alone = rpcOf({ a: behind })
    expect(await alone.both()).toMatchObject([ANSWERED[0], failure('rpc-error')])
  })

  test('of which one is wrong are not asked again', async () => {
    const strict = each((one) => (one.method === 'two' ? failed(-32602, one.id) : reply(one)))
    const { both, asked } = rpcOf({ a: strict, b: well })
    expect(await both()).toMatchObject([ANSWERED[0], failure('rpc-error')])
    expect(asked).toEqual(['a one,two'])
  })
})

const REFUSALS: [string, Node][] = [
  ['an error in place of a list', toLists(() => Response.json(failed(-32600)))],
  ['status 400', toLists(() => new Response('no lists', { status: 400 }))],
  ['status 413', toLists(() => Response.json(failed(-32600), { status: 413 }))],
  ['an error for each', toLists((list) => Response.json(list.map(({ id }) => failed(-32600, id))))],
  ['a web page', toLists(() => new Response('<!doctype html>'))],
  ['an empty list', toLists(() => Response.json([]))],
  ['a part of the list', toLists((list) => Response.json(list.slice(1).map(reply)))],
  ['other ids', toLists((list) => Response.json(list.map((one) => reply({ ...one, id: 99 }))))],
  ['too much', toLists((list) => Response.json([...list.map(reply), 'x'.repeat(2000)]))],
]

describe('a node that answers a list with', () => {
  test.each(REFUSALS)('%s is asked one by one', async (_, node) => {
    const { both, asked } = rpcOf({ a: node }, { maxBytes: 1000 })
    expect(await both()).toEqual(ANSWERED)
    expect(asked).toEqual(['a one,two', 'a one', 'a two'])
  })

  test.each(REFUSALS)('%s is asked no more where another takes lists', async (_, node) => {
    const { both, asked } = rpcOf({ a: node, b: well }, { maxBytes: 1000 })
    expect(await both()).toEqual(ANSWERED)
    expect(asked).toEqual(['a one,two', 'b one,two'])
  })

  test.each([429, 503])('status %i has no time for single questions either', async (status) => {
    const { both, asked } = rpcOf({ a: toLists(() => new Response('busy', { status })) })
    expect(await both()).toMatchObject(unanswered('rpc-error'))
    expect(asked).toEqual(['a one,two'])
  })
})

const FAULTS: [string, Node, 'rpc-error' | 'rpc-timeout'][] = [
  ['hangs', () => new Promise(() => undefined), 'rpc-timeout'],
  ['stalls in the middle of the list', stalling, 'rpc-timeout'],
  ['cannot be reached', () => Promise.reject(new TypeError(`no ${KEY}`)), 'rpc-error'],
  ['answers 429', () => new Response(KEY, { status: 429 }), 'rpc-error'],
  ['answers 403', () => new Response(KEY, { status: 403 }), 'rpc-error'],
  ['answers a web page', () => new Response(`<html>${KEY}`), 'rpc-error'],
  ['is behind', each(({ id }) => failed(-32005, id)), 'rpc-error'],
  ['answers other questions', each((one) => reply({ ...one, id: 99 })), 'rpc-error'],
  ['answers without an id', each(({ method }) => ({ result: method })), 'rpc-error'],
  ['says nothing', each(({ id }) => ({ id })), 'rpc-error'],
  ['sends too much', () => new Response('x'.repeat(2000)), 'rpc-error'],
]

describe('a node that', () => {
  test.each(FAULTS)('%s leaves its list to the next one', async (_, node) => {
    const { both } = rpcOf({ a: node, b: well }, { maxBytes: 1000 })
    expect(await both()).toEqual(ANSWERED)
  })

  test.each(FAULTS)('%s fails every question, in words without its key', async (_, node, kind) => {
    const { both } = rpcOf({ a: node }, { timeoutMs: 60, maxBytes: 1000 })
    const settled = await both()
    expect(settled).toMatchObject(unanswered(kind))
    expect(inspect(settled, { depth: null })).not.toContain(KEY)
  })
})

test('without a node, or without time, no request is sent', async () => {
  expect(await rpcOf({}).both()).toMatchObject(unanswered('rpc-error'))
  const late = rpcOf({ a: well }, { deadline: AbortSignal.abort() })
  expect(await late.both()).toMatchObject(unanswered('rpc-timeout'))
  expect(late.asked).toEqual([])
})
