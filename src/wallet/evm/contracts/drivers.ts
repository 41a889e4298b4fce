import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { type Kind, UNREAD, type Unread } from '../../model/kinds.ts'
import { PROTOCOLS } from '../../model/protocols.ts'
import { aave } from '../drivers/aave.ts'
import { aaveV4 } from '../drivers/aave-v4.ts'
import { abracadabra } from '../drivers/abracadabra.ts'
import { balancer } from '../drivers/balancer.ts'
import { compoundV2 } from '../drivers/compound-v2.ts'
import { compoundV3 } from '../drivers/compound-v3.ts'
import { curve } from '../drivers/curve.ts'
import { curveLoan } from '../drivers/curve-loan.ts'
import { depositPool } from '../drivers/deposit-pool.ts'
import type { DriverDefinition, DriverRun } from '../drivers/driver.ts'
import { eigenlayer } from '../drivers/eigenlayer.ts'
import { erc4626 } from '../drivers/erc4626.ts'
import { euler } from '../drivers/euler.ts'
import { fluid } from '../drivers/fluid.ts'
import { fraxlend } from '../drivers/fraxlend.ts'
import { gains } from '../drivers/gains.ts'
import { gmxV1 } from '../drivers/gmx-v1.ts'
import { gmxV2 } from '../drivers/gmx-v2.ts'
import { holding } from '../drivers/holding.ts'
import { layerbank } from '../drivers/layerbank.ts'
import { lidoQueue } from '../drivers/lido-queue.ts'
import { liquity } from '../drivers/liquity.ts'
import { liquityV2 } from '../drivers/liquity-v2.ts'
import { lista } from '../drivers/lista.ts'
import { maker } from '../drivers/maker.ts'
import { monoCooler } from '../drivers/mono-cooler.ts'
import { morphoBlue } from '../drivers/morpho-blue.ts'
import { morphoOptimizer } from '../drivers/morpho-optimizer.ts'
import { morphoVaultMarkets } from '../drivers/morpho-vault-markets.ts'
import { nexus } from '../drivers/nexus.ts'
import { pendle } from '../drivers/pendle.ts'
import { poolRegistry } from '../drivers/pool-registry.ts'
import { rocketNode } from '../drivers/rocket-node.ts'
import { silo } from '../drivers/silo.ts'
import { siloV1 } from '../drivers/silo-v1.ts'
import { stakedAave } from '../drivers/staked-aave.ts'
import { stakewise } from '../drivers/stakewise.ts'
import { stargate } from '../drivers/stargate.ts'
import { symbiotic } from '../drivers/symbiotic.ts'
import { synthetix } from '../drivers/synthetix.ts'
import { uncx } from '../drivers/uncx.ts'
import { uniswapV2 } from '../drivers/uniswap-v2.ts'
import { uniswapV3 } from '../drivers/uniswap-v3.ts'
import { uniswapV4 } from '../drivers/uniswap-v4.ts'
import { v2Pairs } from '../drivers/v2-pairs.ts'
import { vaultList } from '../drivers/vault-list.ts'
import { velodrome } from '../drivers/velodrome.ts'
import { voteLock } from '../drivers/vote-lock.ts'
import { withdrawalNft } from '../drivers/withdrawal-nft.ts'
import { withdrawalQueue } from '../drivers/withdrawal-queue.ts'

/** Every driver; each describes itself in its file. */
const DRIVERS = [
  aaveV4,
  aave,
  abracadabra,
  balancer,
  compoundV2,
  compoundV3,
  curveLoan,
  curve,
  depositPool,
  eigenlayer,
  erc4626,
  euler,
  fluid,
  fraxlend,
  gains,
  gmxV1,
  gmxV2,
  holding,
  layerbank,
  lidoQueue,
  liquityV2,
  liquity,
  lista,
  maker,
  monoCooler,
  morphoBlue,
  morphoOptimizer,
  morphoVaultMarkets,
  nexus,
  pendle,
  poolRegistry,
  rocketNode,
  siloV1,
  silo,
  stakedAave,
  stakewise,
  stargate,
  symbiotic,
  synthetix,
  uncx,
  uniswapV2,
  uniswapV3,
  uniswapV4,
  v2Pairs,
  vaultList,
  velodrome,
  voteLock,
  withdrawalNft,
  withdrawalQueue,
] as const
const [first, ...others] = DRIVERS

/** An entry of a contract list; each driver defines the fields of its own entries. */
export const contractEntry = z.discriminatedUnion('driver', [
  first.entry,
  ...others.map(({ entry }) => entry),
])
export type ContractEntry = z.infer<typeof contractEntry>
export type DriverName = ContractEntry['driver']

export const DRIVER_NAMES: readonly DriverName[] = DRIVERS.map(({ name }) => name)

const BY_NAME = new Map<string, DriverDefinition<ContractEntry>>(
  DRIVERS.map((each) => [each.name, each]),
)

export function driverOf(name: string): DriverDefinition<ContractEntry> {
  const driver = BY_NAME.get(name)
  if (driver === undefined) throw new RangeError(`There is no driver ${name}.`)
  return driver
}

/** Reads what an owner holds at the contracts of an entry, with the entry's driver. */
export function readEntry(entry: ContractEntry, owner: Address): DriverRun {
  return driverOf(entry.driver).read(entry, owner)
}

/**
 * Contracts whose balance an entry counts. On one chain each belongs to one entry, so that nothing is counted twice: an aToken is
 * counted by Aave's entry, even if another driver could read it.
 */
export function receiptTokens(entry: ContractEntry): Address[] {
  return driverOf(entry.driver).receiptTokens?.(entry) ?? []
}

/** What people hold at the contracts of an entry, as far as its driver finds it. */
export function readsOf(entry: ContractEntry): readonly Kind[] {
  const driver = driverOf(entry.driver)
  return driver.readsOf?.(entry) ?? driver.reads
}

/** Drivers of single tokens: what they leave out says little of a protocol that is described, or that another driver reads too. */
const OF_TOKENS: readonly string[] = ['erc4626', 'holding']

/** What people hold at a protocol and no scan reads, by the drivers of its entries and the table of protocols. */
export function unreadAt(protocol: string, drivers: ReadonlySet<string>): Unread[] {
  const described = PROTOCOLS[protocol]?.unread
  const others = [...drivers].filter((name) => !OF_TOKENS.includes(name))
  const counted = described || others.length > 0 ? others : [...drivers]
  const ofDrivers = counted.map(driverOf).flatMap((driver) => {
    const isSaid = driver.unreadAs !== undefined && drivers.has(driver.unreadAs)
    return isSaid
      ? []
      : (UNREAD.driversAt[driver.name]?.[protocol] ?? UNREAD.drivers[driver.name] ?? [])
  })
  const all = [...ofDrivers, ...(described ?? [])]
  return [...new Map(all.map((each) => [each.text, each])).values()]
}
