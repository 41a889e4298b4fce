import type { Address, Hex } from '../../src/chains/address.ts'
import { unpacked } from '../../src/chains/packed-addresses.ts'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { PoolRegistryEntry } from '../../src/wallet/evm/drivers/pool-registry.ts'
import { lower } from './lower.ts'
import lists from './pendle-markets.json' with { type: 'json' }
import { PRINCIPAL_TOKENS } from './pendle-tokens.ts'

/**
 * Equilibria's boosters. Pendle's factories tell whether a market is theirs but list none, and Equilibria has a record of the markets
 * that it has added. The addresses are those of DefiLlama's adapter, and other public repositories have the same.
 */
const BOOSTERS: Partial<Record<ScanChain['key'], string>> = {
  ethereum: '0x4D32C8Ff2fACC771eC7Efc70d6A8468bC30C26bF',
  arbitrum: '0x4D32C8Ff2fACC771eC7Efc70d6A8468bC30C26bF',
  bnb: '0x4D32C8Ff2fACC771eC7Efc70d6A8468bC30C26bF',
  optimism: '0x18C61629E6CBAdB85c29ba7993f251b3EbE2B356',
  mantle: '0x920873E5b302A619C54c908aDFB77a1C4256A3B8',
  base: '0x2583A2538272f31e9A15dD12A432B8C96Ab4821d',
  sonic: '0x920873E5b302A619C54c908aDFB77a1C4256A3B8',
  berachain: '0x18C61629E6CBAdB85c29ba7993f251b3EbE2B356',
  hyperliquid: '0xad29951cdA3dcd0E570e65A6Ee34aa455C53421C',
  plasma: '0xd6eCfD0d5f1Dfd3ad30f267a3a29b3E1bC4fd54f',
}
const BOOSTER_SOURCE =
  'DefiLlama/DefiLlama-Adapters@1eb4e81 projects/equilibria; eqbtech/equilibria-contracts (records)'
/** The last commit whose `deployments` name markets. */
const LIST_SOURCE = 'pendle-finance/pendle-core-v2-public@c1f90f2 deployments/*-markets'
/** Markets in one request: each takes about 25,000 gas, and many nodes allow 50 million. */
const PAGE = 1000

/** Tokens of one chain, packed: markets are their own liquidity tokens, the others principal and yield tokens. */
interface Listed {
  markets: string
  tokens: string
}
const LISTS: Partial<Record<string, Listed>> = lists

/** Markets of Pendle on a chain, with their principal and yield tokens: those on its list, and those that Equilibria knows. */
export function entries({ key, chainId }: ScanChain): PoolRegistryEntry[] {
  const listed = LISTS[key]
  const booster = BOOSTERS[key]
  const markets: Hex = `0x${listed?.markets ?? ''}`
  const known = PRINCIPAL_TOKENS.filter((each) => each.chainId === chainId).map(({ address }) =>
    lower(address),
  )
  const tokens: Hex = `0x${listed?.tokens ?? ''}`
  return [
    ...(listed
      ? [
          listEntry('pendle-listed-markets', 'lp', markets, []),
          listEntry('pendle-listed-tokens', 'vault', tokens, known),
        ]
      : []),
    ...(booster
      ? boosterEntries(lower(booster), {
          markets: unpacked(markets),
          tokens: [...new Set([...unpacked(tokens), ...known])],
        })
      : []),
  ]
}

function listEntry(
  id: string,
  product: 'lp' | 'vault',
  list: Hex,
  except: Address[],
): PoolRegistryEntry {
  return {
    id,
    protocol: 'pendle',
    product,
    driver: 'pool-registry',
    source: LIST_SOURCE,
    walk: 'tokens',
    list,
    page: unpacked(list).length,
    pages: 1,
    except,
  }
}

function boosterEntries(
  registry: Address,
  listed: { markets: Address[]; tokens: Address[] },
): PoolRegistryEntry[] {
  const common = {
    driver: 'pool-registry',
    source: BOOSTER_SOURCE,
    registry,
    page: PAGE,
    pages: 1,
  } as const
  return [
    {
      ...common,
      id: 'pendle-markets',
      protocol: 'pendle',
      product: 'lp',
      walk: 'pendle-markets',
      except: listed.markets,
    },
    {
      ...common,
      id: 'pendle-tokens',
      protocol: 'pendle',
      product: 'vault',
      walk: 'pendle-tokens',
      except: listed.tokens,
    },
    {
      ...common,
      id: 'equilibria-booster',
      protocol: 'equilibria',
      product: 'lp',
      walk: 'equilibria',
      except: [],
    },
  ]
}
