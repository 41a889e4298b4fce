import type { Address } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import type { Finding } from '../../model/finding.ts'
import { aave } from '../drivers/aave.ts'
import { aaveV4 } from '../drivers/aave-v4.ts'
import { abracadabra } from '../drivers/abracadabra.ts'
import { balancer } from '../drivers/balancer.ts'
import { compoundV2 } from '../drivers/compound-v2.ts'
import { compoundV3 } from '../drivers/compound-v3.ts'
import { curve } from '../drivers/curve.ts'
import { curveLoan } from '../drivers/curve-loan.ts'
import { depositPool } from '../drivers/deposit-pool.ts'
import type { Driver } from '../drivers/driver.ts'
import { eigenlayer } from '../drivers/eigenlayer.ts'
import { erc4626 } from '../drivers/erc4626.ts'
import { euler } from '../drivers/euler.ts'
import { fluid } from '../drivers/fluid.ts'
import { fraxlend } from '../drivers/fraxlend.ts'
import { gains } from '../drivers/gains.ts'
import { gmxV1 } from '../drivers/gmx-v1.ts'
import { gmxV2 } from '../drivers/gmx-v2.ts'
import { layerbank } from '../drivers/layerbank.ts'
import { lidoQueue } from '../drivers/lido-queue.ts'
import { liquidStaking } from '../drivers/liquid-staking.ts'
import { liquity } from '../drivers/liquity.ts'
import { liquityV2 } from '../drivers/liquity-v2.ts'
import { lista } from '../drivers/lista.ts'
import { maker } from '../drivers/maker.ts'
import { morphoBlue } from '../drivers/morpho-blue.ts'
import { morphoOptimizer } from '../drivers/morpho-optimizer.ts'
import { morphoVaultMarkets } from '../drivers/morpho-vault-markets.ts'
import { nexus } from '../drivers/nexus.ts'
import { pendle } from '../drivers/pendle.ts'
import { poolRegistry } from '../drivers/pool-registry.ts'
import { rocketNode } from '../drivers/rocket-node.ts'
import { silo } from '../drivers/silo.ts'
import { siloV1 } from '../drivers/silo-v1.ts'
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
import type { ContractEntry } from './contract-entry.ts'

export type DriverName = ContractEntry['driver']
type EntryOf = { [Name in DriverName]: Extract<ContractEntry, { driver: Name }> }

/** Every driver, by the name that contract entries use. */
export const DRIVERS: { [Name in DriverName]: Driver<EntryOf[Name]> } = {
  aave,
  'aave-v4': aaveV4,
  abracadabra,
  balancer,
  'compound-v2': compoundV2,
  'compound-v3': compoundV3,
  curve,
  'deposit-pool': depositPool,
  eigenlayer,
  'curve-loan': curveLoan,
  erc4626,
  euler,
  fluid,
  fraxlend,
  gains,
  'gmx-v1': gmxV1,
  'gmx-v2': gmxV2,
  'morpho-blue': morphoBlue,
  'morpho-optimizer': morphoOptimizer,
  'morpho-vault-markets': morphoVaultMarkets,
  nexus,
  pendle,
  'pool-registry': poolRegistry,
  'liquid-staking': liquidStaking,
  liquity,
  'liquity-v2': liquityV2,
  lista,
  maker,
  silo,
  'silo-v1': siloV1,
  stakewise,
  stargate,
  symbiotic,
  synthetix,
  velodrome,
  'rocket-node': rocketNode,
  uncx,
  'uniswap-v2': uniswapV2,
  'uniswap-v3': uniswapV3,
  'uniswap-v4': uniswapV4,
  layerbank,
  'lido-queue': lidoQueue,
  'vote-lock': voteLock,
  'withdrawal-nft': withdrawalNft,
  'withdrawal-queue': withdrawalQueue,
  'v2-pairs': v2Pairs,
  'vault-list': vaultList,
}

/** Reads what an owner holds at the contracts of an entry, with the entry's driver. */
export function readEntry<Name extends DriverName>(
  entry: { [Each in Name]: EntryOf[Each] & { driver: Each } }[Name],
  owner: Address,
): Generator<Call[], Finding[], Reply[]> {
  return DRIVERS[entry.driver](entry, owner)
}
