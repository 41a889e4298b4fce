import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { heal, type SvmRpc, startSvmRpc } from '../../testing/wallet/solana/svm-rpc.ts'
import { createRpc } from './rpc.ts'

let sick: SvmRpc
let well: SvmRpc
beforeAll(async () => {
  sick = await startSvmRpc()
  well = await startSvmRpc()
})
afterEach(() => {
  heal(sick.fault)
  well.calls.clear()
})
afterAll(async () => {
  await sick.stop()
  await well.stop()
})

const ASK = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' })
const later = () => AbortSignal.timeout(5000)

async function health(
  urls: string[],
  more: { deadline?: AbortSignal; timeoutMs?: number; hedgeMs?: number } = {},
) {
  const { deadline = later(), timeoutMs = 3000, hedgeMs = 60 } = more
  const { post } = createRpc({ urls, fetch, deadline, timeoutMs, hedgeMs })
  return await (await post(ASK)).json()
}

test('a node that answers is enough, and the second one is not asked', async () => {
  const urls = [sick.url, well.url]
  expect(await health(urls, { hedgeMs: 2500 })).toMatchObject({ result: 'ok' })
  expect(well.calls.size).toBe(0)
})

test.each([
  ['hangs', { hang: true }],
  ['stalls after the headers', { stall: true }],
  ['answers 429', { status: 429 }],
  ['answers 403', { status: 403 }],
  ['answers 503', { status: 503 }],
  ['answers a web page', { html: true }],
  ['is behind', { rpcError: { code: -32005, message: 'Node is behind by 42 slots' } }],
])('where the first node %s, the second one answers', async (_, fault) => {
  Object.assign(sick.fault, fault)
  expect(await health([sick.url, well.url])).toMatchObject({ result: 'ok' })
})

test.each([
  ['rpc-timeout', { hang: true }],
  ['rpc-timeout', { stall: true }],
  ['rpc-error', { status: 429 }],
  ['rpc-error', { status: 403 }],
  ['rpc-error', { html: true }],
  ['rpc-error', { rpcError: { code: -32005, message: 'behind' } }],
])('the failure is %s when every node has the fault %o', async (kind, fault) => {
  Object.assign(sick.fault, fault)
  const timeoutMs = kind === 'rpc-timeout' ? 200 : 3000
  await expect(health([sick.url, sick.url], { timeoutMs })).rejects.toMatchObject({
    name: 'RpcFailure',
    kind,
  })
})

test('a slow node is not waited for: the next one is asked meanwhile', async () => {
  sick.fault.hang = true
  const deadline = AbortSignal.timeout(800)
  const answer = await health([sick.url, well.url], { deadline, timeoutMs: 60_000 })
  expect(answer).toMatchObject({ result: 'ok' })
})

test('one error among silences is an error', async () => {
  sick.fault.hang = true
  await expect(health([sick.url, 'http://127.0.0.1:1'], { timeoutMs: 200 })).rejects.toMatchObject({
    kind: 'rpc-error',
  })
})

test('the deadline ends everything, even a fetch that does not listen to it', async () => {
  const deaf = createRpc({
    urls: [well.url],
    fetch: () => new Promise(() => undefined),
    deadline: AbortSignal.timeout(50),
  })
  await expect(deaf.post(ASK)).rejects.toMatchObject({ kind: 'rpc-timeout' })
})

test('an answer larger than allowed is refused', async () => {
  const { post } = createRpc({ urls: [well.url], fetch, deadline: later(), maxBytes: 20 })
  await expect(post(ASK)).rejects.toMatchObject({ kind: 'rpc-error' })
})

test('a wrong question is an answer, and is not asked again', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: ['no'] })
  const { post } = createRpc({ urls: [sick.url, well.url], fetch, deadline: later() })
  expect(await (await post(body)).json()).toMatchObject({ error: { code: -32602 } })
  expect(well.calls.size).toBe(0)
})

test('without a node there is no answer', async () => {
  await expect(health([])).rejects.toMatchObject({ kind: 'rpc-error' })
})

test('what a package asks for is refused where a text in it is too long for a key', async () => {
  const key = '1'.repeat(44)
  const data = ['A'.repeat(10_000), 'base64']
  const answering = (owner: string) => async () =>
    Response.json({ jsonrpc: '2.0', id: 1, result: [{ pubkey: key, account: { owner, data } }] })
  const asked = (owner: string) =>
    createRpc({ urls: ['http://node'], fetch: answering(owner), deadline: later() }).post(ASK)
  expect((await asked(key)).status).toBe(200)
  await expect(asked('z'.repeat(40_000))).rejects.toMatchObject({ kind: 'rpc-error' })
})
