import type { Address } from '../../src/chains/address.ts'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import { fromTron } from '../../src/chains/tron-address.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/contract-entry.ts'

const SOURCE = 'DefiLlama/DefiLlama-Adapters@1eb4e81'

/** JustLend, a fork of Compound v2, and the receipt tokens of Tron. Contract lists hold addresses as nodes write them. */
const ENTRIES: ContractEntry[] = [
  {
    id: 'justlend',
    protocol: 'justlend',
    product: 'lending',
    driver: 'compound-v2',
    comptroller: hex('TGjYzgCyPobsNS9n6WcbdLVR9dH7mWqFx7'),
    native: {
      market: hex('TE2RzoSV3wFK99w6J9UnnZ4vLfXYoxvRwP'),
      token: { address: hex('TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR'), symbol: 'WTRX', decimals: 6 },
    },
    source: `${SOURCE} projects/justlend.js; wrapped TRX: projects/helper/coreAssets.json`,
  },
  {
    id: 'justlend-strx',
    protocol: 'justlend',
    product: 'lst',
    market: 'sTRX',
    driver: 'liquid-staking',
    // Its rate has no source that was read, so it is reported as itself and priced by the market.
    token: { address: hex('TU3kjFuhtEo42tsCBtfYUAZxoqQ4yuSLQ5'), symbol: 'sTRX', decimals: 18 },
    source: `${SOURCE} registries/sumTokens.js; the same in many public repositories`,
  },
  {
    id: 'stusdt',
    protocol: 'stusdt',
    product: 'lst',
    market: 'stUSDT',
    driver: 'liquid-staking',
    token: { address: hex('TThzxNRLrW2Brp9DcTQU8i4Wd9udCWEdZ3'), symbol: 'stUSDT', decimals: 18 },
    source: `${SOURCE} projects/stUSDT; decimals: sushi and other public lists`,
  },
]

function hex(address: string): Address {
  const found = fromTron(address)
  if (found === null) throw new TypeError(`${address} is not a Tron address.`)
  return found
}

export function entries({ key }: ScanChain): ContractEntry[] {
  return key === 'tron' ? ENTRIES : []
}
