import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import type { ScanChainKey } from '../../chains/scan-chains.ts'
import { type WalletPosition, walletScanResult } from '../../contract/wallet-scan.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import { decimalAmount } from '../../wallet/model/amounts.ts'
import { createPriceCache } from '../../wallet/prices/cache.ts'
import { SANCTION_ORACLES } from '../../wallet/sanctions/oracle.ts'
import { scanWallet } from '../../wallet/scan.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { isAnvilMissing } from './evm/anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  deploySanctionsList,
  deployToken,
  deployVault,
  mint,
  type Rig,
  startRig,
} from './evm/rig.ts'
import { burnedFor, positionIds, withdrawalOf } from './evm/uniswap.ts'
import { deployWorld, STRANGER, type World, worldEntries } from './evm/world.ts'
import { scoreOf } from './portfolios.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const ETHER = 10n ** 18n
const USD = 10n ** 6n
const PRICES = 'https://coins.example'
const WEEK_MS = 7 * 86_400_000
const NOWHERE = 'http://127.0.0.1:1'
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const CHAINS = [
  { key: 'ethereum', chainId: 1, name: 'Ethereum', maxLagSeconds: 300 },
  { key: 'base', chainId: 8453, name: 'Base', maxLagSeconds: 300 },
  { key: 'optimism', chainId: 10, name: 'Optimism', maxLagSeconds: 300 },
] as const
type ChainKey = (typeof CHAINS)[number]['key']

describe.skipIf(isAnvilMissing())('a scan of three chains that stand', () => {
  let rigs: Record<ChainKey, Rig>
  let world: World
  const entries: Partial<Record<ScanChainKey, object[]>> = {}
  const usdOf = new Map<string, number>()

  beforeAll(async () => {
    const [ethereum, base, optimism] = await Promise.all(
      // What is built on Ethereum takes a week of the chain's own time.
      CHAINS.map(({ key, chainId }) =>
        startRig({ chainId, nowMs: NOW - 120_000 - (key === 'ethereum' ? WEEK_MS : 0) }),
      ),
    )
    if (!ethereum || !base || !optimism) throw new Error('A chain did not start.')
    rigs = { ethereum, base, optimism }
    world = await deployWorld(ethereum)
    entries.ethereum = worldEntries(world)
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
    entries.base = [await plantVault('base', 'morpho-blue')]
    entries.optimism = [await plantVault('optimism', 'yearn')]

    for (const { chain, address } of SANCTION_ORACLES) {
      const rig = chain === 'Ethereum' ? ethereum : base
      const deployed = await deploySanctionsList(rig)
      await rig.rpc('anvil_setCode', [address, await rig.rpc('eth_getCode', [deployed, 'latest'])])
    }
  }, 120_000)
  afterAll(() => Promise.all(Object.values(rigs).map((rig) => rig.stop())))

  const plantVault = async (key: ChainKey, protocol: string) => {
    const rig = rigs[key]
    const usdc = await deployToken(rig, 'USDC', 6)
    usdOf.set(`${key}:${usdc}`, 1)
    const vault = await deployVault(rig, usdc, 'vUSDC')
    await mint(rig, usdc, ALICE, 1_000n * USD)
    await approve(rig, usdc, vault, ALICE)
    const deposit = 'function deposit(uint256, address) returns (uint256)'
    await rig.send(vault, deposit, [1_000n * USD, ALICE], ALICE)
    return { id: 'vault', source: 'test', driver: 'erc4626', protocol, product: 'vault', vault }
  }

  const depsOf = (change: Partial<ScanDeps> = {}): ScanDeps => ({
    fetch: async (url, init) => {
      if (!url.startsWith(PRICES)) return await fetch(url, init)
      const coins = url.replace(/^.*current\/|\?.*$/g, '').split(',')
      const row = (coin: string) => ({
        price: usdOf.get(coin),
        timestamp: NOW / 1000,
        confidence: 1,
      })
      return Response.json({ coins: Object.fromEntries(coins.map((coin) => [coin, row(coin)])) })
    },
    now: () => NOW,
    chains: CHAINS.map((chain) => ({ ...chain, urls: [rigs[chain.key].url] })),
    contracts: (key) => {
      const chain = CHAINS.find((each) => each.key === key)
      const file = { chain: key, chainId: chain?.chainId, generatedFrom: {} }
      return parseContractList({ ...file, entries: entries[key] ?? [] }, key)
    },
    solana: { urls: [], providers: [] },
    hyperliquidUrl: NOWHERE,
    pricesUrl: PRICES,
    priceCache: createPriceCache(),
    sanctions: null,
    scores: new Map([scoreOf('spark', 3)]),
    ...change,
  })

  const scan = async (owner: Address, change: Partial<ScanDeps> = {}) => {
    const outcome = await scanWallet(owner, depsOf(change))
    if (outcome.kind !== 'scanned') throw new Error(outcome.reason)
    return walletScanResult.parse(outcome.result)
  }
  const statuses = ({ coverage }: Awaited<ReturnType<typeof scan>>) =>
    Object.fromEntries(coverage.map(({ chain, status }) => [chain, status]))
  const isRead = {
    ...Object.fromEntries(CHAINS.map(({ name }) => [name, 'ok'])),
    // The exchange is on no rig.
    Hyperliquid: 'unavailable',
  }

  describe('of what Alice has on Ethereum', () => {
    let result: Awaited<ReturnType<typeof scan>>
    let found: WalletPosition[]
    beforeAll(async () => {
      result = await scan(ALICE)
      found = result.positions.filter(({ chain }) => chain === 'Ethereum')
    })

    const legsOf = (position: WalletPosition | undefined) =>
      (position?.legs ?? []).map(({ role, token, amount }) => `${role} ${amount} of ${token}`)
    const only = (where: (position: WalletPosition) => boolean): WalletPosition | undefined => {
      const matching = found.filter(where)
      expect(matching).toHaveLength(1)
      return matching[0]
    }
    const owned = (token: Address, owner = ALICE) => rigs.ethereum.read(token, BALANCE, [owner])
    const leg = (role: string, token: Address, amount: bigint, decimals = 18) =>
      `${role} ${decimalAmount(amount, decimals)} of ${token}`
    /** Legs in both tokens of the pools, none for nothing. */
    const pair = (role: string, amounts: readonly [bigint, bigint]) =>
      world.tokens.flatMap(({ address, decimals }, at) => {
        const amount = amounts[at] ?? 0n
        return amount > 0n ? [leg(role, address, amount, decimals)] : []
      })

    test('every planted position is there once, and nothing else is', () => {
      expect(
        found.map(({ protocolSlug, ref }) => `${protocolSlug} ${ref ?? ''}`.trim()).sort(),
      ).toEqual([
        'compound-v3',
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
      expect(statuses(result)).toEqual(isRead)
      expect(JSON.stringify(result)).not.toContain(world.spam)
    })

    test('at Aave supplies, debt and health factor are the contracts’ own', async () => {
      const { aave, weth, usdc, staked } = world
      const spark = only(({ protocolSlug }) => protocolSlug === 'spark')
      const [ofWeth, ofUsdc, ofStaked] = aave.reserves
      if (!ofWeth || !ofUsdc || !ofStaked) throw new Error('The market has three assets.')
      const debt = await owned(ofUsdc.variableDebtToken)
      expect(debt).toBeGreaterThan(5_000n * USD)
      expect(legsOf(spark)).toEqual([
        leg('supply', weth, await owned(ofWeth.aToken)),
        leg('supply', usdc, await owned(ofUsdc.aToken), 6),
        leg('supply', staked, await owned(ofStaked.aToken)),
        leg('borrow', usdc, debt, 6),
      ])
      expect(spark?.legs.map(({ collateral }) => collateral)).toEqual([true, false, true, null])
      const account = await rigs.ethereum.read(
        aave.pool,
        'function getUserAccountData(address) view returns (uint256, uint256, uint256, uint256, uint256, uint256)',
        [ALICE],
      )
      expect(spark?.healthFactor).toBe(Number(`${account[5]}e-18`))
    })

    test('at a Comet collateral and debt are the contract’s own', async () => {
      const { comet, weth, usdc } = world
      const borrowed = 'function borrowBalanceOf(address) view returns (uint256)'
      const debt = await rigs.ethereum.read(comet.comet, borrowed, [ALICE])
      expect(debt).toBeGreaterThan(2_500n * USD)
      expect(legsOf(only(({ protocolSlug }) => protocolSlug === 'compound-v3'))).toEqual([
        leg('collateral', weth, 2n * ETHER),
        leg('borrow', usdc, debt, 6),
      ])
    })

    test('NFTs have to the wei what the manager would pay for them, and fees beside it', async () => {
      const ids = await positionIds(rigs.ethereum, world.v3, ALICE)
      expect(ids).toHaveLength(3)
      let fees = 0n
      for (const id of ids) {
        const nft = only(
          ({ protocolSlug, ref }) => protocolSlug === 'uniswap-v3' && ref === `${id}`,
        )
        const { held, unclaimed } = await withdrawalOf(rigs.ethereum, world.v3, id, ALICE)
        expect(legsOf(nft)).toEqual([...pair('lp', held), ...pair('reward', unclaimed)])
        expect(nft?.inRange).toBe(held[0] > 0n && held[1] > 0n)
        fees += unclaimed[0] + unclaimed[1]
      }
      expect(fees).toBeGreaterThan(0n)
      expect(found.filter(({ inRange }) => inRange === false).length).toBeGreaterThan(0)
    })

    test('shares of a pair that lie loose, are staked and held by a vault count once each', async () => {
      const { v2, tokens, reward } = world
      const [token0, token1] = [tokens[0].address, tokens[1].address]
      const loose = await owned(v2.pair)
      const staked = await owned(v2.gauge)
      const inVault = await owned(v2.pair, v2.vault)
      const burned = (shares: bigint) =>
        burnedFor(rigs.ethereum, v2.pair, [token0, token1], ALICE, shares)
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
      const all = await rigs.ethereum.read(
        v2.pair,
        'function totalSupply() view returns (uint256)',
        [],
      )
      // What can never be burned, and Bob's: the rest is Alice's, in three places.
      expect(loose + staked + inVault).toBe(all - 1_000n - (await owned(v2.pair, BOB)))
    })

    test('a vault’s shares count once, loose and within another vault, as each would redeem them', async () => {
      const { vault, outerVault, usdc } = world
      const redeemed = async (from: Address, shares: bigint) => {
        const signature = 'function previewRedeem(uint256) view returns (uint256)'
        return await rigs.ethereum.read(from, signature, [shares])
      }
      const loose = await redeemed(vault, await owned(vault))
      const inner = await redeemed(outerVault, await owned(outerVault))
      const wrapped = only(({ receiptToken }) => receiptToken === outerVault)
      expect(legsOf(only(({ receiptToken }) => receiptToken === vault))).toEqual([
        leg('supply', usdc, loose, 6),
      ])
      expect(legsOf(wrapped)).toEqual([leg('supply', usdc, await redeemed(vault, inner), 6)])
    })

    test('a staking receipt counts once, loose at its own rate and lent at Aave', async () => {
      const { staked, weth } = world
      const rate = await rigs.ethereum.read(staked, 'function getRate() view returns (uint256)', [])
      const loose = await owned(staked)
      expect(loose).toBe(2n * ETHER + 3n)
      expect(legsOf(only(({ protocolSlug }) => protocolSlug === 'lido'))).toEqual([
        leg('stake', weth, (loose * rate) / ETHER),
      ])
      const ofStaked = found.flatMap(({ legs }) => legs).filter(({ token }) => token === staked)
      expect(ofStaked.map(({ role, amount }) => `${role} ${amount}`)).toEqual(['supply 3'])
    })
  })

  test('the totals are the sum of the legs to the cent, and every leg is valued', async () => {
    const result = await scan(ALICE)
    const sums = { supplied: 0, borrowed: 0, rewards: 0 }
    for (const { role, usd } of result.positions.flatMap(({ legs }) => legs)) {
      const side = role === 'borrow' ? 'borrowed' : role === 'reward' ? 'rewards' : 'supplied'
      expect(usd).not.toBeNull()
      sums[side] += Math.round((usd ?? Number.NaN) * 100)
    }
    const cents = (usd: number | null) => Math.round((usd ?? Number.NaN) * 100)
    expect(cents(result.totals.suppliedUsd)).toBe(sums.supplied)
    expect(cents(result.totals.borrowedUsd)).toBe(sums.borrowed)
    expect(cents(result.totals.rewardsUsd)).toBe(sums.rewards)
    expect(cents(result.totals.netUsd)).toBe(sums.supplied - sums.borrowed + sums.rewards)
    expect(sums.supplied).toBeGreaterThan(30_000_00)
    expect(sums.borrowed).toBeGreaterThan(7_500_00)
    expect(sums.rewards).toBeGreaterThanOrEqual(3_50)
    // The entry says `sparklend`, the score is published under another slug of the same protocol.
    expect(result.portfolioScore).toBe(3)
    expect(result.sanctions).toMatchObject({ status: 'clear' })
  })

  test('what Bob has is his alone', async () => {
    const { positions } = await scan(BOB)
    const idsOf = async (owner: Address) =>
      (await positionIds(rigs.ethereum, world.v3, owner)).map(String)
    const refs = positions.flatMap(({ ref }) => ref ?? [])
    expect(refs).toEqual(await idsOf(BOB))
    for (const id of await idsOf(ALICE)) expect(refs).not.toContain(id)
    const [aave] = positions.filter(({ protocolSlug }) => protocolSlug === 'spark')
    expect(aave?.legs.map(({ role, symbol }) => `${role} ${symbol}`)).toEqual(['supply USDC'])
    expect(aave?.healthFactor).toBeNull()
  })

  test('finds nothing for an account that holds nothing', async () => {
    const result = await scan(STRANGER)
    expect(result).toMatchObject({ positions: [], riskSummary: {} })
    expect(statuses(result)).toEqual(isRead)
  })

  test('what was counted and not read makes its protocol one that failed', async () => {
    const { contracts } = depsOf()
    // To this reader a token is as good as a manager of NFTs: it is asked for a number.
    const manager = await deployToken(rigs.optimism, 'NFT', 0)
    await mint(rigs.optimism, manager, ALICE, 7n)
    const counted = { id: 'it', source: 'test', product: 'lp', driver: 'uniswap-v4', manager }
    const native = { address: manager, symbol: 'WETH', decimals: 18 }
    const entries = [{ ...counted, protocol: 'uniswap-v4', native }]
    const result = await scan(ALICE, {
      contracts: (key) =>
        key === 'optimism'
          ? parseContractList({ ...contracts(key), entries }, key)
          : contracts(key),
    })
    const [optimism] = result.coverage.filter(({ chain }) => chain === 'Optimism')
    expect(optimism?.protocols).toEqual([
      { id: 'uniswap-v4', status: 'failed', reason: 'contract' },
    ])
    expect(result.totals.complete).toBe(false)
    expect(result.positions.find(({ chain }) => chain === 'Optimism')).toMatchObject({
      market: '7 positions, contents not readable',
      netUsd: null,
    })
  })

  test('with one chain gone returns the others', async () => {
    const chains = depsOf().chains.map((chain) =>
      chain.key === 'ethereum' ? { ...chain, urls: [NOWHERE] } : chain,
    )
    const result = await scan(ALICE, { chains })
    expect(statuses(result)).toEqual({ ...isRead, Ethereum: 'unavailable' })
    expect(result.positions.map(({ chain }) => chain).sort()).toEqual(['Base', 'Optimism'])
    expect(result.totals.complete).toBe(false)
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
