import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Hex } from '../../chains/address.ts'
import { createTransport } from '../../chains/evm/transport.ts'
import { isAnvilMissing } from '../../testing/wallet/evm/anvil.ts'
import {
  type Fault,
  type FaultyNode,
  startFaultyNode,
} from '../../testing/wallet/evm/faulty-node.ts'
import { askGateway, GATEWAY_LIMITS } from './ccip-request.ts'
import { resolveEns } from './ens.ts'
import { batchOf, type EnsRig, startEns } from './fixtures/ens-rig.ts'
import { type Gateway, HOST, startGateway } from './fixtures/gateway.ts'
import type { Caller } from './universal-resolver.ts'

const ALICE = '0xabcdef0123456789abcdef0123456789abcdef01'
const word = (address: string): Hex => `0x${address.slice(2).padStart(64, '0')}`

const signal = () => AbortSignal.timeout(2_000)
const noRequests: Caller = { call: () => Promise.reject(new Error('no request is allowed')) }

/** One node, asked as the scan asks it. */
const nodeAt = (url: string): Caller =>
  createTransport({ urls: [url], fetch, deadline: new AbortController().signal })

/** The same, and how often it was asked. */
function counted(ethereum: Caller): Caller & { calls: number } {
  const counting = {
    calls: 0,
    call: (call: Parameters<Caller['call']>[0]) => {
      counting.calls++
      return ethereum.call(call)
    },
  }
  return counting
}

describe('a name that ENSIP-15 does not allow', () => {
  test.each([
    'ali_ce.eth',
    'a..eth',
    '.eth',
    'al\u200dice.eth',
    'аlice.eth',
    'vitalіk.eth',
    'аре.eth',
    'pаy.alice.eth',
    'facebοok.eth',
    'a\u0338lice.eth',
    'xn--80ak6aa92e.eth',
    'Ωmega.eth',
    'a\u0301\u0301\u0301\u0301\u0301.eth',
    '[0000000000000000000000000000000000000000000000000000000000000000].eth',
    'alice.com',
    'eth',
  ])('%s is invalid without a request', async (name) => {
    const outcome = await resolveEns(name, {
      ethereum: noRequests,
      signal: signal(),
      nowMs: Date.now(),
    })
    expect(outcome.status).toBe('invalid')
  })
})

describe.skipIf(isAnvilMissing())('the Universal Resolver on a chain', () => {
  let ens: EnsRig
  let ethereum: Caller

  beforeAll(async () => {
    ens = await startEns()
    ethereum = nodeAt(ens.rig.url)
    await ens.setAddress('alice.eth', ALICE)
    await ens.setAddress('👨‍👩‍👧.eth', ALICE)
    await ens.setAddress('norecord.eth', null)
    await ens.setAddress('zero.eth', `0x${'0'.repeat(40)}`)
    await ens.setResolver('notcontract.eth', ALICE)
    for (const name of ['Mute', 'Broken', 'GatewayDown', 'Garbled']) {
      await ens.setResolver(`${name.toLowerCase()}.eth`, await ens.deploy(name))
    }
  }, 30_000)

  afterAll(() => ens.stop())

  const resolve = (name: string, caller = ethereum) =>
    resolveEns(name, { ethereum: caller, signal: signal(), nowMs: Date.now() })

  test.each(['alice.eth', 'ALICE.eth', 'Alice.ETH', 'ａlice.eth', '👨‍👩‍👧.eth'])(
    'gives the address of %s in lower case',
    async (name) => {
      expect(await resolve(name)).toEqual({ status: 'resolved', owner: ALICE })
    },
  )

  test.each([
    ['without a resolver', 'nobody.eth'],
    ['with a resolver that is no contract', 'notcontract.eth'],
    ['without an address record', 'norecord.eth'],
    ['with the zero address', 'zero.eth'],
    ['whose resolver knows no addresses', 'mute.eth'],
    ['whose resolver reverts', 'broken.eth'],
  ])('finds no address for a name %s', async (_, name) => {
    expect(await resolve(name)).toMatchObject({ status: 'not-found' })
  })

  test.each([
    ['whose gateway is down', 'gatewaydown.eth'],
    ['whose resolver answers with garbage', 'garbled.eth'],
  ])('fails for a name %s, and does not say that there is none', async (_, name) => {
    expect(await resolve(name)).toMatchObject({ status: 'failed' })
  })

  test('is not asked for ever by a resolver that plays for time', async () => {
    await ens.setResolver('endless.eth', await ens.deploy('Endless'))
    const counting = counted(ethereum)
    expect(await resolve('endless.eth', counting)).toMatchObject({ status: 'failed' })
    expect(counting.calls).toBe(3)
  })

  test('fails when it is not there at all', async () => {
    const elsewhere: Caller = {
      call: ({ request, block }) => ethereum.call({ request: { ...request, to: ALICE }, block }),
    }
    expect(await resolve('alice.eth', elsewhere)).toMatchObject({ status: 'failed' })
  })

  describe('behind a node that fails', () => {
    let node: FaultyNode

    beforeAll(async () => {
      node = await startFaultyNode(ens.rig.url)
    })
    afterAll(() => node.stop())

    test.each([
      'http-403',
      'http-429',
      'http-503',
      'html',
      'rpc-32005',
      'rpc-32603',
      'refused',
    ] satisfies Fault[])('by %s has failed, and never found nothing', async (fault) => {
      node.fault = fault
      expect(await resolve('alice.eth', nodeAt(node.url))).toMatchObject({ status: 'failed' })
    })

    test.each(['hang', 'headers-then-stall'] satisfies Fault[])(
      'by %s is given up in time',
      async (fault) => {
        node.fault = fault
        const outcome = await resolveEns('alice.eth', {
          ethereum: nodeAt(node.url),
          signal: AbortSignal.timeout(100),
          nowMs: Date.now(),
        })
        expect(outcome).toEqual({ status: 'failed', reason: 'ENS did not answer in time.' })
      },
    )
  })

  describe('with names that are kept elsewhere', () => {
    let gateway: Gateway
    let count = 0

    beforeEach(async () => {
      gateway = await startGateway()
      gateway.respond = (response) => response.end(JSON.stringify({ data: word(ALICE) }))
    })
    afterEach(() => gateway.stop())

    /** Resolves a new name whose resolver asks these gateways so many times. */
    async function resolveOffchain(urls: string[], { rounds = 1, guarded = false } = {}) {
      const resolver = await ens.deploy('OffchainResolver', 'string[], uint256', [
        urls,
        BigInt(rounds),
      ])
      const name = `offchain${count++}.eth`
      await ens.setResolver(name, resolver)
      const counting = counted(ethereum)
      const outcome = await resolveEns(name, {
        ethereum: counting,
        signal: signal(),
        nowMs: Date.now(),
        ...(guarded
          ? {}
          : { askGateway: (request) => askGateway(request, GATEWAY_LIMITS, gateway.world) }),
      })
      return { outcome, calls: counting.calls }
    }

    const url = () => `https://${HOST}:${gateway.port}/{sender}/{data}.json`

    test('asks their gateway by GET and gives its answer', async () => {
      const { outcome, calls } = await resolveOffchain([url()])
      expect(outcome).toEqual({ status: 'resolved', owner: ALICE })
      expect(calls).toBe(2)
      expect(gateway.requests.map(({ method }) => method)).toEqual(['GET'])
      expect(gateway.requests[0]?.url).toMatch(
        /^\/0xe{8}14d[0-9a-f]+\/0x3b3b57de[0-9a-f]{64}\.json$/,
      )
    })

    test('asks it by POST when the address has no place for the data', async () => {
      const { outcome } = await resolveOffchain([`https://${HOST}:${gateway.port}/`])
      expect(outcome).toMatchObject({ status: 'resolved' })
      expect(gateway.requests.map(({ method }) => method)).toEqual(['POST'])
    })

    test('asks the next gateway when one fails, and three at most', async () => {
      const bad = 'https://127.0.0.2:1/{data}'
      expect((await resolveOffchain([bad, bad, url()])).outcome.status).toBe('resolved')
      expect((await resolveOffchain([bad, bad, bad, url()])).outcome.status).toBe('failed')
    })

    test('asks twice for a resolver that wants it, and not three times', async () => {
      const twice = await resolveOffchain([url()], { rounds: 2 })
      expect(twice.outcome.status).toBe('resolved')
      expect(gateway.requests).toHaveLength(2)
      const forever = await resolveOffchain([url()], { rounds: 99 })
      expect(forever.outcome).toMatchObject({ status: 'failed' })
      expect(forever.calls).toBe(3)
      expect(gateway.requests).toHaveLength(4)
    })

    describe('in a batch', () => {
      async function resolveBatch(batch: Hex) {
        const name = `batch${count++}.eth`
        await ens.setResolver(name, await ens.deploy('Batched', 'bytes', [batch]))
        const counting = counted(ethereum)
        const outcome = await resolveEns(name, {
          ethereum: counting,
          signal: signal(),
          nowMs: Date.now(),
          askGateway: (request) => askGateway(request, GATEWAY_LIMITS, gateway.world),
        })
        return { outcome, calls: counting.calls }
      }

      test('asks the gateways of its parts', async () => {
        const { outcome } = await resolveBatch(batchOf([url()], '0x1234'))
        expect(outcome).toEqual({ status: 'resolved', owner: ALICE })
        expect(gateway.requests).toHaveLength(1)
      })

      test('sends no request when a part is a batch again', async () => {
        const inner = batchOf([url()], '0x1234')
        const { outcome, calls } = await resolveBatch(batchOf(['x-batch-gateway:true'], inner))
        expect(outcome).toMatchObject({ status: 'failed' })
        expect(calls).toBe(1)
        expect(gateway.requests).toEqual([])
      })
    })

    test.each(['127.0.0.1', '[::1]', '2130706433', '[::ffff:127.0.0.1]', '169.254.169.254'])(
      'never lets the owner of a name have this service ask %s',
      async (host) => {
        const inside = `https://${host}:${gateway.port}/latest/meta-data/{data}`
        const { outcome } = await resolveOffchain([inside], { guarded: true })
        expect(outcome).toMatchObject({ status: 'failed' })
        expect(gateway.connections).toBe(0)
      },
    )

    test.each([
      ['no JSON', 'not json'],
      ['no data', '{}'],
      ['data that is not hex', '{"data":"0xzz"}'],
      ['half a byte', '{"data":"0x0"}'],
      ['too little', '{"data":"0x01"}'],
    ])('has failed when the gateway answers with %s', async (_, body) => {
      gateway.respond = (response) => response.end(body)
      const { outcome } = await resolveOffchain([url()])
      expect(outcome.status).not.toBe('resolved')
      expect(outcome.status).not.toBe('invalid')
    })

    test('finds no address when the gateway says so', async () => {
      gateway.respond = (response) => response.end(JSON.stringify({ data: word('0x0') }))
      expect((await resolveOffchain([url()])).outcome).toMatchObject({ status: 'not-found' })
    })
  })
})
