import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { Erc4626Entry } from '../../src/wallet/evm/drivers/erc4626.ts'
import { lower } from './lower.ts'

const SOURCE = 'sparkdotfi/spark-address-registry@5348de2 src'

/** Spark's savings vaults: sUSDC is of the first generation, the others of the second. */
const VAULTS: Partial<Record<number, { file: string; vaults: Record<string, string> }>> = {
  1: {
    file: 'Ethereum.sol',
    vaults: {
      sUSDC: '0xBc65ad17c5C0a2A4D159fa5a503f4992c7B545FE',
      spETH: '0xfE6eb3b609a7C8352A241f7F3A21CEA4e9209B8f',
      spPYUSD: '0x80128DbB9f07b93DDE62A6daeadb69ED14a7D354',
      spUSDC: '0x28B3a8fb53B741A8Fd78c0fb9A6B2393d896a43d',
      spUSDT: '0xe2e7a17dFf93280dec073C995595155283e3C372',
    },
  },
  42161: {
    file: 'Arbitrum.sol',
    vaults: {
      sUSDC: '0x940098b108fB7D0a7E374f6eDED7760787464609',
      spUSDT: '0x45d91340B3B7B96985A72b5c678F7D9e8D664b62',
    },
  },
  43114: {
    file: 'Avalanche.sol',
    vaults: { spUSDC: '0x28B3a8fb53B741A8Fd78c0fb9A6B2393d896a43d' },
  },
  8453: { file: 'Base.sol', vaults: { sUSDC: '0x3128a0F7f0ea68E7B7c9B00AFa7E41045828e858' } },
  10: { file: 'Optimism.sol', vaults: { sUSDC: '0xCF9326e24EBfFBEF22ce1050007A43A3c0B6DB55' } },
  130: { file: 'Unichain.sol', vaults: { sUSDC: '0x14d9143BEcC348920b68D123687045db49a016C6' } },
  196: { file: 'XLayer.sol', vaults: { spUSDT: '0xc358c90D32375721Cb3924320Fdc2F8B694347Ca' } },
}

export function entries({ chainId }: ScanChain): Erc4626Entry[] {
  const listed = VAULTS[chainId]
  if (!listed) return []
  return Object.entries(listed.vaults).map(([symbol, vault]) => ({
    id: `spark-${symbol.toLowerCase()}`,
    protocol: 'spark-savings',
    product: 'vault',
    market: symbol,
    driver: 'erc4626',
    vault: lower(vault),
    source: `${SOURCE}/${listed.file}`,
  }))
}
