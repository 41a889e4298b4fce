import * as z from 'zod'
import { aaveEntry } from '../drivers/aave.ts'
import { aaveV4Entry } from '../drivers/aave-v4.ts'
import { balancerEntry } from '../drivers/balancer.ts'
import { compoundV2Entry } from '../drivers/compound-v2.ts'
import { compoundV3Entry } from '../drivers/compound-v3.ts'
import { curveEntry } from '../drivers/curve.ts'
import { eigenlayerEntry } from '../drivers/eigenlayer.ts'
import { erc4626Entry } from '../drivers/erc4626.ts'
import { eulerEntry } from '../drivers/euler.ts'
import { fluidEntry } from '../drivers/fluid.ts'
import { gainsEntry } from '../drivers/gains.ts'
import { gmxV1Entry } from '../drivers/gmx-v1.ts'
import { gmxV2Entry } from '../drivers/gmx-v2.ts'
import { lidoQueueEntry } from '../drivers/lido-queue.ts'
import { liquidStakingEntry } from '../drivers/liquid-staking.ts'
import { morphoBlueEntry } from '../drivers/morpho-blue.ts'
import { pendleEntry } from '../drivers/pendle.ts'
import { rocketNodeEntry } from '../drivers/rocket-node.ts'
import { uniswapV2Entry } from '../drivers/uniswap-v2.ts'
import { uniswapV3Entry } from '../drivers/uniswap-v3.ts'
import { uniswapV4Entry } from '../drivers/uniswap-v4.ts'
import { velodromeEntry } from '../drivers/velodrome.ts'
import { voteLockEntry } from '../drivers/vote-lock.ts'
import { withdrawalNftEntry } from '../drivers/withdrawal-nft.ts'

/** An entry of a contract list; each driver defines the fields of its own entries. */
export const contractEntry = z.discriminatedUnion('driver', [
  aaveEntry,
  aaveV4Entry,
  balancerEntry,
  compoundV2Entry,
  compoundV3Entry,
  curveEntry,
  eigenlayerEntry,
  erc4626Entry,
  eulerEntry,
  fluidEntry,
  gainsEntry,
  gmxV1Entry,
  gmxV2Entry,
  morphoBlueEntry,
  pendleEntry,
  liquidStakingEntry,
  velodromeEntry,
  uniswapV2Entry,
  uniswapV3Entry,
  uniswapV4Entry,
  lidoQueueEntry,
  rocketNodeEntry,
  voteLockEntry,
  withdrawalNftEntry,
])
export type ContractEntry = z.infer<typeof contractEntry>
