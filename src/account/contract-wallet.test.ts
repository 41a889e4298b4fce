import { describe, expect, test } from 'vitest'
import { createContractWalletVerifier } from './contract-wallet.ts'

const ADDRESS = '0x5ca1ab1e00000000000000000000000000000001'
const SECRET_URL = 'https://node.example/a-secret-key'
type Node = (
  rows: { id: number; method: string; params: unknown[] }[],
) => Response | Promise<Response>

function world(...nodes: Node[]) {
  return worldOf(nodes)
}

function worldOf(nodes: Node[], { isChosen = true, deadlineMs = 3_000 } = {}) {
  const asked: string[] = []
  const failed: string[] = []
  const urls = nodes.map((_, at) => (at === 0 ? SECRET_URL : `https://node${at}.example`))
  const verify = createContractWalletVerifier({
    chains: [{ key: 'base', name: 'Base', chainId: 8453, maxLagSeconds: 120, urls, isChosen }],
    fetch: async (url, init) => {
      asked.push(String(init.body))
      const node = nodes[urls.indexOf(url)]
      if (!node) throw new TypeError('fetch failed')
      return node(JSON.parse(String(init.body)))
    },
    onFailure: (_, how) => failed.push(how),
    deadlineMs,
  })
  return { asked, failed, ask: (chainId = 8453) => verify(chainId, ADDRESS, 'a text', '0x1234') }
}
const answers =
  (id: unknown, call: object): Node =>
  () =>
    Response.json([
      { id: 0, result: id },
      { id: 1, ...call },
    ])
const VALID = { result: '0x01' }
const silent = { code: 'UPSTREAM_UNREACHABLE', message: 'The node of Base did not answer.' }

describe('asking a contract wallet', () => {
  test('is one request, of the id of the chain and of a call that deploys nothing', async () => {
    const { ask, asked } = world(answers('0x2105', VALID))
    expect(await ask()).toBe(true)
    expect(asked).toHaveLength(1)
    const [id, call] = JSON.parse(asked[0] ?? '')
    expect([id.method, call.method]).toEqual(['eth_chainId', 'eth_call'])
    expect(Object.keys(call.params[0])).toEqual(['data'])
    expect(call.params[0].data).toContain(ADDRESS.slice(2))
  })

  test('asks no node where the operator chose none, since one that lies could sign anyone in', async () => {
    const { ask, asked } = worldOf([answers('0x2105', VALID)], { isChosen: false })
    expect(await ask()).toBeNull()
    expect(asked).toEqual([])
  })

  test('gives false when the contract refuses or reverts', async () => {
    expect(await world(answers('0x2105', { result: '0x00' })).ask()).toBe(false)
    const revert = { error: { code: 3, message: 'execution reverted' } }
    expect(await world(answers('0x2105', revert)).ask()).toBe(false)
  })

  test('asks the next node when the first fails', async () => {
    const { ask, failed } = world(() => new Response('', { status: 503 }), answers('0x2105', VALID))
    expect(await ask()).toBe(true)
    expect(failed).toEqual(['status 503'])
  })

  test.each<[string, Node]>([
    ['is of another chain', answers('0x1', VALID)],
    ['is of another chain and reverts', answers('0x1', { error: { code: 3, message: 'x' } })],
    ['answers with other bytes', answers('0x2105', { result: `0x${'0'.repeat(63)}1` })],
    ['answers with a number', answers('0x2105', { result: 1 })],
    ['answers with nothing', answers('0x2105', { result: '0x' })],
    ['is out of gas', answers('0x2105', { error: { code: -32000, message: 'out of gas' } })],
    ['does not know its chain', () => Response.json([{ id: 1, result: '0x01' }])],
    ['answers with a page', () => new Response('<html>')],
    ['answers nine megabytes', () => new Response('1'.repeat(9_000_000))],
    ['answers deep', () => new Response(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
    ['redirects', () => Promise.reject(new TypeError('unexpected redirect'))],
    ['is down', () => Promise.reject(new TypeError('fetch failed'))],
  ])('of which no node answers is an error that names none: one that %s', async (_, node) => {
    const error = await world(node)
      .ask()
      .catch((each: unknown) => each)
    expect(error).toMatchObject(silent)
    expect(JSON.stringify(error) + String(error)).not.toContain('node.example')
  })

  test('waits once for all nodes together, for as long as it may', async () => {
    const never: Node = () => new Promise(() => undefined)
    const { ask, asked } = worldOf([never, never, never, never], { deadlineMs: 40 })
    await expect(ask()).rejects.toMatchObject(silent)
    // A second wait would have asked the next node.
    expect(asked).toHaveLength(1)
  })

  test('asks no node about a chain without nodes', async () => {
    const { ask, asked } = world(answers('0x1', VALID))
    expect(await ask(1)).toBeNull()
    await expect(world().ask()).rejects.toMatchObject(silent)
    expect(asked).toEqual([])
  })
})
