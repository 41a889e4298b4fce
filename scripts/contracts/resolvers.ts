import type { Address } from '../../src/chains/address.ts'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { EulerEntry } from '../../src/wallet/evm/drivers/euler.ts'
import type { FluidEntry } from '../../src/wallet/evm/drivers/fluid.ts'
import { EULER_EVC, EULER_SOURCE, LABELLED_VAULTS, MEASURED_VAULTS } from './euler-vaults.ts'
import { lower } from './lower.ts'

const FLUID_SOURCE = 'Instadapp/fluid-contracts-public@a9949b4 deployments/deployments.md'
/** The wrapped native coin of each chain with Fluid, in which the native coin is reported. */
const FLUID_NATIVE: Record<number, { address: string; symbol: string }> = {
  1: { address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', symbol: 'WETH' },
  42161: { address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', symbol: 'WETH' },
  8453: { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH' },
  137: { address: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', symbol: 'WPOL' },
}

/** Lending protocols with a contract that returns all positions of an owner. */
export function entries({ chainId }: ScanChain): (FluidEntry | EulerEntry)[] {
  const found: (FluidEntry | EulerEntry)[] = []
  const native = FLUID_NATIVE[chainId]
  if (native) {
    found.push({
      id: 'fluid',
      protocol: 'fluid-lending',
      product: 'lending',
      driver: 'fluid',
      source: FLUID_SOURCE,
      lendingResolver: lower('0x48D32f49aFeAEC7AE66ad7B9264f446fc11a1569'),
      vaultResolver: lower('0xA5C3E16523eeeDDcC34706b0E6bE88b4c6EA95cC'),
      dexResolver: lower('0x11D80CfF056Cef4F9E6d23da8672fE9873e5cC07'),
      native: { address: lower(native.address), symbol: native.symbol, decimals: 18 },
    })
  }
  const evc = EULER_EVC[chainId]
  if (evc) {
    const measured = (MEASURED_VAULTS[chainId] ?? []).map(lower)
    const isOther = (vault: Address) => !measured.includes(vault)
    found.push({
      id: 'euler-v2',
      protocol: 'euler-v2',
      product: 'lending',
      driver: 'euler',
      source: EULER_SOURCE,
      evc: lower(evc),
      vaults: measured,
      unmeasured: (LABELLED_VAULTS[chainId] ?? []).map(lower).filter(isOther),
    })
  }
  return found
}
