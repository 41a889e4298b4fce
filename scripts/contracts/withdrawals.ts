import type { ScanChain } from '../../src/wallet/chains/scan-chains.ts'
import type { LidoQueueEntry } from '../../src/wallet/evm/drivers/lido-queue.ts'
import type { WithdrawalNftEntry } from '../../src/wallet/evm/drivers/withdrawal-nft.ts'
import { lower } from './lower.ts'
import { knownToken } from './tokens.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

/** Contracts that hold what is being withdrawn from liquid staking. */
export function entries({ chainId }: ScanChain): (LidoQueueEntry | WithdrawalNftEntry)[] {
  if (chainId !== 1) return []
  return [
    {
      id: 'lido-withdrawals',
      protocol: 'lido',
      product: 'lst',
      market: 'withdrawal',
      driver: 'lido-queue',
      queue: lower('0x889edC2eDab5f40e902b864aD4d7AdE8E412F9B1'),
      native: knownToken(chainId, WETH),
      source:
        'meetmangukiya/zkevm-bridge-wsteth src/lido.sol; the same in many public repositories',
    },
    {
      id: 'ether.fi-withdrawals',
      protocol: 'ether.fi-stake',
      product: 'lst',
      market: 'withdrawal',
      driver: 'withdrawal-nft',
      collection: lower('0x7d5706f6ef3F89B3951E23e557CDFBC3239D4E2c'),
      symbol: 'ether.fi withdrawal request',
      source: 'etherfi-protocol/smart-contracts; the same address in many public repositories',
    },
  ]
}
