import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import type { Call, Reply } from '../../chains/evm/call.ts'
import { TRUSTED, UNTRUSTED } from '../../chains/evm/chunks.ts'
import type { Fetch } from '../../chains/evm/transport.ts'
import { Unreadable } from '../../chains/unreadable.ts'
import { type FakeChain, type FakeRequest, fakeNode } from '../../testing/wallet/evm/fake-chain.ts'
import { amounts, balanceIn, balanceReader, finding } from '../../testing/wallet/evm/readers.ts'
import { type Reader, readChain } from './read-chain.ts'

const OWNER: Address = `0x${'a'.repeat(40)}`
const GLUTTONS = 900
const address = (index: number): Address => `0x${(index + 1).toString(16).padStart(40, '0')}`
const indexOf = (to: Address): number => Number(BigInt(to)) - 1

/** A chain that says of every account a number of its own; every seventh reverts with a reason. */
const CHAIN: FakeChain = {
  chainId: 1,
  blockNumber: 500n,
  reply: ({ to, data }) => {
    const index = indexOf(to)
    if (index % 7 === 6) return { ok: false, data: '0x08c379a0' }
    const value = BigInt(index + 1) * 1000n + BigInt(data.length)
    return { ok: true, data: `0x${value.toString(16).padStart(64, '0')}` }
  },
}

const ALONE = {
  chain: { chainId: 1, maxLagSeconds: 300 },
  urls: ['http://node'],
  deadline: new AbortController().signal,
  now: () => 0,
}
const read = (readers: readonly Reader[], fetch: Fetch, urls = ALONE.urls) =>
  readChain(OWNER, { ...ALONE, urls, readers, fetch })

/** A reader that asks these calls, round by round, and finds the sum of all that was said. */
function sumReader(id: string, rounds: Call[][]): Reader {
  return {
    id,
    read: function* () {
      let sum = 0n
      for (const calls of rounds) {
        const replies = yield calls
        if (replies.length !== calls.length) throw new Unreadable('replies were lost')
        for (const reply of replies) sum += balanceIn(reply)
      }
      return [finding(id, sum, OWNER)]
    },
  }
}

/** What a reader finds when it is asked alone, without a planner; null when it cannot read the chain. */
function truth(reader: Reader): bigint | null {
  const generator = reader.read(OWNER)
  try {
    let step = generator.next()
    while (!step.done) {
      const replies = step.value.map((call): Reply => {
        const { ok, data } = CHAIN.reply(call)
        return ok ? { ok, data } : { ok }
      })
      step = generator.next(replies)
    }
    return step.value[0]?.legs[0]?.amount ?? 0n
  } catch {
    return null
  }
}

const callArbitrary = fc.record({
  index: fc.integer({ min: 0, max: 40 }),
  bytes: fc.integer({ min: 4, max: 200 }),
  kind: fc.constantFrom('plain', 'plain', 'plain', 'untrusted', 'code', 'from'),
})
const readersArbitrary = fc
  .array(fc.array(fc.array(callArbitrary, { maxLength: 5 }), { maxLength: 3 }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((all) =>
    all.map((rounds, at) => {
      const calls = rounds.map((round) =>
        round.map(({ index, bytes, kind }): Call => {
          const call: Call = { to: address(index), data: `0x${'11'.repeat(bytes)}` }
          if (kind === 'untrusted') return { ...call, untrusted: true }
          if (kind === 'code') return { ...call, code: '0xfe' }
          return kind === 'from' ? { ...call, from: OWNER } : call
        }),
      )
      return sumReader(`r${at}`, calls)
    }),
  )

function checkLimits({ calls, isBundle, isDeployless }: FakeRequest): void {
  if (!isBundle || isDeployless) {
    expect(calls.length).toBe(1)
    return
  }
  const bytes = calls.reduce((sum, call) => sum + (call.data.length - 2) / 2, 0)
  expect(bytes).toBeLessThanOrEqual(TRUSTED.bytes)
  expect(calls.length).toBeLessThanOrEqual(TRUSTED.calls)
}

test('what a reader beside the others reads of a round is known to that of coins in the same round', async () => {
  let isRead = false
  const known: boolean[] = []
  const { held } = await readChain(OWNER, {
    chain: { chainId: 1, maxLagSeconds: 300 },
    urls: ['http://node'],
    readers: [],
    held: function* () {
      yield [{ to: address(1), data: '0x01' }]
      known.push(isRead)
      return { held: [], unread: 0 }
    },
    sides: [
      {
        id: 'beside',
        read: function* () {
          yield [{ to: address(2), data: '0x02' }]
          isRead = true
        },
      },
    ],
    deadline: new AbortController().signal,
    fetch: fakeNode(CHAIN).fetch,
    now: () => 0,
  })
  expect(held?.result.status).toBe('ok')
  expect(known).toEqual([true])
})

describe('readChain', () => {
  test('finds what every reader would have found alone, whatever is asked beside it', async () => {
    await fc.assert(
      fc.asyncProperty(readersArbitrary, async (readers) => {
        const { fetch, requests } = fakeNode(CHAIN)
        const reading = await read(readers, fetch)
        for (const [at, reader] of readers.entries()) {
          const found = truth(reader)
          expect(reading.protocols[at]).toMatchObject(
            found === null
              ? { id: reader.id, reason: 'contract' }
              : { id: reader.id, status: 'ok' },
          )
          expect(amounts(reading.findings)[reader.id]).toEqual(found === null ? undefined : [found])
        }
        for (const request of requests) checkLimits(request)
        expect(reading.requests).toBe(requests.length)
        expect(reading.rounds).toBeLessThanOrEqual(3)
      }),
      { numRuns: 60 },
    )
  })

  test('says ok exactly when all was read, and finds nothing false, whichever requests fail', async () => {
    const failures = fc.infiniteStream(
      fc.constantFrom('', '', '', 'http', 'block', 'other', 'late'),
    )
    await fc.assert(
      fc.asyncProperty(readersArbitrary, failures, async (readers, kinds) => {
        let lostBlock = false
        const { fetch } = fakeNode(CHAIN, ({ block, isBundle }) => {
          const kind = kinds.next().value
          if (kind === 'http') return new Response('busy', { status: 503 })
          if (kind === 'other') return Response.json({ id: 1, result: '0x' })
          if (kind === 'late' && block !== 'latest') {
            // A call with a sender is asked at no other block, and has failed.
            lostBlock ||= isBundle
            return Response.json({ id: 1, error: { code: -32000, message: 'header not found' } })
          }
          return null
        })
        const reading = await read(readers, fetch)
        const isRead = reading.protocols.map((each) => each.status === 'ok')
        expect(reading.isOneBlock).toBe(!lostBlock)
        expect(reading.status === 'ok').toBe(isRead.every(Boolean) && !lostBlock)
        expect(['ok', 'partial'].includes(reading.status)).toBe(isRead.some(Boolean))
        expect(reading.findings.size).toBe(isRead.filter(Boolean).length)
        for (const [at, reader] of readers.entries()) {
          if (isRead[at]) expect(amounts(reading.findings)[reader.id]).toEqual([truth(reader)])
        }
      }),
      { numRuns: 80 },
    )
  })

  test('two gluttons anywhere in a chunk cost no other reader its answer', async () => {
    const places = fc.tuple(fc.integer({ min: 0, max: 119 }), fc.integer({ min: 0, max: 119 }))
    await fc.assert(
      fc.asyncProperty(places, async ([one, other]) => {
        const readers = Array.from({ length: 120 }, (_, n) => {
          const to = n === one || n === other ? GLUTTONS + n : (n % 6) + 7 * (n % 20)
          return sumReader(`r${n}`, [[{ to: address(to), data: '0x01020304' }]])
        })
        const reading = await read(readers, starvingNode())
        const failed = reading.protocols.flatMap(({ id, status }) => (status === 'ok' ? [] : [id]))
        expect(new Set(failed)).toEqual(new Set([`r${one}`, `r${other}`]))
      }),
      { numRuns: 30 },
    )
  })

  test('a node that is too slow with a heavy call answers the others', async () => {
    const { fetch } = fakeNode(CHAIN)
    const slow: Fetch = (url, init) =>
      init.priority === 'low'
        ? new Promise((_, reject) => {
            init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
          })
        : fetch(url, init)
    const heavy: Call = { to: address(1), data: '0x01', code: '0x60', isHeavy: true }
    const reading = await readChain(OWNER, {
      chain: { chainId: 1, maxLagSeconds: 300 },
      urls: ['http://node'],
      readers: [
        sumReader('light', [[{ to: address(0), data: '0x01' }]]),
        sumReader('heavy', [[heavy]]),
      ],
      deadline: AbortSignal.timeout(5_000),
      timeoutMs: 30,
      fetch: slow,
      now: () => 0,
    })
    expect(reading.status).toBe('partial')
    expect(reading.protocols).toMatchObject([
      { id: 'light', status: 'ok' },
      { id: 'heavy', status: 'failed', reason: 'rpc' },
    ])
  })

  test('the first answer fixes the block of every later round', async () => {
    const { fetch, requests } = fakeNode(CHAIN)
    const reading = await read([balanceReader('a', address(0), { rounds: 3 })], fetch)
    expect(requests.map(({ block }) => block)).toEqual(['latest', '0x1f4', '0x1f4'])
    expect(reading).toMatchObject({ status: 'ok', block: { number: 500n, time: 0 }, rounds: 3 })
  })

  test('untrusted calls go in smaller chunks of their own', async () => {
    const calls = (untrusted: boolean) =>
      Array.from({ length: 60 }, (): Call => ({ to: address(0), data: '0x01020304', untrusted }))
    const { fetch, requests } = fakeNode(CHAIN)
    await read([sumReader('a', [[...calls(true), ...calls(false)]])], fetch)
    const kinds = requests.map(({ calls }) => calls.length)
    expect(kinds).toEqual([60, UNTRUSTED.calls, 10])
  })

  test('where no lens runs, a driver may ask ten times, and not more', async () => {
    const readers = [10, 11].map((rounds) => balanceReader(`${rounds}`, address(0), { rounds }))
    const { protocols } = await readChain(OWNER, {
      ...ALONE,
      chain: { ...ALONE.chain, runsCode: false },
      readers,
      fetch: fakeNode(CHAIN).fetch,
    })
    expect(protocols.map(({ status }) => status)).toEqual(['ok', 'failed'])
  })

  test('a driver that asks a fourth time, or has a fault, is failed; the others are not', async () => {
    const faulty: Reader = {
      id: 'faulty',
      read: function* () {
        yield []
        throw new TypeError('a fault')
      },
    }
    const readers = [
      balanceReader('four', address(0), { rounds: 4 }),
      faulty,
      balanceReader('a', address(1)),
    ]
    const reading = await read(readers, fakeNode(CHAIN).fetch)
    expect(reading).toMatchObject({ status: 'partial', rounds: 3 })
    expect(reading.protocols).toMatchObject([
      { id: 'four', reason: 'contract' },
      { id: 'faulty', reason: 'contract', detail: 'the driver failed: TypeError: a fault' },
      { id: 'a', status: 'ok' },
    ])
  })

  test('a chain without readers was not read', async () => {
    const { fetch, requests } = fakeNode(CHAIN)
    expect(await read([], fetch)).toMatchObject({ status: 'unavailable', requests: 0 })
    expect(requests).toEqual([])
  })
})

/** As on a real chain: one glutton in a bundle leaves a 64th of the gas, the second leaves nothing to all that follow. */
function starvingNode(): Fetch {
  let eaten = 0
  const chain: FakeChain = {
    ...CHAIN,
    reply: (call) => {
      if (indexOf(call.to) >= GLUTTONS) eaten++
      return eaten > 1 || indexOf(call.to) >= GLUTTONS
        ? { ok: false, data: '0x' }
        : CHAIN.reply(call)
    },
  }
  const { fetch } = fakeNode(chain)
  return (url, init) => {
    eaten = 0
    return fetch(url, init)
  }
}
