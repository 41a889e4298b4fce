import { beforeAll, describe, expect, test } from 'vitest'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { amounts, balanceReader } from '../../../testing/wallet/evm/readers.ts'
import { ALICE, deployLocal, deployToken, mint } from '../../../testing/wallet/evm/rig.ts'
import { balancesAnswer } from '../../../testing/wallet/lens-answer.ts'
import { readChain } from '../../../wallet/evm/read-chain.ts'
import type { Address, Hex } from '../../address.ts'
import type { ChainTarget } from '../multicall.ts'
import { MAX_BALANCES, readBalances } from './balances.ts'

const COUNT = 40

describeOnAnvil('many balances, read on anvil', (rig) => {
  const tokens: Address[] = []
  beforeAll(async () => {
    for (let n = 0; n < COUNT; n++) {
      const token = await deployToken(rig, `T${n}`)
      if (n % 4 === 0) await mint(rig, token, ALICE, BigInt(n) * 10n ** 30n + 1n)
      tokens.push(token)
    }
  }, 60_000)

  const read = async (
    of: readonly Address[],
    chain: Partial<ChainTarget> = {},
    fetched = fetch,
  ) => {
    const bodies: string[] = []
    const reading = await readChain(ALICE, {
      chain: { chainId: 1, maxLagSeconds: 300, ...chain },
      urls: [rig.url],
      readers: of.map((token, at) => balanceReader(`${at}`, token)),
      deadline: AbortSignal.timeout(30_000),
      fetch: async (url, init) => {
        bodies.push(String(init.body))
        return fetched(url, init)
      },
      now: Date.now,
    })
    const failed = reading.protocols.flatMap((each) =>
      each.status === 'failed' ? [[each.id, each.reason]] : [],
    )
    return { reading, bodies, found: amounts(reading.findings), failed }
  }

  test('are the same by the lens as by Multicall3, in one request each', async () => {
    const byLens = await read(tokens)
    const ordinary = await read(tokens, { runsCode: false })
    expect(byLens.found).toEqual(ordinary.found)
    expect(byLens.found).toMatchObject({ 4: [4n * 10n ** 30n + 1n], 5: [] })
    expect([byLens.reading.status, byLens.reading.requests]).toEqual(['ok', 1])
    expect(byLens.reading.block).toEqual(ordinary.reading.block)
    expect(ordinary.reading.requests).toBe(1)
    expect(byLens.bodies[0]).not.toContain('"to"')
    expect(ordinary.bodies[0]).toContain('"to"')
    expect(byLens.bodies[0]?.length).toBeLessThan((ordinary.bodies[0]?.length ?? 0) * 0.9)
  })

  test('fit in one answer even if the owner holds all that may be asked', async () => {
    const held = tokens.filter((_, n) => n % 4 === 0)
    const all = Array.from({ length: MAX_BALANCES }, (_, at) => held[at % held.length] ?? ALICE)
    const { reading, found } = await read(all)
    expect([reading.status, reading.requests]).toEqual(['ok', 1])
    expect(Object.values(found).flat()).toHaveLength(MAX_BALANCES)
  })

  test('are the same beside tokens that burn gas, revert, answer with too much or have no code', async () => {
    const names = ['GasBomb', 'Reverts', 'SilentlyReverts', 'Huge', 'Heavy']
    const hostile: Address[] = []
    for (const name of names) hostile.push(await deployLocal(rig, 'faulty.sol', name))
    const all = [...tokens, ...hostile, `0x${'de'.repeat(20)}` as const]
    const byLens = await read(all)
    const ordinary = await read(all, { runsCode: false })
    expect(byLens.found).toEqual(ordinary.found)
    expect(byLens.failed).toEqual(ordinary.failed)
    // The one that only takes much gas is read when it is asked alone.
    expect(byLens.found[COUNT + names.indexOf('Heavy')]).toEqual([1n])
    expect(byLens.failed).toHaveLength(names.length)
  }, 30_000)

  test('are read in parts when the gas of a node runs low', async () => {
    const few: typeof fetch = (url, init) => {
      const body = JSON.parse(String(init?.body))
      if (body.params[0].to === undefined) body.params[0].gas = '0xdbba0'
      return fetch(url, { ...init, body: JSON.stringify(body) })
    }
    const { reading, found } = await read(tokens, {}, few)
    expect(found).toEqual((await read(tokens)).found)
    expect([reading.status, reading.requests]).toEqual(['ok', 2])
  })

  test('are read by Multicall3 where a node refuses to run code', async () => {
    const refuses: typeof fetch = async (url, init) =>
      String(init?.body).includes('"to"')
        ? fetch(url, init)
        : Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'missing to' } })
    const { reading, found } = await read(tokens, {}, refuses)
    expect(found).toEqual((await read(tokens)).found)
    expect([reading.status, reading.requests]).toEqual(['ok', 2])
  })
})

describe(readBalances, () => {
  const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
  const zero = { ok: true, data: word(0n) }
  const two = { ok: true, data: word(2n) }

  test('returns zeros, balances, and null for a token that did not answer with one word', () => {
    const answer = balancesAnswer([zero, two, { ok: false, data: '0x' }, { ok: true, data: '0x' }])
    expect(readBalances(answer, 4)).toEqual([0n, 2n, null, null])
  })

  test('returns null for tokens after those that were asked', () => {
    expect(readBalances(balancesAnswer([zero, two]), 3)).toEqual([0n, 2n, null])
  })

  test('refuses a revert, other bytes, and rows of tokens that were not asked', () => {
    expect(readBalances({ ok: false }, 1)).toBeNull()
    expect(readBalances({ ok: true, data: word(1n) }, 1)).toBeNull()
    expect(readBalances(balancesAnswer([zero, two]), 1)).toBeNull()
  })
})
