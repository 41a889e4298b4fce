import { beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import type { WalletPosition } from '../../contract/wallet-scan.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import { decimalAmount } from '../../wallet/model/amounts.ts'
import { createPriceCache } from '../../wallet/prices/cache.ts'
import { SANCTION_ORACLES } from '../../wallet/sanctions/oracle.ts'
import { scanWallet } from '../../wallet/scan.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { describeOnAnvil } from './evm/on-anvil.ts'
import { ALICE, BOB, deploySanctionsList } from './evm/rig.ts'
import { burnedFor, positionIds } from './evm/uniswap.ts'
import { deployWorld, type World, worldEntries } from './evm/world.ts'
import { scoreOf } from './portfolios.ts'
import { answerOf } from './scan-world.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const ETHER = 10n ** 18n
const PRICES = 'https://coins.example'
/** What is built takes a week of the chain's own time. */
const WEEK_MS = 7 * 86_400_000
const NOWHERE = 'http://127.0.0.1:1'
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'

// That each protocol pays what is found of it, the tests of the drivers show; here nothing may be counted twice.
describeOnAnvil('a scan of a chain that stands', { nowMs: NOW - 120_000 - WEEK_MS }, (rig) => {
  let world: World
  const usdOf = new Map<string, number>()

  beforeAll(async () => {
    world = await deployWorld(rig)
    const { weth, usdc, staked, reward, tokens, v2 } = world
    const prices = [
      [weth, 2_000],
      [usdc, 1],
      [staked, 2_200],
      [reward, 0.5],
      ...tokens.map(({ address, symbol }) => [address, symbol === 'ONE' ? 3_000 : 0.0001] as const),
      [v2.pair, 9_000],
    ] as const
    for (const [token, usd] of prices) usdOf.set(`ethereum:${token}`, usd)
    const oracles = SANCTION_ORACLES.filter(({ chain }) => chain === 'Ethereum')
    const code = await rig.rpc('eth_getCode', [await deploySanctionsList(rig), 'latest'])
    for (const { address } of oracles) await rig.rpc('anvil_setCode', [address, code])
  }, 120_000)

  const scan = async (owner: Address, change: Partial<ScanDeps> = {}) => {
    const entries = worldEntries(world)
    const outcome = scanWallet(owner, {
      fetch: async (url, init) => {
        if (!url.startsWith(PRICES)) return await fetch(url, init)
        const coins = url.replace(/^.*current\/|\?.*$/g, '').split(',')
        const row = { timestamp: NOW / 1000, confidence: 1 }
        const rows = coins.map((coin) => [coin, { ...row, price: usdOf.get(coin) }])
        return Response.json({ coins: Object.fromEntries(rows) })
      },
      now: () => NOW,
      chains: [
        { key: 'ethereum', chainId: 1, name: 'Ethereum', maxLagSeconds: 300, urls: [rig.url] },
      ],
      contracts: (key) =>
        parseContractList({ chain: key, chainId: 1, generatedFrom: {}, entries }, key),
      solana: { urls: [], providers: [] },
      hyperliquidUrl: NOWHERE,
      pricesUrl: PRICES,
      priceCache: createPriceCache(),
      sanctions: null,
      scores: new Map([scoreOf('spark', 3)]),
      ...change,
    })
    return await answerOf(outcome)
  }

  describe('of what Alice has', () => {
    let result: Awaited<ReturnType<typeof scan>>
    beforeAll(async () => {
      result = await scan(ALICE)
    })

    const legsOf = (position: WalletPosition | undefined) =>
      (position?.legs ?? []).map(({ role, token, amount }) => `${role} ${amount} of ${token}`)
    const only = (where: (position: WalletPosition) => boolean): WalletPosition | undefined => {
      const matching = result.positions.filter(where)
      expect(matching).toHaveLength(1)
      return matching[0]
    }
    const owned = (token: Address, owner = ALICE) => rig.read(token, BALANCE, [owner])
    const leg = (role: string, token: Address, amount: bigint, decimals = 18) =>
      `${role} ${decimalAmount(amount, decimals)} of ${token}`
    /** Legs in both tokens of the pools, none for nothing. */
    const pair = (role: string, amounts: readonly [bigint, bigint]) =>
      world.tokens.flatMap(({ address, decimals }, at) => {
        const amount = amounts[at] ?? 0n
        return amount > 0n ? [leg(role, address, amount, decimals)] : []
      })

    test('every planted position is there once, and nothing else is', () => {
      const found = result.positions.map(({ protocolSlug, ref }) => `${protocolSlug} ${ref ?? ''}`)
      expect(found.map((each) => each.trim()).sort()).toEqual([
        'convex-finance gauge',
        'lido',
        'morpho-blue',
        'morpho-blue',
        'sky-lending',
        'spark',
        'uniswap-v2',
        'uniswap-v3 1',
        'uniswap-v3 2',
        'uniswap-v3 3',
      ])
      expect(result.coverage.map(({ chain, status }) => [chain, status])).toEqual([
        ['Ethereum', 'ok'],
        // The exchange is on no rig.
        ['Hyperliquid', 'unavailable'],
      ])
      expect(JSON.stringify(result)).not.toContain(world.spam)
    })

    test('shares of a pair that lie loose, are staked and held by a vault count once each', async () => {
      const { v2, tokens, reward } = world
      const burned = (shares: bigint) =>
        burnedFor(rig, v2.pair, [tokens[0].address, tokens[1].address], ALICE, shares)
      const loose = await owned(v2.pair)
      const staked = await owned(v2.gauge)
      const inVault = await owned(v2.pair, v2.vault)
      const ofLoose = await burned(loose)
      expect(legsOf(only(({ protocolSlug }) => protocolSlug === 'uniswap-v2'))).toEqual(
        pair('lp', ofLoose),
      )
      // Shares are alike: the staked ones, taken back, would be burned for what as many loose ones are.
      const ofStaked = await burned(staked)
      expect(legsOf(only(({ ref }) => ref === 'gauge'))).toEqual([
        ...pair('stake', ofStaked),
        leg('reward', reward, 7n * ETHER + 1n),
      ])
      expect(legsOf(only(({ market }) => market === 'lp'))).toEqual([
        leg('supply', v2.pair, inVault),
      ])
      const all = await rig.read(v2.pair, 'function totalSupply() view returns (uint256)', [])
      // What can never be burned, and Bob's: the rest is Alice's, in three places.
      expect(loose + staked + inVault).toBe(all - 1_000n - (await owned(v2.pair, BOB)))
    })

    test('a vault’s shares count once, loose and within another vault, as each would redeem them', async () => {
      const { vault, outerVault, usdc } = world
      const redeemed = (from: Address, shares: bigint) =>
        rig.read(from, 'function previewRedeem(uint256) view returns (uint256)', [shares])
      const loose = await redeemed(vault, await owned(vault))
      const inner = await redeemed(outerVault, await owned(outerVault))
      expect(legsOf(only(({ receiptToken }) => receiptToken === vault))).toEqual([
        leg('supply', usdc, loose, 6),
      ])
      expect(legsOf(only(({ receiptToken }) => receiptToken === outerVault))).toEqual([
        leg('supply', usdc, await redeemed(vault, inner), 6),
      ])
    })

    test('a staking receipt counts once, loose at its own rate and lent at Aave', async () => {
      const { staked, weth } = world
      const rate = await rig.read(staked, 'function getRate() view returns (uint256)', [])
      const loose = await owned(staked)
      expect(loose).toBe(2n * ETHER + 3n)
      expect(legsOf(only(({ protocolSlug }) => protocolSlug === 'lido'))).toEqual([
        leg('stake', weth, (loose * rate) / ETHER),
      ])
      const legs = result.positions.flatMap((position) => position.legs)
      const ofStaked = legs.filter(({ token }) => token === staked)
      expect(ofStaked.map(({ role, amount }) => `${role} ${amount}`)).toEqual(['supply 3'])
    })

    test('every leg is valued, and the score is of the same protocol under another slug', () => {
      const legs = result.positions.flatMap((position) => position.legs)
      expect(legs.filter(({ usd }) => usd === null)).toEqual([])
      expect(result.totals.suppliedUsd).toBeGreaterThan(26_000)
      expect(result.totals.borrowedUsd).toBeGreaterThan(5_000)
      expect(result.totals.rewardsUsd).toBeGreaterThanOrEqual(3.5)
      const scores = result.positions.flatMap(({ risk }) => risk?.score ?? [])
      expect(new Set(scores)).toEqual(new Set([3]))
      // Most of it is at protocols that this world has no score of.
      expect(result.portfolioScore).toBeNull()
      const [loan] = result.positions.filter(({ liquidation }) => liquidation)
      expect(loan?.liquidation?.text).toBe(
        'Leverage 1.2×: liquidated when STK and WETH together fall 77 % against USDC. A total loss of any one of them does not liquidate it.',
      )
      expect(loan?.liquidation?.distance).toBeCloseTo(1 - 1 / (loan?.healthFactor ?? 0), 4)
      expect(result.sanctions).toMatchObject({ status: 'clear' })
    })
  })

  test('what Bob has is his alone', async () => {
    const { positions } = await scan(BOB)
    const idsOf = async (owner: Address) => (await positionIds(rig, world.v3, owner)).map(String)
    const refs = positions.flatMap(({ ref }) => ref ?? [])
    expect(refs).toEqual(await idsOf(BOB))
    for (const id of await idsOf(ALICE)) expect(refs).not.toContain(id)
    const [aave] = positions.filter(({ protocolSlug }) => protocolSlug === 'spark')
    expect(aave?.legs.map(({ role, symbol }) => `${role} ${symbol}`)).toEqual(['supply USDC'])
    expect(aave?.healthFactor).toBeNull()
  })

  test('without a market price takes what the oracle of the lending market says', async () => {
    const result = await scan(ALICE, { pricesUrl: NOWHERE })
    const [aave] = result.positions.filter(({ protocolSlug }) => protocolSlug === 'spark')
    expect(new Set(aave?.legs.map(({ price }) => price?.source))).toEqual(new Set(['aave-oracle']))
    expect(aave?.valuation).toBe('priced')
    const nfts = result.positions.filter(({ protocolSlug }) => protocolSlug === 'uniswap-v3')
    expect(nfts.map(({ valuation }) => valuation)).toEqual(['unpriced', 'unpriced', 'unpriced'])
    expect(result.totals.complete).toBe(false)
  })
})
