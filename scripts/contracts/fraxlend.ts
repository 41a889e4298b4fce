import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { FraxlendEntry } from '../../src/wallet/evm/drivers/fraxlend.ts'
import { lower } from './lower.ts'

const REGISTRIES: Record<number, string> = {
  1: '0xD6E9D27C75Afd88ad24Cd5EdccdC76fd2fc3A751',
  42161: '0x0bD2fFBcB0A17De2d5a543ec2D47C772eeaD316d',
}

/** Fraxlend, whose registry lists its pairs on chain. */
export function entries({ chainId }: ScanChain): FraxlendEntry[] {
  const registry = REGISTRIES[chainId]
  if (registry === undefined) return []
  return [
    {
      id: 'fraxlend',
      protocol: 'fraxlend',
      product: 'lending',
      driver: 'fraxlend',
      registry: lower(registry),
      source:
        'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/fraxlend; the same in many public repositories',
    },
  ]
}
