import { beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { ALICE, BOB, deployToken, mint } from '../../../testing/wallet/evm/rig.ts'
import { readOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { deploySlipstream } from '../../../testing/wallet/evm/slipstream.ts'
import {
  burnedFor,
  createPair,
  createPool,
  decreasePosition,
  deployTrader,
  deployUniswapV2,
  deployUniswapV3,
  inOrder,
  mintPosition,
  positionIds,
  type UniswapV3,
  withdrawalOf,
} from '../../../testing/wallet/evm/uniswap.ts'
import type { Finding } from '../../model/finding.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { type UniswapV2Entry, uniswapV2 } from './uniswap-v2.ts'
import { uniswapV3 } from './uniswap-v3.ts'

describeOnAnvil('Uniswap on a real chain', (rig) => {
  let token0: Address
  let token1: Address
  beforeAll(async () => {
    const tokens = inOrder(await deployToken(rig, 'ONE', 18), await deployToken(rig, 'TWO', 6))
    token0 = tokens[0]
    token1 = tokens[1]
  }, 30_000)

  describe('version 3', () => {
    let v3: UniswapV3
    let findings: Finding[]
    let ids: bigint[]

    beforeAll(async () => {
      v3 = await deployUniswapV3(rig)
      for (const fee of [500, 3000]) await createPool(rig, v3, [token0, token1], fee)
      const ranges: { lower: number; upper: number; amount: bigint; fee?: number }[] = [
        { lower: -600, upper: 600, amount: 10n ** 12n },
        { lower: -600, upper: 600, amount: 7n * 10n ** 11n + 3n },
        { lower: -887220, upper: 887220, amount: 10n ** 13n },
        { lower: 60, upper: 1200, amount: 123456789123n },
        { lower: -3000, upper: -60, amount: 987654321n },
        { lower: 6000, upper: 12000, amount: 10n ** 9n },
        { lower: -120, upper: 1860, amount: 31_415_926_535n, fee: 500 },
      ]
      // More than one answer of the lens has room for.
      for (let step = 1; step <= 16; step++) {
        ranges.push({ lower: -60 * step, upper: 120 * step, amount: 10n ** 10n + BigInt(step) })
      }
      for (const range of ranges) {
        await mintPosition(rig, v3, [token0, token1], range, ALICE)
      }
      const swap = await deployTrader(rig, v3, [token0, token1])
      ids = await positionIds(rig, v3, ALICE)
      for (const round of [1n, 7n, 3n]) {
        await swap(token0, round * 10n ** 11n + 7n)
        await swap(token1, round * 10n ** 9n + 1n, 500)
        await swap(token1, round * 3n * 10n ** 11n + 11n)
        // A part taken out and not collected yet is owed by the manager.
        await decreasePosition(rig, v3, ids[1] ?? 0n, 12_345n * round, ALICE)
      }
      findings = await readOnRig(rig, uniswapV3, entry(), ALICE)
    }, 60_000)

    const entry = () =>
      entryOf(uniswapV3, {
        protocol: 'uniswap-v3',
        product: 'lp',
        manager: v3.positionManager,
        factory: v3.factory,
      })
    const sum = (finding: Finding | undefined, role: string, token: Address) =>
      (finding?.legs ?? [])
        .filter((leg) => leg.role === role && leg.token === token)
        .reduce((total, leg) => total + leg.amount, 0n)

    test('where no lens can run, the same is found in five rounds', async () => {
      const without = { ...entry(), runsCode: false as const }
      expect(await readOnRig(rig, uniswapV3, without, ALICE, false)).toEqual(findings)
      expect(await readOnRig(rig, uniswapV3, without, BOB, false)).toEqual([])
    })

    test('amounts and unclaimed fees are to the wei what the contract would pay out', async () => {
      expect(findings.map(({ ref }) => ref)).toEqual(ids.map(String))
      let fees = 0n
      for (const [at, id] of ids.entries()) {
        const { held: taken, unclaimed } = await withdrawalOf(rig, v3, id, ALICE)
        const finding = findings[at]
        const held = [sum(finding, 'lp', token0), sum(finding, 'lp', token1)]
        const claims = [sum(finding, 'reward', token0), sum(finding, 'reward', token1)]
        const all = [0, 1].map((side) => (held[side] ?? 0n) + (claims[side] ?? 0n))
        const paid = [0, 1].map((side) => (taken[side] ?? 0n) + (unclaimed[side] ?? 0n))
        expect({ id, all }).toEqual({ id, all: paid })
        // What was taken out and not collected is of the pool, as are fees that were written down with it.
        if (id !== ids[1])
          expect({ id, held, claims }).toEqual({ id, held: taken, claims: unclaimed })
        else expect(held[0]).toBeGreaterThan(taken[0] ?? 0n)
        fees += claims[0] ?? 0n
      }
      expect(fees).toBeGreaterThan(0n)
    })

    test('a position outside its range is shown as such, with one token only', () => {
      const outside = findings.find(({ inRange }) => inRange === false)
      expect(outside?.legs.filter(({ role }) => role === 'lp')).toHaveLength(1)
      expect(findings.filter(({ inRange }) => inRange).length).toBeGreaterThan(1)
    })

    test('tokens and fees are named as the contracts say them', () => {
      const legs = findings.flatMap((finding) => finding.legs)
      const facts = new Map(legs.map(({ symbol, decimals }) => [symbol, decimals]))
      expect(facts).toEqual(
        new Map([
          ['ONE', 18],
          ['TWO', 6],
        ]),
      )
      expect(findings.map(({ market }) => market?.split(' ')[1])).toContain('0.05%')
    })

    test('an owner without positions costs one call and has none', async () => {
      expect(await readOnRig(rig, uniswapV3, entry(), BOB)).toEqual([])
    })
  })

  test('a position at Slipstream, named by its tick spacing, is what the contract would pay out', async () => {
    const tokens = [token0, token1] as const
    const { manager, factory, inner } = await deploySlipstream(rig, [...tokens], ALICE, 10n ** 12n)
    const entry = entryOf(uniswapV3, { product: 'lp', tickSpacing: true, manager, factory })
    const [finding, ...rest] = await readOnRig(rig, uniswapV3, entry, ALICE)
    expect([finding?.ref, rest]).toEqual(['1', []])
    expect(finding?.market).toMatch(/ tick spacing 60$/)
    const { held, unclaimed } = await withdrawalOf(rig, inner, 1n, ALICE)
    const amounts = (role: string) =>
      tokens.map(
        (token) => finding?.legs.find((leg) => leg.role === role && leg.token === token)?.amount,
      )
    expect([amounts('lp'), amounts('reward')]).toEqual([held, unclaimed])
  }, 30_000)

  describe('version 2', () => {
    test('a share is to the wei what burning it pays, with and without the protocol fee', async () => {
      const factory = await deployUniswapV2(rig)
      const pair = await createPair(
        rig,
        factory,
        [token0, 10n ** 15n],
        [token1, 3n * 10n ** 14n + 1n],
        ALICE,
      )
      const entry = entryOf(uniswapV2, {
        product: 'lp',
        factory,
        pair,
        token0: { address: token0, symbol: 'ONE', decimals: 18 },
        token1: { address: token1, symbol: 'TWO', decimals: 6 },
      })
      expect(await shareOf(entry)).toEqual(await burnedFor(rig, pair, [token0, token1], ALICE))

      // Fees go to someone from now on; the next deposit notes the product, and swaps raise it.
      await rig.send(factory, 'function setFeeTo(address)', [BOB])
      await mint(rig, token0, pair, 10n ** 12n)
      await mint(rig, token1, pair, 10n ** 12n)
      await rig.send(pair, 'function mint(address)', [ALICE])
      await mint(rig, token0, pair, 10n ** 14n)
      const out = 10n ** 13n
      await rig.send(pair, 'function swap(uint256, uint256, address, bytes)', [0n, out, BOB, '0x'])
      expect(await shareOf(entry)).toEqual(await burnedFor(rig, pair, [token0, token1], ALICE))
    }, 30_000)

    async function shareOf(entry: UniswapV2Entry): Promise<bigint[]> {
      const [finding] = await readOnRig(rig, uniswapV2, entry, ALICE)
      return finding?.legs.map(({ amount }) => amount) ?? []
    }
  })
})
