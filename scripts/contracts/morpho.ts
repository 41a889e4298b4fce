import { addressesRegistry, MarketParams } from '@morpho-org/blue-sdk'
import packageFile from '../../package.json' with { type: 'json' }
import type { Address, Hex } from '../../src/chains/address.ts'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { Erc4626Entry } from '../../src/wallet/evm/drivers/erc4626.ts'
import type { MorphoBlueEntry } from '../../src/wallet/evm/drivers/morpho-blue.ts'
import type { MorphoVaultMarketsEntry } from '../../src/wallet/evm/drivers/morpho-vault-markets.ts'
import { lower } from './lower.ts'
import { BEND_MARKETS, FIXTURE_MARKETS, MARKET_IDS, VAULTS } from './morpho-lists.ts'
import listedVaults from './morpho-vaults.json' with { type: 'json' }

const SDK = `@morpho-org/blue-sdk@${packageFile.devDependencies['@morpho-org/blue-sdk']}`

/** Multicall3 has the same address on every scanned chain. */
const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11'

type MorphoEntry = MorphoBlueEntry | MorphoVaultMarketsEntry | Erc4626Entry

/** Markets and vaults of Morpho on a chain, from curated lists, because no call of Morpho lists all positions of a user. */
export function entries(chain: ScanChain): MorphoEntry[] {
  const markets = marketEntries(chain)
  const vaults = vaultEntries(chain)
  return [...markets, ...walkEntries(chain, markets, vaults), ...bendEntries(chain), ...vaults]
}

function marketEntries({ chainId }: ScanChain): MorphoBlueEntry[] {
  const morpho = morphoOn(chainId)
  const fixtures = chainId === 1 ? FIXTURE_MARKETS.map((each) => marketId(each)) : []
  const markets = [...new Set([...fixtures, ...(MARKET_IDS[chainId] ?? [])])].sort()
  if (morpho === null || markets.length === 0) return []
  return [
    {
      id: 'morpho-blue',
      protocol: 'morpho-blue',
      product: 'lending',
      driver: 'morpho-blue',
      morpho,
      multicall3: MULTICALL3,
      markets,
      tokens: [],
      source: `${SDK}; market ids from morpho-org/sdks@03c0114 packages/morpho-test and public integrations`,
    },
  ]
}

/** The markets that the listed vaults lend in, without those that stand in a list themselves. */
function walkEntries(
  { chainId }: ScanChain,
  markets: MorphoBlueEntry[],
  vaults: Erc4626Entry[],
): MorphoVaultMarketsEntry[] {
  const morpho = morphoOn(chainId)
  if (morpho === null || vaults.length === 0) return []
  return [
    {
      id: 'morpho-vault-markets',
      protocol: 'morpho-blue',
      product: 'lending',
      driver: 'morpho-vault-markets',
      morpho,
      multicall3: MULTICALL3,
      vaults: `0x${vaults.map(({ vault }) => vault.slice(2)).join('')}`,
      except: markets.flatMap((each) => each.markets),
      tokens: [],
      source: `${SDK}; vaults as in the other entries of Morpho`,
    },
  ]
}

function morphoOn(chainId: number): Address | null {
  const found = Object.entries(addressesRegistry).find(([id]) => id === `${chainId}`)?.[1].morpho
  return found === undefined ? null : lower(found)
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
