import type { ScanChain } from '../../src/wallet/chains/scan-chains.ts'
import type { LidoQueueEntry } from '../../src/wallet/evm/drivers/lido-queue.ts'
import type { RocketNodeEntry } from '../../src/wallet/evm/drivers/rocket-node.ts'
import type { WithdrawalNftEntry } from '../../src/wallet/evm/drivers/withdrawal-nft.ts'
import { lower } from './lower.ts'
import { knownToken } from './tokens.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

type Entry = LidoQueueEntry | RocketNodeEntry | WithdrawalNftEntry

/** Contracts of liquid staking that hold something for an owner without a token: withdrawals, and the stake of node operators. */
export function entries({ chainId }: ScanChain): Entry[] {
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
    {
      id: 'rocket-pool-node',
      protocol: 'rocket-pool',
      product: 'staking',
      market: 'node',
      driver: 'rocket-node',
      staking: lower('0xedFc7DCaE43fF954577a2875a9D805874490eE3E'),
      rpl: {
        address: '0xd33526068d116ce69f19a9ee46f0bd304f21a51f',
        symbol: 'RPL',
        decimals: 18,
      },
      native: knownToken(chainId, WETH),
      source: 'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/rocketpool',
    },
  ]
}
