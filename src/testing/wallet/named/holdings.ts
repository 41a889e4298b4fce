import type { Address } from '../../../chains/address.ts'
import type { ScanChainKey } from '../../../chains/scan-chains.ts'
import {
  type BalancerKind,
  createBalancerPool,
  deployBalancer,
  swapAtBalancer,
} from '../evm/balancer.ts'
import { gained } from '../evm/gained.ts'
import { closeAtGmx, deployGmxV1, increaseAtGmx, setGmxPrice } from '../evm/gmx.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployLocal,
  deployToken,
  mint,
  type Rig,
} from '../evm/rig.ts'
import { deploySlipstream } from '../evm/slipstream.ts'
import { inOrder, withdrawalOf } from '../evm/uniswap.ts'
import { allListed, leg, listed, type Named } from './listed.ts'

const ETHER = 10n ** 18n
const WETH = { symbol: 'WETH', decimals: 18 }
const USDC = { symbol: 'USDC', decimals: 6 }
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const SUPPLY = 'function totalSupply() view returns (uint256)'
const TRANSFER = 'function transfer(address, uint256) returns (bool)'

/** Shares of sUSDe, half of which wait for their day. */
export async function plantSusde(rig: Rig): Promise<{ vault: Address; named: Named[] }> {
  const usde = await deployToken(rig, 'USDe')
  const vault = await deployLocal(rig, 'cooldown.sol', 'StakedUSDe', 'address', [usde])
  await mint(rig, usde, ALICE, 1_000n * ETHER)
  await approve(rig, usde, vault, ALICE)
  const deposit = 'function deposit(uint256, address) returns (uint256)'
  await rig.send(vault, deposit, [1_000n * ETHER, ALICE], ALICE)
  await mint(rig, usde, vault, 77n * ETHER + 1n)
  const cooldown = 'function cooldownShares(uint256) returns (uint256)'
  await rig.send(vault, cooldown, [400n * ETHER + 7n], ALICE)
  const CONVERT = 'function convertToAssets(uint256) view returns (uint256)'
  const COOLDOWNS = 'function cooldowns(address) view returns (uint104, uint152)'
  const listedEntry = listed('ethereum', 'ethena-susde', 'erc4626')
  const asset = { symbol: 'USDe', decimals: 18 }
  const common = {
    chain: 'ethereum',
    entry: { ...listedEntry, vault, asset: { ...asset, address: usde } },
    slug: 'ethena-usde',
  } as const
  return {
    vault,
    named: [
      {
        ...common,
        name: 'sUSDe',
        legs: async () => {
          const shares = await rig.read(vault, BALANCE, [ALICE])
          return leg('supply', await rig.read(vault, CONVERT, [shares]), asset)
        },
      },
      {
        ...common,
        name: 'sUSDe, cooling down',
        ref: 'cooldown',
        legs: async () => leg('supply', (await rig.read(vault, COOLDOWNS, [ALICE]))[1], asset),
      },
    ],
  }
}

/** wstETH at the rate that its contract reports. */
export async function plantWsteth(rig: Rig): Promise<Named> {
  const wsteth = await deployLocal(rig, 'tokens.sol', 'Receipt', 'string, string', ['W', 'wstETH'])
  await rig.send(wsteth, 'function setRate(uint256)', [(12n * ETHER) / 10n + 7n])
  await mint(rig, wsteth, ALICE, 5n * ETHER + 3n)
  const entry = listed('ethereum', 'lido-wsteth', 'liquid-staking')
  const RATE = 'function stEthPerToken() view returns (uint256)'
  return {
    name: 'wstETH',
    chain: 'ethereum',
    entry: {
      ...entry,
      token: { ...entry.token, address: wsteth },
      rate: entry.rate && { ...entry.rate, contract: wsteth },
    },
    slug: 'lido',
    legs: async () => {
      const held = await rig.read(wsteth, BALANCE, [ALICE])
      const rate = await rig.read(wsteth, RATE, [])
      return leg('stake', (held * rate) / ETHER, { symbol: 'stETH', decimals: 18 })
    },
  }
}

/** Shares of one weighted and one stable pool in Balancer's own vault, by the entry of such a pool. */
export async function plantBalancer(rig: Rig, weth: Address, usdc: Address): Promise<Named[]> {
  const exchange = await deployBalancer(rig)
  const { vault } = exchange
  const CONTENT =
    'function getPoolTokens(bytes32) view returns (address[] tokens, uint256[] balances, uint256 block)'
  const plant = async (kind: BalancerKind, id: string): Promise<Named> => {
    const content: [Address, bigint][] = [
      [weth, 2_000n * ETHER + 1n],
      [usdc, 2_100n * 10n ** 6n + 1n],
    ]
    const made = await createBalancerPool(rig, exchange, kind, content, BOB)
    const { pool, poolId, tokens } = made
    await swapAtBalancer(rig, vault, made, 10n ** 7n, DEPLOYER)
    await rig.send(pool, TRANSFER, [ALICE, 123_456_789_012_345_678_901n], BOB)
    const { market: _, ...entry } = listed('ethereum', id, 'balancer')
    const market = `${kind} pool`
    return {
      name: `Balancer, ${kind}`,
      chain: 'ethereum',
      entry: { ...entry, market, vault, pool, poolId, tokens: [] },
      slug: 'balancer-v2',
      market,
      legs: async () => {
        const [, balances] = await rig.read(vault, CONTENT, [poolId])
        const [held, whole] = [
          await rig.read(pool, BALANCE, [ALICE]),
          await rig.read(pool, SUPPLY, []),
        ]
        return tokens.flatMap((token, at) =>
          leg('lp', ((balances[at] ?? 0n) * held) / whole, token === weth ? WETH : USDC),
        )
      },
    }
  }
  return [
    await plant('weighted', 'balancer-v2-80rdnt-20weth'),
    await plant('stable', 'balancer-v2-b-reth-stable'),
  ]
}

/** One position at each Slipstream deployment that the list of a chain holds. */
export async function plantSlipstreams(rig: Rig, chain: ScanChainKey): Promise<Named[]> {
  const one = { address: await deployToken(rig, 'ONE', 18), symbol: 'ONE', decimals: 18 }
  const two = { address: await deployToken(rig, 'TWO', 6), symbol: 'TWO', decimals: 6 }
  const [first] = inOrder(one.address, two.address)
  const tokens = first === one.address ? [one, two] : [two, one]
  const found: Named[] = []
  const entries = allListed(chain, 'uniswap-v3').filter(({ tickSpacing }) => tickSpacing)
  for (const [index, entry] of entries.entries()) {
    const amount = 10n ** 12n + BigInt(index)
    const deployed = await deploySlipstream(rig, [one.address, two.address], ALICE, amount)
    const { manager, factory, inner } = deployed
    const market = `${tokens.map(({ symbol }) => symbol).join('/')} tick spacing 60`
    found.push({
      name: entry.id,
      chain,
      // Each manager counts its NFTs from one: only the markets differ.
      entry: { ...entry, manager, factory },
      slug: entry.protocol,
      market,
      ref: '1',
      legs: async () => {
        const { held, unclaimed } = await withdrawalOf(rig, inner, 1n, ALICE)
        const legs = (role: string, amounts: readonly bigint[]) =>
          tokens.flatMap((token, at) => leg(role, amounts[at] ?? 0n, token))
        return [...legs('lp', held), ...legs('reward', unclaimed)]
      },
    })
  }
  return found
}

/** A long position in ether with a profit, by the tokens that the list names. */
export async function plantGmxV1(rig: Rig): Promise<Named> {
  const entry = listed('arbitrum', 'gmx-v1', 'gmx-v1')
  const long = entry.positions.find(({ isLong, index }) => isLong && index.symbol === 'WETH')
  if (!long || !entry.pool || !entry.staking) throw new Error('The list has no position in WETH.')
  const { index, collateral } = long
  const token = await deployToken(rig, 'WETH', collateral.decimals)
  const code = await rig.rpc('eth_getCode', [token, 'latest'])
  await rig.rpc('anvil_setCode', [collateral.address, code])
  const { reader, vault, glp, gmx } = await deployGmxV1(rig)
  const kind = { collateral: collateral.address, index: index.address, isLong: true }
  for (const owner of [ALICE, vault]) await mint(rig, collateral.address, owner, 10n * ETHER)
  await approve(rig, collateral.address, vault, ALICE)
  await setGmxPrice(rig, vault, index.address, 2_000n)
  await increaseAtGmx(rig, vault, { ...kind, amount: ETHER + 1n, usd: 5_000n }, ALICE)
  await setGmxPrice(rig, vault, index.address, 2_100n)
  return {
    name: 'GMX v1',
    chain: 'arbitrum',
    entry: {
      ...entry,
      reader,
      vault,
      pool: { ...entry.pool, tracker: glp },
      staking: { ...entry.staking, tracker: gmx },
    },
    slug: 'gmx-v1',
    ref: 'long WETH',
    legs: async () => {
      const close = () => closeAtGmx(rig, vault, kind, ALICE)
      const [paid = 0n] = await gained(rig, [collateral.address], ALICE, close)
      return leg('margin', paid, collateral)
    },
  }
}
