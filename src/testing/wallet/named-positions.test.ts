import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import { getScanChain } from '../../chains/scan-chains.ts'
import { type WalletPosition, walletScanResult } from '../../contract/wallet-scan.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import { decimalAmount } from '../../wallet/model/amounts.ts'
import { scanWallet } from '../../wallet/scan.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { isAnvilMissing } from './evm/anvil.ts'
import { gained } from './evm/gained.ts'
import { ALICE, BOB, deployToken, mint, placeArbSys, type Rig, startRig } from './evm/rig.ts'
import { EXCHANGE } from './named/exchange.ts'
import {
  plantBalancer,
  plantGmxV1,
  plantSlipstreams,
  plantSusde,
  plantWsteth,
} from './named/holdings.ts'
import {
  plantComet,
  plantCompoundV2,
  plantEuler,
  plantFluid,
  plantMorpho,
} from './named/lenders.ts'
import type { Named } from './named/listed.ts'
import { plantSolana, type SolanaHoldings } from './named/solana.ts'
import { depsOf, NOW, PATIENT, urlOf, worldOf } from './scan-world.ts'
import { invented } from './solana/accounts.ts'
import { type SvmRpc, startSvmRpc } from './solana/svm-rpc.ts'

const ETHER = 10n ** 18n
const DAY = 86_400
const CHAINS = ['ethereum', 'arbitrum', 'base', 'optimism'] as const
type Key = (typeof CHAINS)[number]
/** Those on EVM chains, Fluid and sUSDe in two parts. Hyperliquid and what is on Solana have tests of their own. */
const NAMES = [
  'Compound v2',
  'Morpho',
  'Comet',
  'Euler, sub-account 255',
  'Fluid, lent',
  'Fluid, borrowed',
  'sUSDe',
  'sUSDe, cooling down',
  'Balancer, weighted',
  'Balancer, stable',
  'wstETH',
  'GMX v1',
  // Further deployments that the lists hold are found too.
  'aerodrome-slipstream',
  'aerodrome-slipstream-gauge-caps',
  'velodrome-slipstream',
]

const legsIn = ({ legs }: WalletPosition) =>
  legs.map(({ role, amount, symbol }) => `${role} ${amount} ${symbol}`)

function allAtTwoDollars(url: string): Response {
  const coins = url.replace(/^.*current\/|\?.*$/g, '').split(',')
  const row = { price: 2, timestamp: NOW / 1000, confidence: 1 }
  return Response.json({ coins: Object.fromEntries(coins.map((coin) => [coin, row])) })
}

async function scan(address: string, deps: ScanDeps) {
  const outcome = await scanWallet(address, deps)
  if (outcome.kind !== 'scanned') throw new Error(outcome.reason)
  return walletScanResult.parse(outcome.result)
}
type Result = Awaited<ReturnType<typeof scan>>

describe.skipIf(isAnvilMissing())(
  'the eighteen positions that a scan must find, on EVM chains',
  () => {
    let rigs: Record<Key, Rig>
    let susde: Address
    let named: Named[]
    let result: Result

    beforeAll(async () => {
      const start = (key: Key) =>
        startRig({ chainId: getScanChain(key).chainId, nowMs: NOW - 120_000 })
      const [ethereum, arbitrum, base, optimism] = [
        await start('ethereum'),
        await start('arbitrum'),
        await start('base'),
        await start('optimism'),
      ]
      rigs = { ethereum, arbitrum, base, optimism }
      await placeArbSys(arbitrum)
      const weth = await deployToken(ethereum, 'WETH', 18)
      const usdc = await deployToken(ethereum, 'USDC', 6)
      for (const owner of [ALICE, BOB]) {
        await mint(ethereum, weth, owner, 1_000n * ETHER)
        await mint(ethereum, usdc, owner, 1_000_000n * 10n ** 6n)
      }
      const lent = { rig: ethereum, weth, usdc }
      const cooling = await plantSusde(ethereum)
      susde = cooling.vault
      named = [
        await plantCompoundV2(lent),
        await plantMorpho(lent),
        await plantComet(lent),
        await plantEuler(lent),
        ...(await plantFluid(lent)),
        ...cooling.named,
        ...(await plantBalancer(ethereum, weth, usdc)),
        await plantWsteth(ethereum),
        await plantGmxV1(arbitrum),
        ...(await plantSlipstreams(base, 'base')),
        ...(await plantSlipstreams(optimism, 'optimism')),
      ]
      result = await scan(ALICE, deps())
    }, 120_000)
    afterAll(() => Promise.all(Object.values(rigs).map((rig) => rig.stop())))

    const deps = (): ScanDeps => {
      const world = depsOf(worldOf()).deps
      return {
        ...world,
        limits: PATIENT,
        chains: CHAINS.map((key) => ({ ...getScanChain(key), urls: [rigs[key].url] })),
        contracts: (key) => {
          const entries = new Set(
            named.filter(({ chain }) => chain === key).map(({ entry }) => entry),
          )
          const { chainId } = getScanChain(key)
          return parseContractList(
            { chain: key, chainId, generatedFrom: {}, entries: [...entries] },
            key,
          )
        },
        fetch: async (url, init) => {
          if (url.startsWith(urlOf('prices'))) return allAtTwoDollars(url)
          if (!url.startsWith(urlOf('exchange'))) return await fetch(url, init)
          const { type }: Record<string, string> = JSON.parse(String(init.body))
          return Response.json(EXCHANGE[type ?? ''])
        },
      }
    }
    const foundAs = ({ chain, slug, ref, market }: Named, amounts: string[]) =>
      result.positions.filter(
        (each) =>
          each.chain === getScanChain(chain).name &&
          each.protocolSlug === slug &&
          each.ref === (ref ?? each.ref) &&
          each.market === (market ?? each.market) &&
          legsIn(each).join() === amounts.join(),
      )

    test('each is found once, with its protocol, tokens and amounts, and nothing beside them', async () => {
      expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(NAMES))
      for (const each of named) {
        const amounts = await each.legs()
        expect(amounts.length, each.name).toBeGreaterThan(0)
        expect(foundAs(each, amounts).length, `${each.name}: ${amounts}`).toBe(1)
      }
      const onChains = result.positions.filter(({ chain }) => chain !== 'Hyperliquid')
      expect(onChains).toHaveLength(named.length)
      expect(new Set(result.positions.map(({ id }) => id)).size).toBe(result.positions.length)
      expect(result.coverage).toHaveLength(CHAINS.length + 1)
      expect(result.coverage.map(({ status }) => status)).toEqual(result.coverage.map(() => 'ok'))
      expect(result.totals.complete).toBe(true)
    })

    test('sUSDe that cools down has its day, and is paid from then on', async () => {
      const [waiting] = result.positions.filter(({ ref }) => ref === 'cooldown')
      const unlocks = Date.parse(waiting?.withdrawal?.unlocksAt ?? '') / 1000
      expect(waiting?.withdrawal?.isClaimable).toBe(false)
      expect(Math.round((unlocks - NOW / 1000) / DAY)).toBe(7)
      const rig = rigs.ethereum
      const asset = await rig.read(susde, 'function asset() view returns (address)', [])
      const unstake = async (at: number) => {
        await rig.rpc('evm_setNextBlockTimestamp', [at])
        await rig.send(susde, 'function unstake(address)', [ALICE], ALICE)
      }
      await expect(unstake(unlocks - 1)).rejects.toThrow(/reverted/)
      const [paid = 0n] = await gained(rig, [asset], ALICE, () => unstake(unlocks))
      expect(waiting?.legs.map(({ amount }) => amount)).toEqual([decimalAmount(paid, 18)])
    })

    test('GMX v1 has its size, its entry and its profit', () => {
      const [gmx] = result.positions.filter(({ protocolSlug }) => protocolSlug === 'gmx-v1')
      expect(gmx?.perp).toMatchObject({
        side: 'long',
        sizeUsd: 5_000,
        entryPrice: 2_000,
        pnlUsd: 250,
      })
    })

    test('Hyperliquid has positions, balances, vaults and a stake', () => {
      const found = result.positions.filter(({ chain }) => chain === 'Hyperliquid')
      expect(found.map((each) => [each.protocolSlug, each.product, legsIn(each).join()])).toEqual(
        expect.arrayContaining([
          ['hyperliquid', 'perp', ''],
          ['hyperliquid', 'perp', 'margin 1013.246837 USDC'],
          ['hyperliquid-spot-orderbook', 'vault', 'supply 14.625485 USDC'],
          ['hyperliquid', 'vault', 'supply 742.082809 USDC'],
          ['hyperliquid', 'staking', 'stake 12063.16529862 HYPE'],
        ]),
      )
      expect(found).toHaveLength(5)
      const [perp] = found.filter(({ ref }) => ref === 'ETH')
      expect(perp?.perp).toMatchObject({ side: 'short', sizeUsd: 1500.25, leverage: 20 })
    })
  },
)

describe('the eighteen positions that a scan must find, on Solana', () => {
  const owner = invented(1)
  let rpc: SvmRpc
  let planted: SolanaHoldings
  let result: Result
  beforeAll(async () => {
    rpc = await startSvmRpc(undefined, NOW)
    planted = await plantSolana(rpc, owner)
    const world = depsOf(worldOf()).deps
    const call: ScanDeps['fetch'] = async (url, init) =>
      url.startsWith(urlOf('prices')) ? allAtTwoDollars(url) : await fetch(rpc.url, init)
    result = await scan(owner, { ...world, fetch: call, limits: PATIENT })
  }, 30_000)
  afterAll(() => rpc.stop())

  test('each is found once, with its protocol, token and amount, and nothing beside them', () => {
    const rows = result.positions.map((each) => [each.protocolSlug, legsIn(each).join()])
    expect(rows.sort()).toEqual([
      ['jito-liquid-staking', 'stake 3.600000001 SOL'],
      ['jupiter-lend', 'supply 55.000001 USDC'],
      ['jupiter-perpetual-exchange', 'stake 6.000001 JLP'],
      ['marinade-liquid-staking', 'stake 5.15422303 SOL'],
      ['sanctum-infinity', 'stake 7.262338775 SOL'],
      ['solana-native-stake', 'stake 7 SOL'],
    ])
    const [native] = result.positions.filter(({ protocolSlug }) => protocolSlug.includes('native'))
    expect(native).toMatchObject({ ref: planted.stake, market: planted.validator })
    expect(result.coverage.map(({ chain, status }) => [chain, status])).toEqual([['Solana', 'ok']])
  })
})
