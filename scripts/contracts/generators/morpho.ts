import { addressesRegistry, MarketParams } from '@morpho-org/blue-sdk'
import * as z from 'zod'
import type { Address } from '../../../src/chains/address.ts'
import { MULTICALL3 } from '../../../src/chains/evm/multicall.ts'
import type { ScanChain } from '../../../src/chains/scan-chains.ts'
import { address } from '../../../src/wallet/model/entry-base.ts'
import { lower } from '../lower.ts'
import type { RowsOf, SourceRow } from '../source-rows.ts'
import { pack } from '../values.ts'

const marketRow = z.looseObject({
  /** Markets by their ids. */
  ids: z.array(z.string()).default([]),
  /** Markets by what their ids are made of; `lltv` in percent, 0 for a market without loans. */
  parameters: z
    .array(
      z.strictObject({ loan: address, collateral: address, oracle: address, lltv: z.number() }),
    )
    .default([]),
})
const vaultRow = z.looseObject({ vault: address })
const listRow = z.looseObject({ vaults: z.array(address) })

const LENDING = { product: 'lending', multicall3: MULTICALL3, tokens: [] }

/** Markets from curated lists, because no call of Morpho lists all positions of a user. */
export function morphoMarkets(rows: SourceRow[], { chainId }: ScanChain): object[] {
  return rows.map((row) => ({
    ...LENDING,
    id: 'morpho-blue',
    protocol: row.protocol,
    driver: 'morpho-blue',
    morpho: morphoOn(chainId),
    markets: marketIds(row),
    source: row.source,
  }))
}

/** The markets that the listed vaults of a chain lend in, without those that are in a list themselves. */
export function morphoVaultMarkets(
  rows: SourceRow[],
  { chainId }: ScanChain,
  rowsOf: RowsOf,
): object[] {
  const morpho = morphoOn(chainId)
  const vaults = [...rowsOf('morpho-vault').map(vaultOf), ...unnamedVaults(rowsOf)]
  if (morpho === null || vaults.length === 0) return []
  return rows.map(({ protocol, source }) => ({
    ...LENDING,
    id: 'morpho-vault-markets',
    protocol,
    driver: 'morpho-vault-markets',
    morpho,
    vaults: pack(vaults),
    except: rowsOf('morpho-markets').flatMap(marketIds),
    source,
  }))
}

/** Vaults with a name, which are on Morpho's present list. */
export function morphoVaults(rows: SourceRow[]): object[] {
  return rows.map((row) => ({ ...row, id: vaultId(vaultOf(row)) }))
}

/** Every further vault that Morpho's list has or had; a scan asks them for their symbols. */
export function morphoVaultLists(rows: SourceRow[], _: ScanChain, rowsOf: RowsOf): object[] {
  return rows.flatMap(({ vaults: _vaults, ...entry }) =>
    unnamedVaults(rowsOf).map((vault) => ({ ...entry, id: vaultId(vault), vault })),
  )
}

function unnamedVaults(rowsOf: RowsOf): Address[] {
  const named = rowsOf('morpho-vault').map(vaultOf)
  const listed = rowsOf('morpho-vault-list').flatMap((row) => listRow.parse(row).vaults)
  return listed.filter((vault) => !named.includes(vault))
}

function vaultOf(row: SourceRow): Address {
  return vaultRow.parse(row).vault
}

function vaultId(vault: Address): string {
  return `morpho-vault-${vault.slice(2, 10)}`
}

function morphoOn(chainId: number): Address | null {
  const found = Object.entries(addressesRegistry).find(([id]) => id === `${chainId}`)?.[1].morpho
  return found === undefined ? null : lower(found)
}

function marketIds(row: SourceRow): string[] {
  const { ids, parameters } = marketRow.parse(row)
  const made = parameters.map(({ loan, collateral, oracle, lltv }) => {
    const irm = lltv === 0 ? oracle : addressesRegistry[1].adaptiveCurveIrm
    return new MarketParams({
      loanToken: loan,
      collateralToken: collateral,
      oracle,
      irm: lower(irm),
      lltv: BigInt(Math.round(lltv * 10)) * 10n ** 15n,
    }).id
  })
  return [...new Set([...made, ...ids])].sort()
}
