import { describe, expect, test } from 'vitest'
import { type CallOutcome, createTransport, type EthCall, type Fetch } from './transport.ts'

const CALL: EthCall = { request: { to: `0x${'1'.repeat(40)}`, data: '0x01' }, block: 'latest' }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const result = (data: string) => () => json({ jsonrpc: '2.0', id: 1, result: data })
const error = (code: number, message: string, data?: unknown) => () =>
  json({ jsonrpc: '2.0', id: 1, error: { code, message, data } })
type Node = (init: RequestInit) => Response | Promise<Response>
const never: Node = () => new Promise(() => {})

/** Nodes by name; `asked` lists which were asked, in order. */
function nodes(
  byUrl: Record<string, Node>,
  options: { deadline?: AbortSignal; timeoutMs?: number } = {},
) {
  const asked: string[] = []
  const fetch: Fetch = async (url, init) => {
    asked.push(url)
    const node = byUrl[url]
    if (node === undefined) throw new TypeError('fetch failed')
    return node(init)
  }
  const transport = createTransport({
    urls: Object.keys(byUrl),
    fetch,
    deadline: options.deadline ?? new AbortController().signal,
    hedgeMs: 20,
    timeoutMs: options.timeoutMs ?? 80,
  })
  return { transport, asked }
}

async function ask(node: Node, call: EthCall = CALL): Promise<CallOutcome> {
  return nodes({ a: node }).transport.call(call)
}

describe('one node', () => {
  test('gives the result, asked once with the call and its block', async () => {
    const bodies: unknown[] = []
    const outcome = await ask((init) => {
      bodies.push(JSON.parse(String(init.body)))
      return result('0xAB')()
    })
    expect(outcome).toEqual({ kind: 'result', data: '0xAB' })
    expect(bodies).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [CALL.request, 'latest'] },
    ])
  })

  test('is not parsed when its answer is nested too deep', async () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`
    const text = `{"jsonrpc":"2.0","id":1,"result":"0x01","more":${deep}}`
    expect(await ask(() => new Response(text))).toMatchObject({ kind: 'rpc-error' })
  })

  test.each<[string, Node, CallOutcome['kind']]>([
    ['geth reverts', error(3, 'execution reverted: no', '0x08c379a0'), 'reverted'],
    ['an old geth reverts', error(-32000, 'execution reverted'), 'reverted'],
    ['nethermind reverts', error(-32015, 'VM execution error.', 'Reverted 0x1234'), 'reverted'],
    ['anvil meets an invalid opcode', error(-32603, 'EVM error InvalidFEOpcode'), 'reverted'],
    [
      'a revert comes with status 500',
      () => json({ error: { code: 3, message: 'reverted' } }, 500),
      'reverted',
    ],
    ['geth runs out of gas', error(-32000, 'out of gas'), 'too-heavy'],
    ['anvil runs out of gas', error(-32603, 'EVM error OutOfGas'), 'too-heavy'],
    ['geth runs out of time', error(-32000, 'execution aborted (timeout = 5s)'), 'too-heavy'],
    ['a gateway finds the request too large', () => new Response('', { status: 413 }), 'too-heavy'],
    ['geth has not the block', error(-32000, 'header not found'), 'unknown-block'],
    ['erigon has not the block', error(-32000, 'block not found: 0x1'), 'unknown-block'],
    ['geth has not the state', error(-32000, 'missing trie node 12ab'), 'unknown-block'],
    [
      'anvil has not the block',
      error(-32602, 'BlockOutOfRangeError: block height is 6'),
      'unknown-block',
    ],
    [
      'the rate is limited',
      error(-32005, 'daily request count exceeded, request rate limited'),
      'rpc-error',
    ],
    ['the method is unknown', error(-32601, 'the method eth_call does not exist'), 'rpc-error'],
    ['the node has a fault', error(-32603, 'internal error'), 'rpc-error'],
    ['the key is refused', () => new Response('no', { status: 403 }), 'rpc-error'],
    ['the answer is a web page', () => new Response('<html>', { status: 200 }), 'rpc-error'],
    ['the result is no hex', result('hello'), 'rpc-error'],
    ['the result is half a byte', result('0xabc'), 'rpc-error'],
    ['the answer is to another question', () => json({ id: 2, result: '0x01' }), 'rpc-error'],
    ['a revert is of another question', () => json({ id: 2, error: { code: 3 } }), 'rpc-error'],
    [
      'the node could not read the question',
      () => json({ id: null, error: { code: -32700, message: 'parse error' } }),
      'rpc-error',
    ],
    ['there is neither result nor error', () => json({ id: 1 }), 'rpc-error'],
    ['the answer is a list', () => json([{ result: '0x01' }]), 'rpc-error'],
    ['the connection breaks', () => Promise.reject(new TypeError('x')), 'rpc-error'],
    ['nothing comes', never, 'rpc-timeout'],
  ])('when %s', async (_case, node, kind) => {
    expect((await ask(node)).kind).toBe(kind)
  })

  test('the bytes of a revert are found wherever they are', async () => {
    const revert = (data: unknown) => ask(error(3, 'execution reverted', data))
    expect(await revert('0xab')).toEqual({ kind: 'reverted', data: '0xab' })
    expect(await revert({ data: '0xcd' })).toEqual({ kind: 'reverted', data: '0xcd' })
    expect(await revert('Reverted 0xef')).toEqual({ kind: 'reverted', data: '0xef' })
    expect(await revert(undefined)).toEqual({ kind: 'reverted', data: '0x' })
  })

  test('a body that stalls is a timeout, though its headers came', async () => {
    const stalls = () =>
      new Response(new ReadableStream({ start: (it) => it.enqueue(new Uint8Array(1)) }))
    expect((await ask(stalls)).kind).toBe('rpc-timeout')
  })

  test('a body without end is given up', async () => {
    const part = new Uint8Array(1_000_000)
    let sent = 0
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (it) => {
            sent++
            it.enqueue(part)
          },
        }),
      )
    expect((await ask(endless)).kind).toBe('rpc-error')
    expect(sent).toBeLessThan(10)
  })

  test('no failure contains the address of the node', async () => {
    const { transport } = nodes({
      'https://node.example/secret': () => new Response('', { status: 429 }),
    })
    expect(JSON.stringify(await transport.call(CALL))).not.toContain('secret')
  })
})

test('what a message says at its end is not read', async () => {
  const late = `${'x'.repeat(5_000)} header not found`
  expect((await ask(error(-32000, late))).kind).toBe('rpc-error')
})

describe('several nodes', () => {
  test('the second one is asked at once when the first fails, and a revert asks no other', async () => {
    const failing = nodes({ a: error(-32603, 'x'), b: result('0x02'), c: result('0x03') })
    expect(await failing.transport.call(CALL)).toEqual({ kind: 'result', data: '0x02' })
    expect(failing.asked).toEqual(['a', 'b'])
    const reverting = nodes({ a: error(3, 'execution reverted'), b: result('0x02') })
    expect((await reverting.transport.call(CALL)).kind).toBe('reverted')
    expect(reverting.asked).toEqual(['a'])
  })

  test('the second one is asked when the first is slow, and the loser is let go', async () => {
    let loser: AbortSignal | null | undefined
    const { transport, asked } = nodes({
      a: (init) => {
        loser = init.signal
        return never(init)
      },
      b: result('0x02'),
    })
    expect(await transport.call(CALL)).toEqual({ kind: 'result', data: '0x02' })
    expect(asked).toEqual(['a', 'b'])
    expect(loser?.aborted).toBe(true)
  })

  test('the one that answered is asked first from then on', async () => {
    const { transport, asked } = nodes({ a: error(-32603, 'x'), b: result('0x02') })
    await transport.call(CALL)
    await transport.call(CALL)
    expect(asked).toEqual(['a', 'b', 'b'])
    expect(transport.requests()).toBe(3)
  })

  test('bytes that are not accepted go to the next node, and are refused when there is none', async () => {
    const accept = (data: string) => (data === '0x02' ? 'accepted' : 'refused')
    const { transport } = nodes({ a: result('0x'), b: result('0x02') })
    expect(await transport.call({ ...CALL, accept })).toEqual({ kind: 'result', data: '0x02' })
    expect((await ask(result('0x'), { ...CALL, accept })).kind).toBe('refused')
  })

  test('a doubted revert asks the next node, and is accepted when no other answers', async () => {
    const revert = error(3, 'execution reverted')
    const call = { ...CALL, doubtRevert: true }
    expect(await nodes({ a: revert, b: result('0x02') }).transport.call(call)).toEqual({
      kind: 'result',
      data: '0x02',
    })
    const alone = nodes({ a: revert, b: () => new Response('', { status: 429 }) })
    expect((await alone.transport.call(call)).kind).toBe('reverted')
  })

  test('it is a timeout only when every node ran out of time', async () => {
    expect((await nodes({ a: never, b: never }).transport.call(CALL)).kind).toBe('rpc-timeout')
    const mixed = nodes({ a: never, b: error(-32603, 'x') })
    expect((await mixed.transport.call(CALL)).kind).toBe('rpc-error')
  })

  test('the deadline ends a call before the time of its nodes, and no other node is asked', async () => {
    const deadline = AbortSignal.timeout(10)
    const { transport, asked } = nodes({ a: never, b: never }, { deadline, timeoutMs: 10_000 })
    expect((await transport.call(CALL)).kind).toBe('rpc-timeout')
    expect(asked).toEqual(['a'])
  })

  test('no node at all is an error', async () => {
    expect((await nodes({}).transport.call(CALL)).kind).toBe('rpc-error')
  })
})
