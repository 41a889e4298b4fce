import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { LayerbankEntry } from '../../src/wallet/evm/drivers/layerbank.ts'
import { lower } from './lower.ts'
import { knownToken } from './tokens.ts'

/** LayerBank's cores, and the wrapped coin of each chain. Linea has one of each version. */
const CORES: Partial<Record<number, { native: string; cores: [id: string, core: string][] }>> = {
  56: {
    native: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    cores: [['layerbank', '0x8eFdD7396b83Cd53ae7555224A30c41b1A100ffA']],
  },
  59144: {
    native: '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f',
    cores: [
      ['layerbank', '0x009a0b7C38B542208936F1179151CD08E2943833'],
      ['layerbank-v1', '0x43Eac5BFEa14531B8DE0B334E123eA98325de866'],
    ],
  },
  534352: {
    native: '0x5300000000000000000000000000000000000004',
    cores: [['layerbank', '0xEC53c830f4444a8A56455c6836b5D2aA794289Aa']],
  },
}

export function entries({ chainId }: ScanChain): LayerbankEntry[] {
  const chain = CORES[chainId]
  if (!chain) return []
  return chain.cores.map(([id, core]) => ({
    id,
    protocol: 'layerbank',
    product: 'lending',
    driver: 'layerbank',
    core: lower(core),
    native: knownToken(chainId, chain.native),
    source: 'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/lineabank',
  }))
}
