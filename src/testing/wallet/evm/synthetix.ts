import { createRequire } from 'node:module'
import { stringToHex } from 'viem'
import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { parseHex } from './artifacts.ts'
import { DEPLOYER, deployFeed, type Rig, ZERO } from './rig.ts'

const require = createRequire(import.meta.url)
const deploymentSchema = z.looseObject({
  sources: z.record(z.string(), z.looseObject({ bytecode: z.string() })),
})
const LIBRARY = /__\$[0-9a-f]{34}\$__/g

/** Answers whatever it is asked with zeros, up to three of them: PUSH1 96, PUSH1 0, RETURN. */
const ZEROS = '0x60606000f3'
/** The parts of Synthetix that have nothing here, or are not asked by stakers. */
const EMPTY: Address = `0x${'e0'.repeat(20)}`
const EMPTY_PARTS = [
  'CollateralManager',
  'DelegateApprovals',
  'DebtMigratorOnEthereum',
  'DirectIntegrationManager',
  'DynamicSynthRedeemer',
  'EtherWrapper',
  'Exchanger',
  'FeePool',
  'RewardEscrow',
  'RewardsDistribution',
  'SupplySchedule',
  'SynthRedeemer',
  'SynthetixBridgeToBase',
  'SynthetixBridgeToOptimism',
  'SynthetixEscrow',
  'WrapperFactory',
]
/** Contracts that are made with their owner and the list of addresses, by the name in that list. */
const PARTS = {
  CircuitBreaker: 'CircuitBreaker',
  DebtCache: 'DebtCache',
  ExchangeRates: 'ExchangeRatesWithDexPricing',
  Issuer: 'Issuer',
  Liquidator: 'Liquidator',
  LiquidatorRewards: 'LiquidatorRewards',
  RewardEscrowV2: 'RewardEscrowV2',
  SynthetixDebtShare: 'SynthetixDebtShare',
  SystemSettings: 'SystemSettings',
}
const SNX = key('SNX')
const SUSD = key('sUSD')
const SUPPLY = 10n ** 24n
/** Of the holder: the deployed code lets no one owe anything while no one does. */
const FIRST_DEBT = 1_000n * 10n ** 18n
const YEAR = 31_536_000n
const WAD = 10n ** 18n

const REBUILD = 'function rebuildCache()'
const SET_TARGET = 'function setTarget(address)'
const ASSOCIATE = 'function setAssociatedContract(address)'

export interface Synthetix {
  /** What users talk to. */
  snx: Address
  susd: Address
  escrow: Address
}

function key(name: string): `0x${string}` {
  return stringToHex(name, { size: 32 })
}

/**
 * Synthetix v2x with the code of its deployment on Ethereum, as its package reports it. `holder` has all SNX. Of its 40 parts those that
 * hold SNX, count debts and give prices are deployed.
 */
export async function deploySynthetix(
  rig: Rig,
  holder: Address,
  { usd, issuanceRatio }: { usd: number; issuanceRatio: bigint },
): Promise<Synthetix> {
  const { sources } = deploymentSchema.parse(
    require('synthetix/publish/deployed/mainnet/deployment.json'),
  )
  const deploy = (name: string, types = '', args: readonly unknown[] = [], library = ZERO) => {
    const code = `0x${sources[name]?.bytecode.replace(/^0x/, '')}`
    return rig.deploy(parseHex(code.replaceAll(LIBRARY, library.slice(2))), types, args)
  }
  await rig.rpc('anvil_setCode', [EMPTY, ZEROS])
  const math = await deploy('SafeDecimalMath')
  const settings = await deploy('SystemSettingsLib', '', [], math)
  const resolver = await deploy('AddressResolver', 'address', [DEPLOYER])
  const parts: Record<string, Address> = {}
  for (const [name, contract] of Object.entries(PARTS)) {
    const library = name === 'SystemSettings' ? settings : math
    parts[name] = await deploy(contract, 'address, address', [DEPLOYER, resolver], library)
  }
  const part = (name: string): Address => parts[name] ?? ZERO
  parts.SystemStatus = await deploy('SystemStatus', 'address', [DEPLOYER])
  parts.FlexibleStorage = await deploy('FlexibleStorage', 'address', [resolver])
  parts.FuturesMarketManager = await deploy('EmptyFuturesMarketManager')
  for (const name of ['DebtRatio', 'IssuedSynths'])
    parts[`ext:Aggregator${name}`] = await deploy(
      `OneNetAggregator${name}`,
      'address',
      [resolver],
      math,
    )
  parts.RewardEscrowV2Storage = await deploy('RewardEscrowV2Storage', 'address, address', [
    DEPLOYER,
    part('RewardEscrowV2'),
  ])
  await rig.send(part('RewardEscrowV2Storage'), 'function setFallbackRewardEscrow(address)', [
    EMPTY,
  ])

  const proxied = async (
    contract: string,
    types: string,
    args: (proxy: Address, state: Address) => readonly unknown[],
  ) => {
    const proxy = await deploy('ProxyERC20', 'address', [DEPLOYER])
    const state = await deploy('TokenState', 'address, address', [DEPLOYER, DEPLOYER])
    const target = await deploy(contract, types, args(proxy, state))
    await rig.send(proxy, SET_TARGET, [target])
    return { proxy, state, target }
  }
  const own = await proxied(
    'Synthetix',
    'address, address, address, uint256, address',
    (proxy, state) => [proxy, state, DEPLOYER, SUPPLY, resolver],
  )
  const dollar = await proxied(
    'MultiCollateralSynth',
    'address, address, string, string, address, bytes32, uint256, address',
    (proxy, state) => [proxy, state, 'sUSD', 'sUSD', DEPLOYER, SUSD, FIRST_DEBT, resolver],
  )
  await rig.send(own.state, 'function setBalanceOf(address, uint256)', [holder, SUPPLY])
  for (const { state, target } of [own, dollar]) await rig.send(state, ASSOCIATE, [target])
  Object.assign(parts, { Synthetix: own.target, SynthsUSD: dollar.target })

  const empty = EMPTY_PARTS.map((name) => [name, EMPTY] as const)
  const listed = [...Object.entries(parts), ...empty]
  await rig.send(resolver, 'function importAddresses(bytes32[], address[])', [
    listed.map(([name]) => key(name)),
    listed.map(([, address]) => address),
  ])
  const made = Object.keys(PARTS).map(part)
  for (const each of [...made, own.target, dollar.target]) await rig.send(each, REBUILD, [])

  const set = async (name: string, value: bigint) => {
    await rig.send(part('SystemSettings'), `function ${name}(uint256)`, [value])
  }
  await set('setIssuanceRatio', issuanceRatio)
  await set('setRateStalePeriod', YEAR)
  await set('setDebtSnapshotStaleTime', YEAR)
  await set('setPriceDeviationThresholdFactor', 3n * WAD)
  await rig.send(part('ExchangeRates'), 'function addAggregator(bytes32, address)', [
    SNX,
    await deployFeed(rig, usd),
  ])
  await rig.send(part('Issuer'), 'function addSynth(address)', [dollar.target])
  await rig.send(part('DebtCache'), 'function takeDebtSnapshot()', [])
  const share = part('SynthetixDebtShare')
  await rig.send(share, 'function importAddresses(address[], uint256[])', [[holder], [FIRST_DEBT]])
  await rig.send(share, 'function finishSetup()', [])
  return { snx: own.proxy, susd: dollar.proxy, escrow: part('RewardEscrowV2') }
}

/** Locks SNX of the deployer for someone. */
export async function escrowSnx(
  rig: Rig,
  { snx, escrow }: Synthetix,
  owner: Address,
  amount: bigint,
): Promise<void> {
  await rig.send(escrow, 'function setPermittedEscrowCreator(address, bool)', [DEPLOYER, true])
  await rig.send(snx, 'function approve(address, uint256) returns (bool)', [escrow, amount])
  const lock = 'function createEscrowEntry(address, uint256, uint256)'
  await rig.send(escrow, lock, [owner, amount, YEAR])
}
