import { encodeAbiParameters, keccak256, parseAbiParameters, toHex } from 'viem'
import type { Address } from '../../../chains/address.ts'
import { packagedCode } from './artifacts.ts'
import { approve, DEPLOYER, mint, type Rig } from './rig.ts'

const WAD = 10n ** 18n
/** A market starts with 0.02 of its asset for one share, as Venus's do; shares have eight decimals. */
const FIRST_RATE = 2n * 10n ** 26n
const SHARE_DECIMALS = 8
const LIQUIDATION_BONUS = (11n * WAD) / 10n

/** Answers whatever it is asked with "yes": PUSH1 1, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN. */
const YES = '0x600160005260206000f3'
/** Who may change what, which Venus keeps in another package: everybody may everything. */
const ACCESS: Address = `0x${'ac'.repeat(20)}`

/** Venus's core pool, a fork of Compound v2 that kept its accounting, from its own package. */
export interface Venus {
  comptroller: Address
  oracle: Address
  model: Address
}

export interface VenusMarket {
  asset: Address
  decimals: number
  /** US dollars for one. */
  usd: bigint
  /** How much of a supply may be borrowed, in parts of 10^18. */
  factor: bigint
}

/** Where the controller expects it, by its code. */
export const VAI: Address = '0x4bd17003473389a42daf6a0a729f6fdb328bbbd7'

const code = (file: string) =>
  packagedCode(
    `@venusprotocol/venus-protocol/artifacts/contracts/${file}.sol/${file.split('/').at(-1)}.json`,
  )

/** Interest is paid by the block: at full use, as much in a year as was borrowed. */
export async function deployVenus(rig: Rig): Promise<Venus> {
  const comptroller = await rig.deploy(code('Comptroller/Unitroller'))
  const logic = await rig.deploy(code('Comptroller/Comptroller'))
  await rig.send(comptroller, 'function _setPendingImplementation(address)', [logic])
  await rig.send(logic, 'function _become(address)', [comptroller])
  await rig.rpc('anvil_setCode', [ACCESS, YES])
  const oracle = await rig.deploy(code('test/SimplePriceOracle'))
  const lens = await rig.deploy(code('Lens/ComptrollerLens'))
  await rig.send(comptroller, 'function _setAccessControl(address)', [ACCESS])
  await rig.send(comptroller, 'function _setPriceOracle(address)', [oracle])
  await rig.send(comptroller, 'function _setComptrollerLens(address)', [lens])
  await rig.send(comptroller, 'function _setLiquidationIncentive(uint256)', [LIQUIDATION_BONUS])
  const model = await rig.deploy(
    code('InterestRateModels/WhitePaperInterestRateModel'),
    'uint256, uint256',
    [0n, WAD],
  )
  return { comptroller, oracle, model }
}

/** A market with its price, which the oracle counts in 36 decimals less those of the asset. */
export async function addVenusMarket(
  rig: Rig,
  { comptroller, oracle, model }: Venus,
  { asset, decimals, usd, factor }: VenusMarket,
): Promise<Address> {
  const market = await rig.deploy(
    code('Tokens/VTokens/VBep20Immutable'),
    'address, address, address, uint256, string, string, uint8, address',
    [asset, comptroller, model, FIRST_RATE, 'Market', 'vToken', SHARE_DECIMALS, DEPLOYER],
  )
  await rig.send(comptroller, 'function _supportMarket(address)', [market])
  await rig.send(comptroller, 'function _setMarketSupplyCaps(address[], uint256[])', [
    [market],
    [2n ** 128n],
  ])
  await setVenusPrice(rig, oracle, market, usd * 10n ** BigInt(36 - decimals))
  await rig.send(comptroller, 'function _setCollateralFactor(address, uint256)', [market, factor])
  return market
}

export function setVenusPrice(
  rig: Rig,
  oracle: Address,
  market: Address,
  price: bigint,
): Promise<void> {
  return rig.send(oracle, 'function setUnderlyingPrice(address, uint256)', [market, price])
}

/** As collateral too, if so wanted. The asset must be mintable. */
export async function supplyToVenus(
  rig: Rig,
  { comptroller }: Venus,
  [market, asset]: readonly [market: Address, asset: Address],
  amount: bigint,
  owner: Address,
  isCollateral = true,
): Promise<void> {
  await mint(rig, asset, owner, amount)
  await approve(rig, asset, market, owner)
  await rig.send(market, 'function mint(uint256)', [amount], owner)
  if (isCollateral)
    await rig.send(comptroller, 'function enterMarkets(address[])', [[market]], owner)
}

export function borrowFromVenus(
  rig: Rig,
  market: Address,
  amount: bigint,
  owner: Address,
): Promise<void> {
  return rig.send(market, 'function borrow(uint256)', [amount], owner)
}

/** Venus's own dollar, lent against collateral without a market, at `rate` a year in parts of 10^18. Returns its controller. */
export async function addVai(rig: Rig, { comptroller }: Venus, rate: bigint): Promise<Address> {
  const controller = await rig.deploy(code('Tokens/VAI/VAIUnitroller'))
  const logic = await rig.deploy(code('Tokens/VAI/VAIController'))
  await rig.send(controller, 'function _setPendingImplementation(address)', [logic])
  await rig.send(logic, 'function _become(address)', [controller])
  await rig.send(controller, 'function initialize()', [])
  await rig.send(controller, 'function _setComptroller(address)', [comptroller])
  await rig.send(controller, 'function setAccessControl(address)', [ACCESS])
  await rig.send(controller, 'function setBaseRate(uint256)', [rate])
  await rig.send(comptroller, 'function _setVAIController(address)', [controller])
  await rig.send(comptroller, 'function _setVAIMintRate(uint256)', [10_000n])
  const token = await rig.deploy(code('Tokens/VAI/VAI'), 'uint256', [1n])
  await rig.rpc('anvil_setCode', [VAI, await rig.rpc('eth_getCode', [token, 'latest'])])
  // Its first storage is who may mint.
  const may = keccak256(
    encodeAbiParameters(parseAbiParameters('address, uint256'), [controller, 0n]),
  )
  await rig.rpc('anvil_setStorageAt', [VAI, may, toHex(1n, { size: 32 })])
  return controller
}
