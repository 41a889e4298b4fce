import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { LidoQueueEntry } from '../../src/wallet/evm/drivers/lido-queue.ts'
import type { RocketNodeEntry } from '../../src/wallet/evm/drivers/rocket-node.ts'
import type { WithdrawalNftEntry } from '../../src/wallet/evm/drivers/withdrawal-nft.ts'
import type { WithdrawalQueueEntry } from '../../src/wallet/evm/drivers/withdrawal-queue.ts'
import { lower } from './lower.ts'
import { knownToken } from './tokens.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

const STETH = '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84'
const ETHX = '0xA35b1B31Ce002FBF2058D22F30f95D405200A15b'

type Entry = LidoQueueEntry | RocketNodeEntry | WithdrawalNftEntry | WithdrawalQueueEntry

interface Queue {
  protocol: string
  kind: WithdrawalQueueEntry['kind']
  queue: string
  pays: string[]
  source: string
}

const MANY = 'the same in many public repositories'

/** Withdrawals that wait, by owner. What is paid out besides ETH. */
const QUEUES: Queue[] = [
  {
    protocol: 'renzo',
    kind: 'renzo',
    queue: '0x5efc9D10E42FB517456f4ac41EB5e2eBe42C8918',
    pays: [STETH],
    source: `Renzo-Protocol/contracts-public; ${MANY}`,
  },
  {
    protocol: 'kelp',
    kind: 'kelp',
    queue: '0x62De59c08eB5dAE4b7E6F7a8cAd3006d6965ec16',
    pays: [STETH, ETHX],
    source: `Kelp-DAO/app-plugin-kelp PLUGIN_SPECIFICATION.md; ${MANY}`,
  },
  {
    protocol: 'swell-liquid-staking',
    kind: 'swell',
    queue: '0x48C11b86807627AF70a34662D4865cF854251663',
    pays: [],
    source: `swEXIT, ${MANY}`,
  },
  {
    protocol: 'swell-liquid-restaking',
    kind: 'swell',
    queue: '0x58749C46Ffe97e4d79508a2C781C440f4756f064',
    pays: [],
    source: `rswEXIT, ${MANY}`,
  },
]

/** Contracts of liquid staking that hold something for an owner without a token: withdrawals, and the stake of node operators. */
export function entries({ chainId }: ScanChain): Entry[] {
  if (chainId !== 1) return []
  return [
    ...QUEUES.map(
      ({ protocol, kind, queue, pays, source }): WithdrawalQueueEntry => ({
        id: `${protocol}-withdrawals`,
        protocol,
        product: 'lst',
        market: 'withdrawal',
        driver: 'withdrawal-queue',
        queue: lower(queue),
        kind,
        native: knownToken(chainId, WETH),
        assets: pays.map((each) => knownToken(chainId, each)),
        source,
      }),
    ),
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
      native: knownToken(chainId, WETH),
      source: 'etherfi-protocol/smart-contracts; the same address in many public repositories',
    },
    {
      id: 'rocket-pool-node',
      protocol: 'rocket-pool',
      product: 'staking',
      market: 'node',
      driver: 'rocket-node',
      staking: lower('0xedFc7DCaE43fF954577a2875a9D805874490eE3E'),
      storage: lower('0x1d8f8f00cfa6758d7bE78336684788Fb0ee0Fa46'),
      rpl: {
        address: '0xd33526068d116ce69f19a9ee46f0bd304f21a51f',
        symbol: 'RPL',
        decimals: 18,
      },
      native: knownToken(chainId, WETH),
      source:
        'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/rocketpool; storage: the same address in many public repositories',
    },
  ]
}
