import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import type { Call } from '../../chains/evm/call.ts'
import { askLens, readLens } from '../../chains/evm/lens/lens.ts'
import { decodeReply, encodeCall } from '../../chains/evm/viem.ts'
import {
  type Fault,
  type FaultyNode,
  startFaultyNode,
} from '../../testing/wallet/evm/faulty-node.ts'
import { describeOnAnvil } from '../../testing/wallet/evm/on-anvil.ts'
import { amounts, balanceReader, finding } from '../../testing/wallet/evm/readers.ts'
import { ALICE, deployLocal, deployToken, MULTICALL3, mint } from '../../testing/wallet/evm/rig.ts'
import { revertAfterwards } from '../../testing/wallet/evm/run-driver.ts'
import { createPool, deployUniswapV3, mintPosition } from '../../testing/wallet/evm/uniswap.ts'
import { type ReadChainOptions, type Reader, readChain } from './read-chain.ts'

const FIRST_COMPILE_MS = 60_000

describeOnAnvil('readChain against a real chain', (rig) => {
  let bad: FaultyNode
  let good: FaultyNode
  let tokens: Address[]

  beforeAll(async () => {
    ;[bad, good] = await Promise.all([startFaultyNode(rig.url), startFaultyNode(rig.url)])
    tokens = []
    for (let n = 0; n < 30; n++) {
      const token = await deployToken(rig, `T${n}`)
      await mint(rig, token, ALICE, BigInt(n + 1))
      tokens.push(token)
    }
  }, FIRST_COMPILE_MS)
  afterAll(async () => {
    await Promise.all([bad.stop(), good.stop()])
    await rig.stop()
  })
  beforeEach(async () => {
    for (const node of [bad, good]) {
      Object.assign(node, { fault: null, latencyMs: 0, before: async () => {} })
      node.seen.length = 0
    }
    return await revertAfterwards(rig)
  })

  const read = (
    readers: readonly Reader[],
    { owner = ALICE, ...rest }: Partial<ReadChainOptions> & { owner?: Address } = {},
  ) =>
    readChain(owner, {
      chain: { chainId: 1, maxLagSeconds: 300 },
      urls: [good.url],
      readers,
      deadline: AbortSignal.timeout(5000),
      fetch,
      now: Date.now,
      hedgeMs: 100,
      timeoutMs: 3000,
      ...rest,
    })
  /** Balances are asked one by one there, like other calls. */
  const withoutLens = { chainId: 1, maxLagSeconds: 300, runsCode: false } as const
  const token = (index: number): Address => tokens[index] ?? ALICE
  const two = () => [balanceReader('a', token(0)), balanceReader('b', token(1))]
  const place = (name: string) => deployLocal(rig, 'faulty.sol', name)

  test('three hundred balances are one request', async () => {
    const readers = Array.from({ length: 300 }, (_, n) => balanceReader(`r${n}`, token(n % 30)))
    const reading = await read(readers)
    expect(reading).toMatchObject({ status: 'ok', rounds: 1, requests: 1, isOneBlock: true })
    expect(Object.values(amounts(reading.findings)).flat()).toEqual(
      Array.from({ length: 300 }, (_, n) => BigInt((n % 30) + 1)),
    )
    expect(reading.block?.number).toBe(BigInt(String(await rig.rpc('eth_blockNumber', []))))
  })

  test('an address that holds nothing is read and finds nothing', async () => {
    const reading = await read(two(), { owner: MULTICALL3 })
    expect(reading.status).toBe('ok')
    expect(amounts(reading.findings)).toEqual({ a: [], b: [] })
  })

  test('the lens is run without being deployed, in a request of its own', async () => {
    const uniswap = await deployUniswapV3(rig)
    const pair: [Address, Address] = [token(0), token(1)]
    await createPool(rig, uniswap, pair)
    await mintPosition(rig, uniswap, pair, { lower: -600, upper: 600, amount: 10n ** 9n }, ALICE)
    const lens: Reader = {
      id: 'lens',
      read: function* (owner) {
        const [reply] = yield [
          askLens({
            holder: uniswap.positionManager,
            manager: uniswap.positionManager,
            factory: uniswap.factory,
            shape: 'uniswap',
            reward: '0x00000000',
            owner,
            max: 5n,
          }),
        ]
        return readLens(reply).found.map((row) => finding('lens', row.liquidity, token(0)))
      },
    }
    const reading = await read([lens, ...two()])
    expect(reading).toMatchObject({ status: 'ok', rounds: 1, requests: 2 })
    expect(amounts(reading.findings).lens?.[0]).toBeGreaterThan(10n ** 9n)
  })

  test('a call with a sender is sent by it, in a request of its own', async () => {
    const who = await place('WhoAsks')
    const signature = 'function me() view returns (address)'
    const asks: Reader = {
      id: 'asks',
      read: function* (owner) {
        const calls: Call[] = [{ to: who, data: encodeCall(signature, []), from: owner }]
        const [reply] = yield calls
        return reply?.ok ? [finding('asks', 1n, decodeReply(signature, reply.data))] : []
      },
    }
    const reading = await read([asks])
    expect(reading.findings.get('asks')?.[0]?.receiptToken).toBe(ALICE)
    expect(reading.block).not.toBeNull()
  })

  test('two gas bombs starve none: the chunk is asked again in halves', async () => {
    const bomb = await place('GasBomb')
    const readers = [
      ...Array.from({ length: 8 }, (_, n) => balanceReader(`before${n}`, token(n))),
      balanceReader('bomb1', bomb),
      balanceReader('bomb2', bomb),
      ...Array.from({ length: 12 }, (_, n) => balanceReader(`after${n}`, token(n))),
    ]
    const reading = await read(readers)
    expect(reading.status).toBe('partial')
    const failed = reading.protocols.filter((each) => each.status === 'failed')
    expect(failed.map((each) => [each.id, 'reason' in each && each.reason])).toEqual([
      ['bomb1', 'contract'],
      ['bomb2', 'contract'],
    ])
    expect(amounts(reading.findings).after11).toEqual([12n])
    expect(reading.requests).toBeLessThanOrEqual(5)
  })

  test('a call that needs almost all the gas is answered, alone in the end', async () => {
    const heavy = await place('Heavy')
    const readers = Array.from({ length: 7 }, (_, n) => balanceReader(`heavy${n}`, heavy))
    const reading = await read(readers)
    expect(reading.status).toBe('ok')
    expect(reading.requests).toBeGreaterThan(1)
  })

  test('more gas bombs than reruns leave the rest unread, not empty', async () => {
    const bomb = await place('GasBomb')
    const bombs = Array.from({ length: 40 }, (_, n) => balanceReader(`bomb${n}`, bomb))
    const reading = await read([...bombs, ...two()])
    expect(reading.requests).toBeLessThanOrEqual(14)
    expect(reading.status).not.toBe('ok')
    const reasons = reading.protocols.map((each) => each.status === 'failed' && each.reason)
    expect(reasons).toContain('rpc')
  })

  test('contracts that revert, answer too long or lie about a number are failed one by one', async () => {
    const liar = await deployLocal(rig, 'faulty.sol', 'Liar', 'uint256', [256n])
    const decimals: Reader = {
      id: 'decimals',
      read: function* () {
        const signature = 'function decimals() view returns (uint8)'
        const [reply] = yield [{ to: liar, data: encodeCall(signature, []) }]
        return reply?.ok
          ? [finding('decimals', BigInt(decodeReply(signature, reply.data)), liar)]
          : []
      },
    }
    const readers = [
      balanceReader('reverts', await place('Reverts')),
      balanceReader('silent', await place('SilentlyReverts')),
      balanceReader('huge', await place('Huge')),
      balanceReader('no code', '0x00000000000000000000000000000000000000ff'),
      decimals,
      ...two(),
    ]
    const reading = await read(readers)
    expect(reading.status).toBe('partial')
    const states = reading.protocols.map((each) => [each.id, each.status === 'ok' || each.reason])
    expect(Object.fromEntries(states)).toEqual({
      reverts: 'contract',
      silent: 'contract',
      huge: 'contract',
      'no code': 'contract',
      decimals: 'contract',
      a: true,
      b: true,
    })
  })

  test('a chain where every contract fails is unavailable, not an empty ok', async () => {
    const reverts = await place('Reverts')
    const reading = await read([balanceReader('a', reverts), balanceReader('b', reverts)])
    expect(reading).toMatchObject({ status: 'unavailable', findings: new Map() })
  })

  // One of each kind; `transport.test.ts` has all.
  describe.each<[Fault, 'timeout' | 'unavailable']>([
    ['hang', 'timeout'],
    ['http-429', 'unavailable'],
    ['refused', 'unavailable'],
  ])('%s', (fault, status) => {
    test('at the first node, the second one answers', async () => {
      bad.fault = fault
      // A request may take longer than the whole reading, so that only asking another node helps.
      const reading = await read(two(), { urls: [bad.url, good.url], timeoutMs: 10_000 })
      expect(reading).toMatchObject({ status: 'ok', requests: 2 })
      expect(amounts(reading.findings)).toEqual({ a: [1n], b: [2n] })
    })

    test(`at every node, the chain is ${status}`, async () => {
      bad.fault = fault
      good.fault = fault
      const timeoutMs = status === 'timeout' ? 100 : 3000
      const reading = await read(two(), { urls: [bad.url, good.url], timeoutMs })
      expect(reading).toMatchObject({ status, findings: new Map(), requests: 2, block: null })
      expect(reading.protocols).toMatchObject([
        { id: 'a', status: 'failed', reason: 'rpc' },
        { id: 'b', status: 'failed', reason: 'rpc' },
      ])
    })
  })

  test('the deadline ends everything, and what was read before it stays', async () => {
    const deadline = new AbortController()
    good.before = async (number) => {
      if (number === 1) return
      good.fault = 'hang'
      deadline.abort()
    }
    const readers = [
      balanceReader('short', token(0)),
      balanceReader('long', token(1), { rounds: 2 }),
    ]
    const reading = await read(readers, { deadline: deadline.signal, timeoutMs: 100_000 })
    expect(reading.status).toBe('partial')
    expect(amounts(reading.findings)).toEqual({ short: [1n] })
  })

  test('later rounds are read at the block of the first, though the chain has moved on', async () => {
    good.before = async (number) => {
      if (number === 2) await mint(rig, token(0), ALICE, 1000n)
    }
    const reading = await read([balanceReader('a', token(0), { rounds: 2 })])
    expect(reading).toMatchObject({ status: 'ok', rounds: 2, isOneBlock: true })
    expect(amounts(reading.findings)).toEqual({ a: [1n] })
  })

  test('a block that a reorganisation took away is replaced by the latest one, and the chain is partial', async () => {
    await rig.rpc('anvil_mine', ['0x3'])
    good.before = async (number) => {
      if (number === 2) await rig.rpc('anvil_rollback', [2])
    }
    const readers = [balanceReader('a', token(0), { rounds: 3 })]
    const reading = await read(readers)
    expect(reading).toMatchObject({ status: 'partial', isOneBlock: false, rounds: 3, requests: 4 })
    expect(amounts(reading.findings)).toEqual({ a: [1n] })
  })

  test('without Multicall3 the same is read by code that is not deployed', async () => {
    await rig.rpc('anvil_setCode', [MULTICALL3, '0x'])
    const readers = Array.from({ length: 100 }, (_, n) => balanceReader(`r${n}`, token(n % 30)))
    const reading = await read(readers, { chain: withoutLens })
    expect(reading).toMatchObject({ status: 'ok', requests: 3 })
    expect(amounts(reading.findings).r99).toEqual([10n])
    expect(reading.block?.number).toBe(BigInt(String(await rig.rpc('eth_blockNumber', []))))
  })
})
