import type { WalletPosition, WalletScanResult } from '../../contract/wallet-scan.ts'
import { apportion } from './apportion.ts'
import { type Line, linesOf } from './lines.ts'
import { holdingsOf, type WalletHolding } from './scan.ts'

/** A protocol in the table, with the rows of its positions. */
export interface Group extends WalletHolding {
  /** Of the net exposure, in tenths of a per cent; those of a table add up to 1,000. Null without a price. */
  shareTenths: number | null
  /** Points it adds to the portfolio score, in hundredths; those of a table add up to their sum. Null when left out. */
  addsHundredths: number | null
  lines: Line[]
}

export interface Groups {
  groups: Group[]
  /** Sum of the assets of known price, in US dollars. */
  assetsUsd: number
  /** Sum of the net exposures: what is lost if all protocols are. */
  netUsd: number
  /** Sum of what the groups add, in hundredths of a point. Null when nothing has both a price and a score. */
  addsHundredths: number | null
}

const SHARE_TENTHS = 1_000

/** Whether it is shown with its protocol: strangers may have sent those that are folded. */
export function isShown({ folded }: WalletPosition): boolean {
  return folded === undefined
}

/** Positions by protocol, largest first, without those that are folded. Shares and parts of the score are rounded so that each column adds up. */
export function groupPositions(scan: WalletScanResult): Groups {
  const positions = scan.positions.filter(isShown)
  const used = new Set(positions.map(({ protocolSlug }) => protocolSlug))
  const holdings = [...holdingsOf(scan), ...unlisted(scan)]
  const shares = apportion(
    holdings.map(({ netUsd }) => netUsd ?? 0),
    SHARE_TENTHS,
  )
  const added = holdings.map(({ contribution }) => contribution ?? 0)
  const isScored = holdings.some(({ contribution }) => contribution !== null)
  const total = Math.round(added.reduce((sum, part) => sum + part, 0) * 100)
  const adds = apportion(added, total)
  return {
    groups: holdings
      .map((holding, at) => ({
        ...holding,
        shareTenths: holding.netUsd === null ? null : (shares[at] ?? null),
        addsHundredths: holding.contribution === null ? null : (adds[at] ?? null),
        lines: positions
          .filter(({ protocolSlug }) => protocolSlug === holding.protocolSlug)
          .flatMap(linesOf),
      }))
      .filter(({ protocolSlug }) => used.has(protocolSlug)),
    assetsUsd: cents(holdings.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0), 0)),
    netUsd: cents(holdings.reduce((sum, { netUsd }) => sum + (netUsd ?? 0), 0)),
    addsHundredths: isScored ? total : null,
  }
}

/** Protocols that have positions and no row in the summary: what they hold is unknown. */
function unlisted(scan: WalletScanResult): WalletHolding[] {
  const known = new Set(holdingsOf(scan).map(({ protocolSlug }) => protocolSlug))
  const others = new Map(
    scan.positions
      .filter((position) => isShown(position) && !known.has(position.protocolSlug))
      .map(({ protocolSlug, protocol }) => [protocolSlug, protocol] as const),
  )
  return [...others].map(([protocolSlug, protocol]) => ({
    protocolSlug,
    protocol,
    valueUsd: null,
    share: null,
    netUsd: null,
    netShare: null,
    score: null,
    riskLevel: null,
    contribution: null,
  }))
}

function cents(usd: number): number {
  return Math.round(usd * 100) / 100
}
