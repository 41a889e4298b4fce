import { getContractAddress } from 'viem'
import type { Address } from '../../src/chains/address.ts'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { StargateEntry } from '../../src/wallet/evm/drivers/stargate.ts'
import { lower } from './lower.ts'
import { STARGATE, type StargateChain } from './stargate-pools.ts'
import { knownToken } from './tokens.ts'

type Entry = StargateEntry

/** Stargate, both versions. The contract of a share is reckoned from who made it, which is published. */
export function entries({ chainId }: ScanChain): Entry[] {
  const chain = STARGATE[chainId]
  return chain ? [...firstVersion(chainId, chain), ...secondVersion(chainId, chain)] : []
}

/** The factory of the first version made its pools and nothing else, so that they are its first contracts. */
function firstVersion(chainId: number, { native, v1 }: StargateChain): Entry[] {
  if (!v1) return []
  return [
    {
      id: 'stargate-v1',
      protocol: 'stargate',
      product: 'lp',
      driver: 'stargate',
      version: 1,
      pools: Array.from({ length: v1.pools }, (_, at) => {
        const pool = madeBy(v1.factory, at + 1)
        return { pool, share: pool }
      }),
      farms: v1.farms.map(([contract, places]) => ({ contract: lower(contract), places })),
      ...(native && { native: knownToken(chainId, native) }),
      ...(v1.vault && { vault: lower(v1.vault) }),
      source:
        '@stargatefinance/stg-evm-v1@1.0.33 deployments; number of pools: DefiLlama/dimension-adapters stargate, MetaMask/mmi-defi-adapters stargate',
    },
  ]
}

/** A pool of the second version makes the token of its shares in its constructor (`StargatePool`). */
function secondVersion(chainId: number, { native, v2 }: StargateChain): Entry[] {
  if (!v2) return []
  return [
    {
      id: 'stargate-v2',
      protocol: 'stargate-v2',
      product: 'lp',
      driver: 'stargate',
      version: 2,
      pools: v2.pools.map((pool) => ({ pool: lower(pool), share: madeBy(pool, 1) })),
      farms: v2.staking ? [{ contract: lower(v2.staking), places: 0 }] : [],
      ...(native && { native: knownToken(chainId, native) }),
      source: '@stargatefinance/stg-evm-v2@2.0.6 and stg-evm-sdk-v2@1.1.12 deployments',
    },
  ]
}

function madeBy(maker: string, nonce: number): Address {
  return lower(getContractAddress({ from: lower(maker), nonce: BigInt(nonce) }))
}
