import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { PoolRegistryEntry } from '../../src/wallet/evm/drivers/pool-registry.ts'
import { lower } from './lower.ts'

/** Penpie's MasterPenpie, which holds the books of what is staked. */
const MASTERS: Partial<Record<ScanChain['key'], string>> = {
  ethereum: '0x16296859C15289731521F199F0a5f762dF6347d0',
  arbitrum: '0x0776C06907CE6Ff3d9Dbf84bA9B3422d7225942D',
  bnb: '0xb35b3d118c0394e750b4b59d2a2f9307393cd5db',
  optimism: '0x3CbFC97f87f534b42bb58276B7b5dCaD29E57EAc',
  base: '0xC295087393C3ffc8AA46A8f6489Ac93cE2dC6461',
  sonic: '0x664cc2BcAe1E057EB1Ec379598c5B743Ad9Db6e7',
  berachain: '0x367e7A694B9BE5339Cd861F7ee200cb829CDef96',
  hyperliquid: '0xb664342D02A71cc16e7f88dc5711fF6cC28512E7',
  plasma: '0x2Cfedb9C62EFb57A8Bb8EC535F32731975d55243',
}
const SOURCE =
  'DefiLlama/DefiLlama-Adapters@002fdae projects/penpie; magpiexyz/penpie_contracts@347d857 rewards/MasterPenpie.sol'
/** Pools in one request: each is two questions of one contract. */
const PAGE = 1000

/** What is staked at Penpie on a chain. */
export function entries({ key }: ScanChain): PoolRegistryEntry[] {
  const registry = MASTERS[key]
  if (!registry) return []
  return [
    {
      id: 'penpie',
      protocol: 'penpie',
      product: 'lp',
      driver: 'pool-registry',
      source: SOURCE,
      walk: 'penpie',
      registry: lower(registry),
      page: PAGE,
      pages: 1,
      except: [],
    },
  ]
}
