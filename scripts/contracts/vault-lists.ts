import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { VaultListEntry } from '../../src/wallet/evm/drivers/vault-list.ts'
import beefyVaults from './beefy-vaults.json' with { type: 'json' }
import { lower } from './lower.ts'
import yearnVaults from './yearn-vaults.json' with { type: 'json' }

const YEARN_SOURCE =
  'yearn/ydaemon@6e24b12 data/meta/vaults, as of 2025-09-27 (vaults of Yearn, without those that stand in lists of Morpho and others)'
const BEEFY_SOURCE =
  'beefyfinance/beefy-v2@b49c1c4 src/config/vault, as of 2026-08-20 (vaults that are not at their end of life)'

interface YearnVaults {
  /** Shares with a price. */
  v2?: string
  /** ERC-4626. */
  v3?: string
}

interface BeefyVaults {
  vaults?: string
  /** Managers of concentrated liquidity and the reward pools in which their shares are staked, and the manager of each. */
  positions?: string
  positionManagers?: string
  /** Vaults that hold shares of such managers, and the manager of each. */
  compounders?: string
  compounderManagers?: string
}

/** Addresses in a row, without the first two letters. */
const YEARN: Record<string, YearnVaults> = yearnVaults
const BEEFY: Record<string, BeefyVaults> = beefyVaults

/** Maple's open pools. */
const MAPLE: Record<string, string[]> = {
  ethereum: [
    '0x80ac24aA929eaF5013f6436cdA2a7ba190f5Cc0b',
    '0x356B8d89c1e1239Cbbb9dE4815c39A1474d5BA7D',
    '0xC39a5A616F0ad1Ff45077FA2dE3f79ab8eb8b8B9',
  ],
  base: ['0xDd5Bb9aCF5E02089735A33344c6e3A8BB0d4075D'],
}

/** Lists of vaults that protocols publish. */
export function entries({ key }: ScanChain): VaultListEntry[] {
  return [...yearnEntries(key), ...beefyEntries(key), ...mapleEntries(key)]
}

function yearnEntries(chain: string): VaultListEntry[] {
  const { v2, v3 } = YEARN[chain] ?? {}
  const of = (version: string, worth: VaultListEntry['worth'], vaults?: string) =>
    listed({
      id: `yearn-${version}`,
      protocol: 'yearn-finance',
      source: YEARN_SOURCE,
      worth,
      vaults,
    })
  return [...of('v2', 'price', v2), ...of('v3', 'assets', v3)]
}

function beefyEntries(chain: string): VaultListEntry[] {
  const { vaults, positions, positionManagers, compounders, compounderManagers } =
    BEEFY[chain] ?? {}
  const base = { protocol: 'beefy', source: BEEFY_SOURCE }
  return [
    ...listed({ ...base, id: 'beefy-vaults', worth: 'full-price', vaults }),
    ...listed({
      ...base,
      id: 'beefy-positions',
      worth: 'one',
      vaults: positions,
      managers: positionManagers,
    }),
    ...listed({
      ...base,
      id: 'beefy-compounders',
      worth: 'full-price',
      vaults: compounders,
      managers: compounderManagers,
    }),
  ]
}

function mapleEntries(chain: string): VaultListEntry[] {
  const pools = MAPLE[chain]?.map((pool) => lower(pool).slice(2))
  return listed({
    id: 'maple-pools',
    protocol: 'maple',
    source: 'maple-labs/address-registry@e86cb84 address-registry.json',
    worth: 'exit-assets',
    vaults: pools?.join(''),
  })
}

function listed({
  vaults,
  managers,
  ...entry
}: Pick<VaultListEntry, 'id' | 'protocol' | 'source' | 'worth'> & {
  vaults: string | undefined
  managers?: string | undefined
}): VaultListEntry[] {
  if (vaults === undefined) return []
  return [
    {
      ...entry,
      product: managers === undefined ? 'vault' : 'lp',
      driver: 'vault-list',
      vaults: `0x${vaults}`,
      ...(managers !== undefined && { managers: `0x${managers}` }),
    },
  ]
}
