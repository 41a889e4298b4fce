import type { ScanChain } from '../../src/wallet/chains/scan-chains.ts'
import { MULTICALL3 } from '../../src/wallet/evm/client/multicall.ts'
import type { EigenlayerEntry } from '../../src/wallet/evm/drivers/eigenlayer.ts'
import { knownToken } from './tokens.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

export function entries({ chainId }: ScanChain): EigenlayerEntry[] {
  if (chainId !== 1) return []
  return [
    {
      id: 'eigenlayer',
      protocol: 'eigenlayer',
      product: 'staking',
      driver: 'eigenlayer',
      delegationManager: '0x39053d51b77dc0d36036fc1fcc8cb819df8ef37a',
      multicall3: MULTICALL3,
      native: knownToken(chainId, WETH),
      source:
        'Layr-Labs/eigenlayer-contracts README (deployments); the same in many public repositories',
    },
  ]
}
