import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import type { WalletStanding } from '../../contract/wallet-standing.ts'
import { dollars, percent } from './figures.ts'
import { riskOf } from './scan.ts'
import { isolated, listed } from './words.ts'

/** Assets in a sentence. */
const MOST = 6
/** Smaller parts are left out of a sentence. */
const LEAST = 0.01

/** What the wallet stands on; null where nothing is known of it. An answer of an older service does not say. */
export function standingIn(scan: WalletScanResult): WalletStanding | null {
  return riskOf(scan).standsOn ?? null
}

/** What matters most of it: whom it needs beside the protocols of its own positions, and in what it ends. */
export function standingSentences(scan: WalletScanResult, standing: WalletStanding): string[] {
  const { issuers, finalAssets, exposure, unresolved } = standing
  const own = new Set(scan.positions.map(({ protocolSlug }) => protocolSlug))
  const needed = issuers.filter(({ id, share }) => !own.has(id) && share >= LEAST).slice(0, 3)
  const owed = exposure.filter(({ share }) => share <= -LEAST)
  const parts = (rows: WalletStanding['finalAssets']) =>
    listed(
      rows
        .filter(({ share, asset }) => Math.abs(share) >= LEAST && asset !== 'unknown')
        .slice(0, MOST)
        .map(({ asset, share }) => `${isolated(asset)} ${percent(Math.abs(share))}`),
    )
  const ends = parts(finalAssets)
  return [
    ...needed.map(({ name, share }) => `${percent(share)} of this wallet needs ${isolated(name)}.`),
    ...(ends === '' ? [] : [`In the end it is ${ends}.`]),
    ...(owed.length > 0 ? [`It owes more than it has of ${parts(owed)}.`] : []),
    ...(unresolved.final > 0
      ? [`What ${percent(unresolved.final)} of it ends in is not known: that may need any issuer.`]
      : []),
  ]
}

/** The rows of the table: whom it needs, how much of it, directly and through others, and where. */
export function standingRows(scan: WalletScanResult, { issuers }: WalletStanding) {
  const protocols = new Map(scan.positions.map(({ id, protocol }) => [id, protocol]))
  return issuers.map(({ name, isProtocol, share, usd, directUsd, throughUsd, score, via }) => ({
    ...{ name, isProtocol, score, share: percent(share), value: dollars(usd) },
    ...{ direct: dollars(directUsd), through: dollars(throughUsd) },
    via: listed(
      [...new Set(via.map((id) => protocols.get(id) ?? id))].slice(0, MOST).map(isolated),
    ),
  }))
}
