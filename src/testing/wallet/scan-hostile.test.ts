import { createServer } from 'node:http'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { scanWallet } from '../../wallet/scan.ts'
import type { Fault } from './evm/faulty-node.ts'
import { startFaultyWorld } from './faulty-world.ts'
import { tokenAt } from './portfolios.ts'
import { answerOf, depsOf, OWNER, PATIENT, worldOf } from './scan-world.ts'

const scan = async (input: string, world = worldOf()) => {
  const { deps, asked } = depsOf(world, { limits: PATIENT })
  return { outcome: await scanWallet(input, deps), asked }
}

const answer = (input: string) => answerOf(scan(input).then(({ outcome }) => outcome))

/** In bytes. */
const MAX_GROWTH = 50_000_000

// First, while the process is small: what it has taken once it does not give back.
test.each([
  ['a node', ['ethereum']],
  ['the exchange', ['exchange']],
  ['the price service', ['prices']],
] as const)('a gigabyte from %s is neither read to its end nor kept', async (_, places) => {
  const faults = Object.fromEntries(places.map((place) => [place, 'flood'] as const))
  const [sound, world] = await Promise.all([startFaultyWorld(), startFaultyWorld({ faults })])
  // Loads what a scan needs.
  await scanWallet(OWNER, sound.deps)
  const before = process.memoryUsage().rss
  let most = 0
  const look = () => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }
  const timer = setInterval(look, 2)
  try {
    const outcome = await scanWallet(OWNER, world.deps)
    look()
    expect(outcome).toMatchObject({ result: { totals: { complete: false } } })
    const sent = places.reduce((sum, place) => sum + world.servers[place].bytes.out, 0)
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThan(MAX_GROWTH)
    expect(most).toBeLessThan(MAX_GROWTH)
  } finally {
    clearInterval(timer)
    await Promise.all([sound.stop(), world.stop()])
  }
})

describe('an address', () => {
  test.each([
    ['in lower case', OWNER],
    ['in upper case', `0x${OWNER.slice(2).toUpperCase()}`],
    ['with its checksum', getAddress(OWNER)],
    ['of a contract', '0xcA11bde05977b3631167028862bE2a173976CA11'],
    ['of a token that is read on the way', tokenAt(1)],
    ['of the oracle of sanctions', '0x40c57923924b5c5c5455c48d93317139addac8fb'],
    ['of a precompile', `0x${'1'.padStart(40, '0')}`],
    ['without a known key', '0x000000000000000000000000000000000000dEaD'],
  ])('%s is scanned as that of anybody', async (_, input) => {
    const result = await answer(input)
    expect(result.address).toBe(input.toLowerCase())
    expect(result.positions).toHaveLength(3)
    expect(result.totals).toMatchObject({ suppliedUsd: 60, complete: true })
  })
})

const NO_ADDRESS = 'must be an EVM, Solana or Tron address, or a name ending in .eth or .sol'
const NO_SNS = 'is not a .sol name, or one that could be mistaken for another'
const NO_ENS = 'is not a name that ENS allows (ENSIP-15)'

describe('a name', () => {
  test.each([
    ['one letter of another script', 'аlice.eth', NO_ENS],
    ['a mark that turns the direction', '\u202eecila.eth', NO_ADDRESS],
    ['one letter of another script, of Solana', 'аlice.sol', NO_SNS],
  ])('with %s is refused with the reason alone, without a request', async (_, input, reason) => {
    const { outcome, asked } = await scan(input)
    expect(outcome).toEqual({ kind: 'refused', code: 'INVALID_REQUEST', reason })
    expect(asked).toEqual([])
  })

  test('whose gateway is in our network reaches nothing there', async () => {
    let connections = 0
    const victim = createServer((_, response) => response.end('{"data":"0x"}'))
    victim.on('connection', () => connections++)
    await new Promise<void>((resolve) => victim.listen(0, resolve))
    const { port } = z.object({ port: z.number() }).parse(victim.address())
    const gateways = [
      `http://127.0.0.1:${port}/{data}`,
      `https://127.0.0.1:${port}/{data}`,
      `https://localhost:${port}/{data}`,
      `https://[::1]:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      `https://2130706433:${port}/`,
      `https://0x7f.1:${port}/`,
      `https://0.0.0.0:${port}/`,
      `https://me:secret@127.0.0.1:${port}/`,
      'https://169.254.169.254/latest/meta-data/{data}',
      'file:///etc/passwd',
      'data:application/json,{"data":"0x"}',
      '//{data}',
      '',
    ]
    const seen: unknown[] = []
    for (const gateway of gateways) {
      const { outcome, asked } = await scan(
        'alice.eth',
        worldOf({ name: 'gateway', gateways: [gateway] }),
      )
      expect(asked).toEqual(['ethereum'])
      seen.push(outcome)
    }
    await new Promise((resolve) => victim.close(resolve))
    expect(connections).toBe(0)
    const refusal = { kind: 'refused', code: 'NAME_RESOLUTION_FAILED' }
    const reason = 'ENS could not be reached.'
    expect(seen).toEqual(gateways.map(() => ({ ...refusal, reason })))
  })
})

const SECRET = 'k3y-0f-a-n0de'

describe('a URL with a key', () => {
  // One of each kind and those that `scan-faults.long.test.ts` has not; it has all others.
  test.concurrent.each<Fault>([
    'hang',
    'http-403',
    'redirect',
    'truncated',
    'rpc-32603',
    'refused',
    'cuts-lists',
    'flood',
  ])('is in no answer while its server has the fault %s', async (fault) => {
    const faults = { ethereum: fault, base: fault, exchange: fault, prices: fault }
    const world = await startFaultyWorld({ faults, suffix: `/${SECRET}`, silentStepMs: 400 })
    try {
      for (const input of [OWNER, 'alice.eth']) {
        const outcome = await scanWallet(input, world.deps)
        expect(JSON.stringify(outcome)).not.toMatch(/k3y|127\.0\.0\.1|http/)
      }
      const unlisted = await scanWallet(OWNER, { ...world.deps, sanctions: null })
      expect(JSON.stringify(unlisted)).not.toMatch(/k3y|127\.0\.0\.1|http/)
    } finally {
      await world.stop()
    }
  })

  test.each([`http://[${SECRET}`, `https://me:${SECRET}@127.0.0.1/`, `ftp://${SECRET}/`, SECRET])(
    'is in no answer though every request with it failed',
    async (url) => {
      const { deps } = depsOf(worldOf(), { limits: PATIENT })
      const chains = deps.chains.map((chain) => ({ ...chain, urls: [url] }))
      const broken = { ...deps, fetch, chains, hyperliquidUrl: url, pricesUrl: url }
      for (const input of [OWNER, 'alice.eth']) {
        const outcome = await scanWallet(input, broken)
        expect(outcome.kind).toBe('refused')
        expect(JSON.stringify(outcome)).not.toMatch(/k3y|127\.0\.0\.1|\w:\/\//)
      }
    },
  )
})
