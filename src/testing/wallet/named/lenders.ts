import type { Address } from '../../../chains/address.ts'
import { deployComet, supplyToComet, withdrawFromComet } from '../evm/comet.ts'
import { borrowFromEuler, deployEuler, subAccountOf } from '../evm/euler.ts'
import { deployFluid, openAtFluid } from '../evm/fluid.ts'
import { gained } from '../evm/gained.ts'
import {
  borrowFromMorpho,
  createMorphoMarket,
  deployMorpho,
  settlementOf,
  supplyToMorpho,
} from '../evm/morpho.ts'
import {
  ALICE,
  approve,
  BOB,
  deployLocal,
  deployToken,
  MULTICALL3,
  mint,
  type Rig,
} from '../evm/rig.ts'
import { leg, listed, type Named } from './listed.ts'

const ETHER = 10n ** 18n
const USD = 10n ** 6n
const WAD = 10n ** 18n
const WETH = { symbol: 'WETH', decimals: 18 }
const COMP = { symbol: 'COMP', decimals: 18 }
const USDC = { symbol: 'USDC', decimals: 6 }
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const DEPOSIT = 'function deposit(uint256, address) returns (uint256)'
const CONVERT = 'function convertToAssets(uint256 shares) view returns (uint256)'

/** What the lenders are planted with: Alice and Bob hold enough of both. */
export interface Lent {
  rig: Rig
  weth: Address
  usdc: Address
}

async function allow({ rig, weth, usdc }: Lent, spender: Address): Promise<void> {
  for (const owner of [ALICE, BOB])
    for (const token of [weth, usdc]) await approve(rig, token, spender, owner)
}

/** USDC supplied, ether borrowed from the market that has no `underlying()`, and COMP that was earned by it. */
export async function plantCompoundV2(lent: Lent): Promise<Named> {
  const { rig, weth, usdc } = lent
  const deploy = (name: string, types?: string, args?: readonly unknown[]) =>
    deployLocal(rig, 'compound-v2.sol', name, types, args)
  const types = 'address, uint256, uint256, uint256'
  const factor = (8n * WAD) / 10n
  const dollar = await deploy('Market', types, [usdc, 10n ** 30n, factor, 2n * 10n ** 14n])
  const ether = await deploy('Market', types, [weth, 2_000n * WAD, factor, WAD])
  const native = await deploy('NativeMarket', 'address', [ether])
  const comptroller = await deploy('Comptroller')
  for (const market of [dollar, native]) {
    await rig.send(comptroller, 'function list(address)', [market])
    await rig.send(comptroller, 'function enter(address, address)', [ALICE, market])
  }
  for (const spender of [dollar, ether]) await allow(lent, spender)
  const supply = 'function mint(uint256)'
  await rig.send(dollar, supply, [9_000n * USD + 1n], ALICE)
  await rig.send(ether, supply, [50n * ETHER], BOB)
  await rig.send(ether, 'function borrow(uint256)', [ETHER + 1n], ALICE)
  for (const market of [dollar, ether])
    await rig.send(market, 'function accrue(uint256)', [WAD / 100n + 7n])
  // What pays the interest.
  await mint(rig, usdc, dollar, 1_000n * USD)
  const comp = await deployToken(rig, 'COMP')
  await mint(rig, comp, comptroller, 100n * ETHER)
  const reward = 'function reward(address comp, address user, uint256 accrued, uint256 later)'
  await rig.send(comptroller, reward, [comp, ALICE, ETHER, 2n * ETHER + 1n])
  const lens = await deploy('CompLens')
  const entry = listed('ethereum', 'compound-v2', 'compound-v2')
  const coin = entry.native && { ...entry.native, market: native }
  return {
    name: 'Compound v2',
    chain: 'ethereum',
    entry: {
      ...entry,
      comptroller,
      native: coin,
      reward: { lens, token: { address: comp, ...COMP } },
    },
    slug: 'compound-v2',
    legs: async () => {
      const redeem = () => rig.send(dollar, 'function redeemAll()', [], ALICE)
      const repay = () => rig.send(ether, 'function repayAll()', [], ALICE)
      const [supplied = 0n] = await gained(rig, [usdc], ALICE, redeem)
      const [repaid = 0n] = await gained(rig, [weth], ALICE, repay)
      const claim = () => rig.send(comptroller, 'function claimComp(address)', [ALICE])
      const [earned = 0n] = await gained(rig, [comp], ALICE, claim)
      return [
        ...leg('supply', supplied, USDC),
        ...leg('borrow', -repaid, WETH),
        ...leg('reward', earned, COMP),
      ]
    },
  }
}

/** A loan at the protocol's own contract. What is owed is what paying it back would cost. */
export async function plantMorpho(lent: Lent): Promise<Named> {
  const { rig, weth, usdc } = lent
  const { morpho, oracle, irm } = await deployMorpho(rig, 2_000n)
  // An oracle counts smallest units: USDC has 12 decimals less.
  await rig.send(oracle, 'function setPrice(uint256)', [2_000n * 10n ** 24n])
  await allow(lent, morpho)
  const params = {
    loanToken: usdc,
    collateralToken: weth,
    oracle,
    irm,
    lltv: (86n * WAD) / 100n,
  }
  const id = await createMorphoMarket(rig, morpho, params)
  await supplyToMorpho(rig, morpho, params, 50_000n * USD, BOB)
  const loan = { collateral: 3n * ETHER + 1n, amount: 4_000n * USD }
  await borrowFromMorpho(rig, morpho, params, loan, ALICE)
  return {
    name: 'Morpho',
    chain: 'ethereum',
    entry: {
      ...listed('ethereum', 'morpho-blue', 'morpho-blue'),
      morpho,
      multicall3: MULTICALL3,
      markets: [id],
    },
    slug: 'morpho-blue',
    legs: async () => {
      const { collateral, debt } = await settlementOf(rig, morpho, params, id, ALICE)
      return [...leg('collateral', collateral, WETH), ...leg('borrow', debt, USDC)]
    },
  }
}

/** A loan at a market that pays no reward. */
export async function plantComet(lent: Lent): Promise<Named> {
  const { rig, weth, usdc } = lent
  const base = { address: usdc, decimals: 6, usd: 1 }
  const { comet } = await deployComet(rig, 'cUSDCv3', base, [
    { address: weth, decimals: 18, usd: 2_000 },
  ])
  await allow(lent, comet)
  await supplyToComet(rig, comet, usdc, 50_000n * USD, BOB)
  await supplyToComet(rig, comet, weth, 2n * ETHER, ALICE)
  await withdrawFromComet(rig, comet, usdc, 2_500n * USD, ALICE)
  const indexes = [1_000_123_456_789_012n, 1_000_987_654_321_098n] as const
  await rig.send(comet, 'function setIndexes(uint256, uint256)', indexes)
  const contract = await deployLocal(rig, 'comet.sol', 'CometRewards')
  const COLLATERAL = 'function collateralBalanceOf(address, address) view returns (uint128)'
  const DEBT = 'function borrowBalanceOf(address) view returns (uint256)'
  return {
    name: 'Comet',
    chain: 'ethereum',
    entry: {
      ...listed('ethereum', 'compound-v3-usdc', 'compound-v3'),
      comet,
      reward: { contract },
    },
    slug: 'compound-v3',
    legs: async () => [
      ...leg('collateral', await rig.read(comet, COLLATERAL, [ALICE, weth]), WETH),
      ...leg('borrow', await rig.read(comet, DEBT, [ALICE]), USDC),
    ],
  }
}

/** A loan in the last of Alice's 256 accounts. */
export async function plantEuler(lent: Lent): Promise<Named> {
  const { rig, weth, usdc } = lent
  const euler = await deployEuler(rig, weth, usdc)
  const { evc, wethVault, usdcVault } = euler
  for (const vault of [wethVault, usdcVault]) await allow(lent, vault)
  await rig.send(usdcVault, DEPOSIT, [60_000n * USD, BOB], BOB)
  const account = subAccountOf(ALICE, 255)
  const loan = { account, collateral: 4n * ETHER + 3n, debt: 6_000n * USD }
  await borrowFromEuler(rig, euler, loan, ALICE)
  await rig.send(usdcVault, 'function accrue(uint256)', [10n ** 25n + 13n])
  const DEBT = 'function debtOf(address) view returns (uint256)'
  return {
    name: 'Euler, sub-account 255',
    chain: 'ethereum',
    entry: {
      ...listed('ethereum', 'euler-v2', 'euler'),
      evc,
      vaults: [wethVault, usdcVault],
      unmeasured: [],
    },
    slug: 'euler-v2',
    ref: 'sub-account 255',
    legs: async () => {
      const shares = await rig.read(wethVault, BALANCE, [account])
      return [
        ...leg('supply', await rig.read(wethVault, CONVERT, [shares]), WETH),
        ...leg('borrow', await rig.read(usdcVault, DEBT, [account]), USDC),
      ]
    },
  }
}

/** A deposit, and a loan from a vault. */
export async function plantFluid(lent: Lent): Promise<Named[]> {
  const { rig, weth, usdc } = lent
  const { lendingResolver, vaultResolver, fToken, vault } = await deployFluid(rig, weth, usdc)
  for (const spender of [fToken, vault]) await allow(lent, spender)
  await rig.send(fToken, DEPOSIT, [500n * USD + 1n, ALICE], ALICE)
  await openAtFluid(rig, vault, 3n * ETHER + 1n, 4_000n * USD, ALICE)
  await rig.send(vault, 'function accrue(uint256)', [5n])
  const POSITION = 'function position(uint256) view returns (address, uint256, uint256)'
  const entry = { ...listed('ethereum', 'fluid', 'fluid'), lendingResolver, vaultResolver }
  const common = { chain: 'ethereum', entry, slug: 'fluid-lending' } as const
  return [
    {
      ...common,
      name: 'Fluid, lent',
      market: 'fUSDC',
      legs: async () => {
        const shares = await rig.read(fToken, BALANCE, [ALICE])
        return leg('supply', await rig.read(fToken, CONVERT, [shares]), USDC)
      },
    },
    {
      ...common,
      name: 'Fluid, borrowed',
      ref: '1',
      legs: async () => {
        const [, supplied, borrowed] = await rig.read(vault, POSITION, [1n])
        return [...leg('supply', supplied, WETH), ...leg('borrow', borrowed, USDC)]
      },
    },
  ]
}
