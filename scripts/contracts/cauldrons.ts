import type { ScanChain } from '../../src/chains/scan-chains.ts'
import {
  type AbracadabraEntry,
  abracadabraEntry,
} from '../../src/wallet/evm/drivers/abracadabra.ts'
import cauldrons from './cauldrons.json' with { type: 'json' }

/** Addresses in a row, without the first two letters. */
const CAULDRONS: Record<string, string> = cauldrons

/** Abracadabra's cauldrons of all versions, active or not. */
export function entries({ key }: ScanChain): AbracadabraEntry[] {
  const here = CAULDRONS[key]
  if (here === undefined) return []
  return [
    abracadabraEntry.parse({
      id: 'abracadabra',
      protocol: 'abracadabra',
      product: 'lending',
      driver: 'abracadabra',
      cauldrons: `0x${here}`,
      source:
        'Abracadabra-money/abracadabra-money-contracts@46ad862 config; further ones: DefiLlama/DefiLlama-Adapters@1eb4e81 projects/abracadabra and llamafolio/llamafolio-api@bf669cb agree',
    }),
  ]
}
