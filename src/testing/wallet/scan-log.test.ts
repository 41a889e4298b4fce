import { beforeAll, describe, expect, test } from 'vitest'
import type { NodeFailures } from '../../chains/nodes/node-failures.ts'
import { scanWallet } from '../../wallet/scan.ts'
import { startFaultyWorld } from './faulty-world.ts'
import { OWNER, worldOf } from './scan-world.ts'

const SECRET = 'planted-key-of-the-operator'

/** What is logged of one scan over real sockets. */
async function linesOf(options: Parameters<typeof startFaultyWorld>[0], input: string = OWNER) {
  const world = await startFaultyWorld({ ...options, suffix: `/v2/${SECRET}` })
  const lines: NodeFailures[] = []
  const hostOf = ({ url }: { url: string }) => new URL(url).host
  try {
    await scanWallet(input, { ...world.deps, logNodes: (line) => lines.push(line) })
  } finally {
    await world.stop()
  }
  return {
    lines,
    hosts: { base: hostOf(world.servers.base), ethereum: hostOf(world.servers.ethereum) },
  }
}

beforeAll(async () => {
  await linesOf({})
})

describe('a scan', () => {
  test('whose nodes are sound logs nothing', async () => {
    expect((await linesOf({})).lines).toEqual([])
  })

  test('logs one line for each chain whose nodes failed: who, how, and how often', async () => {
    const { lines, hosts } = await linesOf({ faults: { base: 'http-429', ethereum: 'rpc-32603' } })
    expect(lines).toHaveLength(2)
    expect(lines).toContainEqual({
      chain: 'Base',
      nodes: [{ host: hosts.base, failures: { 'rpc-error: status 429': 2 } }],
    })
    expect(lines).toContainEqual({
      chain: 'Ethereum',
      nodes: [{ host: hosts.ethereum, failures: { 'rpc-error: error -32603': 2 } }],
    })
  })

  test('names a node that another one had to replace', async () => {
    const { lines, hosts } = await linesOf({ faults: { base: 'hang' }, hasSecondNodes: true })
    expect(lines).toEqual([
      { chain: 'Base', nodes: [{ host: hosts.base, failures: { slow: expect.any(Number) } }] },
    ])
  })

  test('names a node that is behind, and of an exchange that is down', async () => {
    const world = worldOf({ lag: { base: 7_200 } })
    const { lines } = await linesOf({ world, faults: { exchange: 'http-503' } })
    expect(lines.map(({ chain }) => chain).sort()).toEqual(['Base', 'Hyperliquid'])
    expect(JSON.stringify(lines)).toContain('stale: is behind its chain')
    expect(JSON.stringify(lines)).toContain('perps: unreachable')
  })

  test.each([OWNER, 'alice.eth'])('for %s logs no address, no name and no key', async (input) => {
    const echo = `${OWNER} ${SECRET} alice.eth`
    const said = { jsonrpc: '2.0', id: 1, error: { code: echo, message: echo, data: echo } }
    const world = await startFaultyWorld({ suffix: `/v2/${SECRET}` })
    const lines: NodeFailures[] = []
    const { deps } = world
    const urls = deps.chains.flatMap((chain) => chain.urls)
    await scanWallet(input, {
      ...deps,
      // A node that says back whom it was asked for.
      fetch: (url, init) =>
        urls.includes(url) ? Promise.resolve(Response.json(said)) : deps.fetch(url, init),
      logNodes: (line) => lines.push(line),
    })
    await world.stop()
    expect(lines.length).toBeGreaterThan(0)
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${OWNER.slice(2)}|planted|alice`, 'i'))
  })
})
