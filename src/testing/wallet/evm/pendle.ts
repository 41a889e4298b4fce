import { concatHex, getContractAddress, size, slice } from 'viem'
import * as z from 'zod'
import type { Address, Hex } from '../../../chains/address.ts'
import { packagedCode } from './artifacts.ts'
import { approve, DEPLOYER, deployToken, deployVault, mint, type Rig } from './rig.ts'

const CORE = '@pendle/core-v2/build/artifacts/contracts'
const DAY = 86_400n
const DAYS_TO_EXPIRY = 90n
/** Of the interest and the rewards of yield tokens, for the treasury. */
const FEE = 3n * 10n ** 16n
const SCALAR = 30n * 10n ** 18n
/** The first price of a principal token: what one of the asset costs in it. */
const ANCHOR = 105n * 10n ** 16n
const LN_FEE = 10n ** 15n
const RESERVE_PERCENT = 80
/** Where no one has the key. */
const TREASURY: Address = `0x${'7e'.repeat(20)}`
/** Code that returns all that follows it, as SSTORE2 has it. */
const KEEP: Hex = '0x600b5981380380925939f3'

const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const TRANSFER = 'function transfer(address to, uint256 amount) returns (bool)'
const CREATE_MARKET =
  'function createNewMarket(address pt, int256 scalarRoot, int256 initialAnchor, uint80 lnFeeRateRoot) returns (address)'
const DEPOSIT =
  'function deposit(address receiver, address tokenIn, uint256 amount, uint256 least) payable returns (uint256)'
const REDEEM =
  'function redeem(address receiver, uint256 shares, address tokenOut, uint256 least, bool burnFromInternalBalance) returns (uint256)'

export interface PendleMarket {
  /** What the vault of the maturity lends out. */
  asset: Address
  vault: Address
  sy: Address
  pt: Address
  yt: Address
  market: Address
  factory: Address
  oracle: Address
  expiry: bigint
}

/**
 * A market of Pendle and its oracle, from their package: factories, tokens, the gauge and the escrow. The package's version is the last
 * with a standardized yield (SY), here that of an ERC-4626 vault. It has both kinds of yield tokens: those that take their fee of
 * interest when it is claimed, and (V2) as it is earned.
 */
export async function deployPendle(
  rig: Rig,
  nowMs: number,
  yields: 'YieldContracts' | 'YieldContractsV2' = 'YieldContractsV2',
): Promise<PendleMarket> {
  const deploy = (file: string, types = '', args: readonly unknown[] = [], libraries = {}) =>
    rig.deploy(packagedCode(artifact(file), libraries), types, args)
  const asset = await deployToken(rig, 'USDe')
  const vault = await deployVault(rig, asset, 'sUSDe')
  const implementations = 'core/StandardizedYield/implementations/PendleERC4626SY'
  const sy = await deploy(implementations, 'string, string, address', [
    'SY sUSDe',
    'SY-sUSDe',
    vault,
  ])

  const version = yields === 'YieldContracts' ? '' : 'V2'
  const ytCode = packagedCode(artifact(`core/${yields}/PendleYieldToken${version}`))
  const factory = await deploy(
    `core/${yields}/PendleYieldContractFactory${version}`,
    'address, uint256, address, uint256',
    await split(rig, ytCode),
  )
  await rig.send(
    factory,
    'function initialize(uint96 expiryDivisor, uint128 interestFee, uint128 rewardFee, address treasury)',
    [DAY, FEE, FEE, TREASURY],
  )
  const expiry = (BigInt(Math.floor(nowMs / 1000)) / DAY + DAYS_TO_EXPIRY) * DAY
  await rig.send(
    factory,
    'function createYieldContract(address sy, uint32 expiry, bool doCacheIndexSameBlock)',
    [sy, Number(expiry), true],
  )
  const ofMaturity = [sy, expiry] as const
  const pt = await rig.read(
    factory,
    'function getPT(address, uint256) view returns (address)',
    ofMaturity,
  )
  const yt = await rig.read(
    factory,
    'function getYT(address, uint256) view returns (address)',
    ofMaturity,
  )

  const made = await deployMarket(rig, factory, pt)
  const oracle = await deploy('oracles/PendlePYLpOracle')
  return { asset, vault, sy, pt, yt, ...made, oracle, expiry }
}

/** Market factory and gauge controller know each other from their creation on, so the factory's address is reported before it exists. */
async function deployMarket(
  rig: Rig,
  yieldFactory: Address,
  pt: Address,
): Promise<Pick<PendleMarket, 'market' | 'factory'>> {
  const deploy = (file: string, types = '', args: readonly unknown[] = []) =>
    rig.deploy(packagedCode(artifact(file)), types, args)
  const pendle = await deployToken(rig, 'PENDLE')
  const mining = 'LiquidityMining'
  const escrow = await deploy(
    `${mining}/VotingEscrow/VotingEscrowPendleMainchain`,
    'address, address, uint256',
    [pendle, DEPLOYER, 0n],
  )
  const oracleLib = await deploy('core/Market/OracleLib')
  const code = packagedCode(artifact('core/Market/v3/PendleMarketV3'), { OracleLib: oracleLib })
  const halves = await split(rig, code)
  const sent = z.string().parse(await rig.rpc('eth_getTransactionCount', [DEPLOYER, 'latest']))
  const coming = getContractAddress({ from: DEPLOYER, nonce: BigInt(sent) + 1n })
  const gauges = await deploy(
    `${mining}/GaugeController/PendleGaugeControllerMainchainUpg`,
    'address, address, address, address',
    [DEPLOYER, pendle, coming, coming],
  )
  const factory = await deploy(
    'core/Market/v3/PendleMarketFactoryV3',
    'address, address, uint256, address, uint256, address, uint8, address, address',
    [yieldFactory, ...halves, TREASURY, RESERVE_PERCENT, escrow, gauges],
  )
  const args = [pt, SCALAR, ANCHOR, LN_FEE] as const
  const market = await rig.read(factory, CREATE_MARKET, args)
  await rig.send(factory, CREATE_MARKET, args)
  return { market, factory }
}

function artifact(file: string): string {
  return `${CORE}/${file}.sol/${file.split('/').at(-1)}.json`
}

/** The factories keep the code of what they create in two contracts, because it is too long for one. */
async function split(rig: Rig, code: Hex): Promise<[Address, bigint, Address, bigint]> {
  const half = Math.floor(size(code) / 2)
  const parts = [slice(code, 0, half), slice(code, half)] as const
  const first = await rig.deploy(concatHex([KEEP, parts[0]]))
  const second = await rig.deploy(concatHex([KEEP, parts[1]]))
  return [first, BigInt(size(parts[0])), second, BigInt(size(parts[1]))]
}

/** Deposits the asset, which is minted, and keeps what it is worth as SY. */
export async function depositAtPendle(
  rig: Rig,
  { asset, sy }: PendleMarket,
  amount: bigint,
  owner: Address,
): Promise<void> {
  await mint(rig, asset, owner, amount)
  await approve(rig, asset, sy, owner)
  await rig.send(sy, DEPOSIT, [owner, asset, amount, 0n], owner)
}

/** SY becomes principal and yield tokens, alike in number. */
export async function splitAtPendle(
  rig: Rig,
  { sy, yt }: PendleMarket,
  shares: bigint,
  owner: Address,
): Promise<void> {
  await rig.send(sy, TRANSFER, [yt, shares], owner)
  await rig.send(yt, 'function mintPY(address, address) returns (uint256)', [owner, owner], owner)
}

/** SY and principal tokens become liquidity. */
export async function provideAtPendle(
  rig: Rig,
  { sy, pt, market }: PendleMarket,
  shares: bigint,
  principal: bigint,
  owner: Address,
): Promise<void> {
  await rig.send(sy, TRANSFER, [market, shares], owner)
  await rig.send(pt, TRANSFER, [market, principal], owner)
  const add = 'function mint(address, uint256, uint256) returns (uint256, uint256, uint256)'
  await rig.send(market, add, [owner, shares, principal], owner)
}

/** Liquidity becomes SY and principal tokens. */
export async function leavePendle(
  rig: Rig,
  { market }: PendleMarket,
  liquidity: bigint,
  owner: Address,
): Promise<void> {
  await rig.send(market, TRANSFER, [market, liquidity], owner)
  const burn = 'function burn(address, address, uint256) returns (uint256, uint256)'
  await rig.send(market, burn, [owner, owner, liquidity], owner)
}

/** Principal and yield tokens, and after the expiry principal tokens alone, become SY. */
export async function joinAtPendle(
  rig: Rig,
  { pt, yt }: PendleMarket,
  { principal, yields }: { principal: bigint; yields: bigint },
  owner: Address,
): Promise<void> {
  await rig.send(pt, TRANSFER, [yt, principal], owner)
  if (yields > 0n) await rig.send(yt, TRANSFER, [yt, yields], owner)
  await rig.send(yt, 'function redeemPY(address) returns (uint256)', [owner], owner)
}

/** All SY of an owner becomes the asset. */
export async function withdrawFromPendle(
  rig: Rig,
  { sy, asset }: PendleMarket,
  owner: Address,
): Promise<void> {
  const shares = await rig.read(sy, BALANCE, [owner])
  await rig.send(sy, REDEEM, [owner, shares, asset, 0n, false], owner)
}
