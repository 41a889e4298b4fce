import { addressesRegistry, MarketParams } from '@morpho-org/blue-sdk'
import packageFile from '../../package.json' with { type: 'json' }
import type { ScanChain } from '../../src/wallet/chains/scan-chains.ts'
import type { Erc4626Entry } from '../../src/wallet/evm/drivers/erc4626.ts'
import type { MorphoBlueEntry } from '../../src/wallet/evm/drivers/morpho-blue.ts'
import type { Hex } from '../../src/wallet/model/address.ts'
import { lower } from './lower.ts'
import { BEND_MARKETS, FIXTURE_MARKETS, MARKET_IDS, VAULTS } from './morpho-lists.ts'
import listedVaults from './morpho-vaults.json' with { type: 'json' }

const SDK = `@morpho-org/blue-sdk@${packageFile.devDependencies['@morpho-org/blue-sdk']}`

/** Multicall3 has the same address on every scanned chain. */
const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11'

/** Markets and vaults of Morpho on a chain, from curated lists, because no call of Morpho lists all positions of a user. */
export function entries(chain: ScanChain): (MorphoBlueEntry | Erc4626Entry)[] {
  return [...marketEntries(chain), ...bendEntries(chain), ...vaultEntries(chain)]
}

function marketEntries({ chainId }: ScanChain): MorphoBlueEntry[] {
  const morpho = Object.entries(addressesRegistry).find(([id]) => id === `${chainId}`)?.[1].morpho
  const fixtures = chainId === 1 ? FIXTURE_MARKETS.map((each) => marketId(each)) : []
  const markets = [...new Set([...fixtures, ...(MARKET_IDS[chainId] ?? [])])].sort()
  if (morpho === undefined || markets.length === 0) return []
  return [
    {
      id: 'morpho-blue',
      protocol: 'morpho-blue',
      product: 'lending',
      driver: 'morpho-blue',
      morpho: lower(morpho),
      multicall3: MULTICALL3,
      markets,
      tokens: [],
      source: `${SDK}; market ids from morpho-org/sdks@03c0114 packages/morpho-test and public integrations`,
    },
  ]
}

function marketId([loan, collateral, oracle, lltvPercent]: (typeof FIXTURE_MARKETS)[number]): Hex {
  const idle = lltvPercent === 0
  return new MarketParams({
    loanToken: lower(loan),
    collateralToken: lower(collateral),
    oracle: lower(oracle),
    irm: lower(idle ? oracle : addressesRegistry[1].adaptiveCurveIrm),
    lltv: BigInt(Math.round(lltvPercent * 10)) * 10n ** 15n,
  }).id
}

function bendEntries({ chainId }: ScanChain): MorphoBlueEntry[] {
  if (chainId !== 80094) return []
  return [
    {
      id: 'bend',
      protocol: 'bend',
      product: 'lending',
      driver: 'morpho-blue',
      morpho: lower('0x24147243f9c08d835C218Cda1e135f8dFD0517D0'),
      multicall3: MULTICALL3,
      markets: [...BEND_MARKETS].sort(),
      tokens: [],
      source: 'docs.berachain.com/build/bend: deployed contracts and deployed markets',
    },
  ]
}

/** Every vault that Morpho's list names or named; a scan asks the unnamed ones for their symbols. */
const LISTED: Record<string, string[]> = listedVaults

function vaultEntries({ chainId }: ScanChain): Erc4626Entry[] {
  const named = new Map((VAULTS[chainId] ?? []).map(([name, vault]) => [lower(vault), name]))
  const listed = (LISTED[chainId] ?? []).map(lower)
  return [...new Set([...named.keys(), ...listed])].map((vault) => {
    const name = named.get(vault)
    return {
      id: `morpho-vault-${vault.slice(2, 10)}`,
      protocol: 'morpho-blue',
      product: 'vault',
      ...(name === undefined ? { unmeasured: true } : { market: name }),
      driver: 'erc4626',
      vault,
      source:
        name === undefined
          ? 'morpho-org/morpho-blue-api-metadata@72f3f35'
          : 'morpho-org/morpho-blue-api-metadata@008b02a, 01b7674; karpatkey/defi-kit@01ba2c7 for Base',
    }
  })
}
