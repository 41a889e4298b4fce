import * as z from 'zod'
import { aaveEntry } from '../evm/drivers/aave.ts'
import { aaveV4Entry } from '../evm/drivers/aave-v4.ts'
import { balancerEntry } from '../evm/drivers/balancer.ts'
import { compoundV2Entry } from '../evm/drivers/compound-v2.ts'
import { compoundV3Entry } from '../evm/drivers/compound-v3.ts'
import { curveEntry } from '../evm/drivers/curve.ts'
import { erc4626Entry } from '../evm/drivers/erc4626.ts'
import { eulerEntry } from '../evm/drivers/euler.ts'
import { fluidEntry } from '../evm/drivers/fluid.ts'
import { gainsEntry } from '../evm/drivers/gains.ts'
import { gmxV1Entry } from '../evm/drivers/gmx-v1.ts'
import { gmxV2Entry } from '../evm/drivers/gmx-v2.ts'
import { morphoBlueEntry } from '../evm/drivers/morpho-blue.ts'
import { pendleEntry } from '../evm/drivers/pendle.ts'
import { receiptEntry } from '../evm/drivers/receipt.ts'
import { sugarEntry } from '../evm/drivers/sugar.ts'
import { uniswapV2Entry } from '../evm/drivers/uniswap-v2.ts'
import { uniswapV3Entry } from '../evm/drivers/uniswap-v3.ts'
import { uniswapV4Entry } from '../evm/drivers/uniswap-v4.ts'

/** A row of the registry, by the driver that reads it; each driver says what its rows hold. */
export const registryEntry = z.discriminatedUnion('driver', [
  aaveEntry,
  aaveV4Entry,
  balancerEntry,
  compoundV2Entry,
  compoundV3Entry,
  curveEntry,
  erc4626Entry,
  eulerEntry,
  fluidEntry,
  gainsEntry,
  gmxV1Entry,
  gmxV2Entry,
  morphoBlueEntry,
  pendleEntry,
  receiptEntry,
  sugarEntry,
  uniswapV2Entry,
  uniswapV3Entry,
  uniswapV4Entry,
])
export type RegistryEntry = z.infer<typeof registryEntry>
