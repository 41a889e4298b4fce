import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { MorphoOptimizerEntry } from '../../src/wallet/evm/drivers/morpho-optimizer.ts'

const ADAPTERS = 'DefiLlama/DefiLlama-Adapters@1eb4e81'

export function entries({ chainId }: ScanChain): MorphoOptimizerEntry[] {
  if (chainId !== 1) return []
  return [
    {
      id: 'morpho-aave-v2',
      protocol: 'morpho-aave',
      product: 'lending',
      driver: 'morpho-optimizer',
      over: 'aave-v2',
      contract: '0x507fa343d0a90786d86c7cd885f5c49263a91ff4',
      source: `${ADAPTERS} projects/morpho-aave`,
    },
    {
      id: 'morpho-aave-v3',
      protocol: 'morpho-aavev3',
      product: 'lending',
      driver: 'morpho-optimizer',
      over: 'aave-v3',
      contract: '0x33333aea097c193e66081e930c33020272b33333',
      source: `${ADAPTERS} projects/morpho-aaveV3`,
    },
  ]
}
