import type { Address } from '../../../chains/address.ts'
import { packagedCode } from './artifacts.ts'
import { DEPLOYER, deployFeed, type Rig, ZERO } from './rig.ts'

export interface AaveAsset {
  symbol: string
  address: Address
  decimals: number
  usd: number
}

export interface AaveMarket {
  provider: Address
  pool: Address
  dataProvider: Address
  /** Prices in US dollars with 8 decimals. */
  oracle: Address
  /** In the order of the assets given, which is the order of their reserve ids. */
  reserves: { asset: Address; aToken: Address; variableDebtToken: Address; feed: Address }[]
}

const RAY = 10n ** 27n
const share = (percent: bigint): bigint => (RAY * percent) / 100n

/** Where a contract of @aave/core-v3 keeps its artifact. */
const core = (folder: string, name: string): string =>
  `@aave/core-v3/artifacts/contracts/${folder}/${name}.sol/${name}.json`

/** Later libraries link to earlier ones. */
const LIBRARIES = [
  'SupplyLogic',
  'BorrowLogic',
  'LiquidationLogic',
  'EModeLogic',
  'BridgeLogic',
  'ConfiguratorLogic',
  'FlashLoanLogic',
  'PoolLogic',
]

const INIT_RESERVES =
  'function initReserves((address aTokenImpl, address stableDebtTokenImpl, address variableDebtTokenImpl, uint8 underlyingAssetDecimals, address interestRateStrategyAddress, address underlyingAsset, address treasury, address incentivesController, string aTokenName, string aTokenSymbol, string variableDebtTokenName, string variableDebtTokenSymbol, string stableDebtTokenName, string stableDebtTokenSymbol, bytes params)[] input)'

/** The real Aave v3.0 with every asset as collateral (LTV 80 %, threshold 82.5 %) and open to borrowers; about 0.3 s. */
export async function deployAave(rig: Rig, assets: AaveAsset[]): Promise<AaveMarket> {
  const libraries: Record<string, Address> = {}
  const deploy = (folder: string, name: string, types?: string, args?: readonly unknown[]) =>
    rig.deploy(packagedCode(core(folder, name), libraries), types, args)
  for (const name of LIBRARIES) libraries[name] = await deploy('protocol/libraries/logic', name)

  const configuration = 'protocol/configuration'
  const provider = await deploy(configuration, 'PoolAddressesProvider', 'string, address', [
    'Local Market',
    DEPLOYER,
  ])
  const poolCode = await deploy('protocol/pool', 'Pool', 'address', [provider])
  const configuratorCode = await deploy('protocol/pool', 'PoolConfigurator')
  await rig.send(provider, 'function setACLAdmin(address)', [DEPLOYER])
  const acl = await deploy(configuration, 'ACLManager', 'address', [provider])
  await rig.send(provider, 'function setACLManager(address)', [acl])
  await rig.send(acl, 'function addPoolAdmin(address)', [DEPLOYER])
  await rig.send(acl, 'function addAssetListingAdmin(address)', [DEPLOYER])
  await rig.send(provider, 'function setPoolImpl(address)', [poolCode])
  await rig.send(provider, 'function setPoolConfiguratorImpl(address)', [configuratorCode])
  const dataProvider = await deploy('misc', 'AaveProtocolDataProvider', 'address', [provider])
  await rig.send(provider, 'function setPoolDataProvider(address)', [dataProvider])
  const pool = await rig.read(provider, 'function getPool() view returns (address)', [])
  const configurator = await rig.read(
    provider,
    'function getPoolConfigurator() view returns (address)',
    [],
  )

  const feeds: Address[] = []
  for (const asset of assets) feeds.push(await deployFeed(rig, asset.usd))
  const oracle = await deploy(
    'misc',
    'AaveOracle',
    'address, address[], address[], address, address, uint256',
    [provider, assets.map((asset) => asset.address), feeds, ZERO, ZERO, 100_000_000n],
  )
  await rig.send(provider, 'function setPriceOracle(address)', [oracle])

  const tokens = 'protocol/tokenization'
  const aToken = await deploy(tokens, 'AToken', 'address', [pool])
  const stableDebt = await deploy(tokens, 'StableDebtToken', 'address', [pool])
  const variableDebt = await deploy(tokens, 'VariableDebtToken', 'address', [pool])
  const strategy = await deploy(
    'protocol/pool',
    'DefaultReserveInterestRateStrategy',
    `address${', uint256'.repeat(9)}`,
    [provider, ...[80n, 0n, 4n, 60n, 2n, 60n, 2n, 5n, 20n].map(share)],
  )
  await rig.send(configurator, INIT_RESERVES, [
    assets.map(({ symbol, address, decimals }) => ({
      aTokenImpl: aToken,
      stableDebtTokenImpl: stableDebt,
      variableDebtTokenImpl: variableDebt,
      underlyingAssetDecimals: decimals,
      interestRateStrategyAddress: strategy,
      underlyingAsset: address,
      treasury: DEPLOYER,
      incentivesController: ZERO,
      aTokenName: `Aave ${symbol}`,
      aTokenSymbol: `a${symbol}`,
      variableDebtTokenName: `Aave variable debt ${symbol}`,
      variableDebtTokenSymbol: `vd${symbol}`,
      stableDebtTokenName: `Aave stable debt ${symbol}`,
      stableDebtTokenSymbol: `sd${symbol}`,
      params: '0x10' as const,
    })),
  ])

  const reserves: AaveMarket['reserves'] = []
  for (const [index, { address }] of assets.entries()) {
    await rig.send(
      configurator,
      'function configureReserveAsCollateral(address, uint256, uint256, uint256)',
      [address, 8000n, 8250n, 10500n],
    )
    await rig.send(configurator, 'function setReserveBorrowing(address, bool)', [address, true])
    const [receipt, , debt] = await rig.read(
      dataProvider,
      'function getReserveTokensAddresses(address) view returns (address, address, address)',
      [address],
    )
    reserves.push({
      asset: address,
      aToken: receipt,
      variableDebtToken: debt,
      feed: feeds[index] ?? ZERO,
    })
  }
  return { provider, pool, dataProvider, oracle, reserves }
}

/** The caller must have approved the pool. */
export function supplyToAave(
  rig: Rig,
  pool: Address,
  asset: Address,
  amount: bigint,
  from: Address,
): Promise<void> {
  const signature = 'function supply(address, uint256, address, uint16)'
  return rig.send(pool, signature, [asset, amount, from, 0], from)
}

/** At the variable rate. */
export function borrowFromAave(
  rig: Rig,
  pool: Address,
  asset: Address,
  amount: bigint,
  from: Address,
): Promise<void> {
  const signature = 'function borrow(address, uint256, uint256, uint16, address)'
  return rig.send(pool, signature, [asset, amount, 2n, 0, from], from)
}
