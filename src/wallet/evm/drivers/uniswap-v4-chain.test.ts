import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { askOlder, readOwned } from '../../../chains/evm/lens/owned.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { ALICE, BOB, deployToken, ZERO } from '../../../testing/wallet/evm/rig.ts'
import { runOnChain } from '../../../testing/wallet/evm/run-driver.ts'
import { inOrder } from '../../../testing/wallet/evm/uniswap.ts'
import {
  createV4Pool,
  deployUniswapV4,
  mintV4Position,
  type PoolKey,
  swapOnV4,
  type UniswapV4,
  v4WithdrawalOf,
} from '../../../testing/wallet/evm/uniswap-v4.ts'
import { type Finding, findingOf } from '../../model/finding.ts'
import type { NftIndex } from '../nft-index.ts'
import type { DriverRun } from './driver.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { uniswapV4 } from './uniswap-v4.ts'

const WETH: Address = `0x${'e7'.repeat(20)}`
/** An address that says that its hook takes a part of what is withdrawn. It has no code, and needs none until then. */
const GREEDY: Address = '0x1000000000000000000000000000000000000101'

describeOnAnvil(
  'Uniswap v4, by its own contracts',
  { args: ['--disable-code-size-limit'] },
  (rig) => {
    let v4: UniswapV4
    let token0: Address
    let token1: Address
    const held: { key: PoolKey; id: bigint }[] = []

    beforeAll(async () => {
      v4 = await deployUniswapV4(rig)
      const tokens = inOrder(await deployToken(rig, 'ONE', 18), await deployToken(rig, 'TWO', 6))
      token0 = tokens[0]
      token1 = tokens[1]
      const pair = keyOf({ currency0: token0, fee: 3000, tickSpacing: 60 })
      const coin = keyOf({ currency0: ZERO, fee: 500, tickSpacing: 10 })
      for (const key of [pair, coin]) await createV4Pool(rig, v4, key)
      const places: [PoolKey, number, number, bigint][] = [
        [pair, -600, 600, 10n ** 14n],
        [pair, -887220, 887220, 10n ** 15n],
        [pair, 60, 1200, 123456789123n],
        [pair, -3000, -60, 987654321n],
        [coin, -100, 200, 7n * 10n ** 15n],
        // The same place twice: two NFTs, each with fees of its own.
        [pair, -600, 600, 31_415_926_535n],
      ]
      // More than one answer of the lens has room for.
      for (let step = 1; step <= 14; step++)
        places.push([pair, -60 * step, 120 * step, 10n ** 10n + BigInt(step)])
      const mintAll = async (part: typeof places) => {
        for (const [key, lower, upper, liquidity] of part) {
          const id = await mintV4Position(rig, v4, key, { lower, upper, liquidity }, ALICE)
          held.push({ key, id })
        }
      }
      await mintAll(places.slice(0, 5))
      await mintV4Position(rig, v4, pair, { lower: -60, upper: 60, liquidity: 5n }, BOB)
      await swapOnV4(rig, v4, pair, { token: token0, amount: 7n * 10n ** 12n + 7n })
      await mintAll(places.slice(5))
      await swapOnV4(rig, v4, pair, { token: token1, amount: 9n * 10n ** 12n + 1n })
      await swapOnV4(rig, v4, coin, { token: token1, amount: 10n ** 12n })
      await swapOnV4(rig, v4, pair, { token: token0, amount: 10n ** 11n })
    }, 60_000)

    const keyOf = (more: Partial<PoolKey>): PoolKey => ({
      currency0: token0,
      currency1: token1,
      fee: 3000,
      tickSpacing: 60,
      hooks: ZERO,
      ...more,
    })
    const read = (owner: Address, nfts?: NftIndex) => {
      const entry = entryOf(uniswapV4, {
        manager: v4.manager,
        native: { address: WETH, symbol: 'WETH', decimals: 18 },
      })
      return runOnChain(rig, {
        read: (each) => uniswapV4.read(entry, each),
        owner,
        ...(nfts && { nfts }),
      })
    }
    const refs = (findings: readonly Finding[]) => findings.flatMap(({ ref }) => ref ?? [])
    const sum = (finding: Finding | undefined, token: Address) =>
      (finding?.legs ?? [])
        .filter((leg) => leg.token === (token === ZERO ? WETH : token))
        .reduce((total, leg) => total + leg.amount, 0n)

    test('amounts and fees are to the wei what a withdrawal pays', async () => {
      const findings = await read(ALICE)
      expect(refs(findings).map(BigInt).sort()).toEqual(held.map(({ id }) => id).sort())
      for (const each of held) {
        const found = findings.find(({ ref }) => ref === String(each.id))
        const { currency0, currency1 } = each.key
        expect([each.id, sum(found, currency0), sum(found, currency1)]).toEqual([
          each.id,
          ...(await v4WithdrawalOf(rig, v4, each, ALICE)),
        ])
      }
      const fees = findings.flatMap(({ legs }) => legs.filter(({ role }) => role === 'reward'))
      expect(new Set(fees.map(({ symbol }) => symbol))).toEqual(new Set(['ONE', 'TWO']))
    }, 60_000)

    test('positions say their pool, and whether they are in range', async () => {
      const findings = await read(ALICE)
      const of = (at: number) => findings.find(({ ref }) => ref === String(held[at]?.id))
      expect(of(0)?.market).toMatch(/^(ONE\/TWO|TWO\/ONE) 0.3%$/)
      expect(of(4)?.market).toMatch(/^WETH\/(ONE|TWO) 0.05%$/)
      expect([of(0)?.inRange, of(2)?.inRange]).toEqual([true, false])
    })

    test('an index is trusted for those ids whose owner the chain confirms', async () => {
      const ids = held.map(({ id }) => id)
      const asked: unknown[] = []
      const nfts = {
        ids: async (question: unknown) => {
          asked.push(question)
          return [...ids, 6n, 999n]
        },
      }
      const findings = await read(ALICE, nfts)
      expect(refs(findings)).toEqual(ids.map(String))
      expect(asked).toEqual([{ collection: v4.manager, owner: ALICE }])
    })

    test('NFTs that an index does not know of are counted, and make the protocol one that was not read', async () => {
      const nfts = { ids: async () => held.slice(0, 3).map(({ id }) => id) }
      const findings = await read(ALICE, nfts)
      expect(refs(findings)).toHaveLength(3)
      expect(findings.at(-2)?.market).toBe('17 positions, contents not readable')
      expect(findings.at(-1)?.isUnread).toBe(true)
    })

    test('the newest of the chain are read where the index fails', async () => {
      const nfts = { ids: () => Promise.reject(new Error('down')) }
      expect(refs(await read(ALICE, nfts))).toHaveLength(held.length)
    })

    test('ids before the newest 20,000 are found by the owners in the manager’s storage, and by no node that keeps its code', async () => {
      const search = function* (stands: boolean): DriverRun {
        const place = { collection: v4.manager, slot: 2, next: 20_000n + 24n }
        const calls = askOlder(place, ALICE)
        const replies = yield stands ? calls : calls.map(({ overrides, ...call }) => call)
        return readOwned(replies.filter(({ ok }) => ok)).map((id) => found(id))
      }
      const found = (id: bigint) =>
        findingOf({ protocol: 'it', product: 'lp', ref: String(id), legs: [] })
      const ids = held.map(({ id }) => String(id)).toReversed()
      expect(refs(await runOnChain(rig, { read: () => search(true), owner: ALICE }))).toEqual(ids)
      expect(await runOnChain(rig, { read: () => search(false), owner: ALICE })).toEqual([])
    })

    test('an index is not asked for an owner who has none', async () => {
      const nfts = { ids: () => Promise.reject(new Error('asked')) }
      expect(await read(`0x${'77'.repeat(20)}`, nfts)).toEqual([])
    })

    test('what a hook may take a part of has no known value', async () => {
      const key = keyOf({ hooks: GREEDY })
      await createV4Pool(rig, v4, key)
      const range = { lower: -60, upper: 60, liquidity: 10n ** 9n }
      const id = await mintV4Position(rig, v4, key, range, ALICE)
      const found = (await read(ALICE)).find(({ ref }) => ref === String(id))
      expect(found?.market).toMatch(/ 0.3% with a hook$/)
      expect(found?.legs.map(({ isUnread }) => isUnread)).toEqual([true, true])
    })
  },
)
