import * as z from 'zod'
import { aaveEntry } from '../drivers/aave.ts'
import { aaveV4Entry } from '../drivers/aave-v4.ts'
import { abracadabraEntry } from '../drivers/abracadabra.ts'
import { balancerEntry } from '../drivers/balancer.ts'
import { compoundV2Entry } from '../drivers/compound-v2.ts'
import { compoundV3Entry } from '../drivers/compound-v3.ts'
import { curveEntry } from '../drivers/curve.ts'
import { curveLoanEntry } from '../drivers/curve-loan.ts'
import { depositPoolEntry } from '../drivers/deposit-pool.ts'
import { eigenlayerEntry } from '../drivers/eigenlayer.ts'
import { erc4626Entry } from '../drivers/erc4626.ts'
import { eulerEntry } from '../drivers/euler.ts'
import { fluidEntry } from '../drivers/fluid.ts'
import { fraxlendEntry } from '../drivers/fraxlend.ts'
import { gainsEntry } from '../drivers/gains.ts'
import { gmxV1Entry } from '../drivers/gmx-v1.ts'
import { gmxV2Entry } from '../drivers/gmx-v2.ts'
import { layerbankEntry } from '../drivers/layerbank.ts'
import { lidoQueueEntry } from '../drivers/lido-queue.ts'
import { liquidStakingEntry } from '../drivers/liquid-staking.ts'
import { liquityEntry } from '../drivers/liquity.ts'
import { liquityV2Entry } from '../drivers/liquity-v2.ts'
import { listaEntry } from '../drivers/lista.ts'
import { makerEntry } from '../drivers/maker.ts'
import { morphoBlueEntry } from '../drivers/morpho-blue.ts'
import { morphoOptimizerEntry } from '../drivers/morpho-optimizer.ts'
import { morphoVaultMarketsEntry } from '../drivers/morpho-vault-markets.ts'
import { nexusEntry } from '../drivers/nexus.ts'
import { pendleEntry } from '../drivers/pendle.ts'
import { poolRegistryEntry } from '../drivers/pool-registry.ts'
import { rocketNodeEntry } from '../drivers/rocket-node.ts'
import { siloEntry } from '../drivers/silo.ts'
import { siloV1Entry } from '../drivers/silo-v1.ts'
import { stakewiseEntry } from '../drivers/stakewise.ts'
import { stargateEntry } from '../drivers/stargate.ts'
import { symbioticEntry } from '../drivers/symbiotic.ts'
import { synthetixEntry } from '../drivers/synthetix.ts'
import { uncxEntry } from '../drivers/uncx.ts'
import { uniswapV2Entry } from '../drivers/uniswap-v2.ts'
import { uniswapV3Entry } from '../drivers/uniswap-v3.ts'
import { uniswapV4Entry } from '../drivers/uniswap-v4.ts'
import { v2PairsEntry } from '../drivers/v2-pairs.ts'
import { vaultListEntry } from '../drivers/vault-list.ts'
import { velodromeEntry } from '../drivers/velodrome.ts'
import { voteLockEntry } from '../drivers/vote-lock.ts'
import { withdrawalNftEntry } from '../drivers/withdrawal-nft.ts'
import { withdrawalQueueEntry } from '../drivers/withdrawal-queue.ts'

/** An entry of a contract list; each driver defines the fields of its own entries. */
export const contractEntry = z.discriminatedUnion('driver', [
  aaveEntry,
  aaveV4Entry,
  abracadabraEntry,
  balancerEntry,
  compoundV2Entry,
  compoundV3Entry,
  curveEntry,
  depositPoolEntry,
  eigenlayerEntry,
  curveLoanEntry,
  erc4626Entry,
  eulerEntry,
  fluidEntry,
  fraxlendEntry,
  gainsEntry,
  gmxV1Entry,
  gmxV2Entry,
  morphoBlueEntry,
  morphoOptimizerEntry,
  morphoVaultMarketsEntry,
  nexusEntry,
  pendleEntry,
  poolRegistryEntry,
  liquidStakingEntry,
  liquityEntry,
  liquityV2Entry,
  listaEntry,
  makerEntry,
  siloEntry,
  siloV1Entry,
  stakewiseEntry,
  stargateEntry,
  symbioticEntry,
  synthetixEntry,
  velodromeEntry,
  rocketNodeEntry,
  uncxEntry,
  uniswapV2Entry,
  uniswapV3Entry,
  uniswapV4Entry,
  layerbankEntry,
  lidoQueueEntry,
  voteLockEntry,
  withdrawalNftEntry,
  withdrawalQueueEntry,
  v2PairsEntry,
  vaultListEntry,
])
export type ContractEntry = z.infer<typeof contractEntry>
