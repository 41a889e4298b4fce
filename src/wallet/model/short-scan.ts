import type { WalletCoverage, WalletScanResult } from '../../contract/wallet-scan.ts'

/**
 * A scan as it is sent: of the protocols that were looked at, those that failed or have a position, and how many there are in all; of the
 * known gaps, those of every answer, of these protocols, and how many there are. Pure.
 */
export function shortScan(scan: WalletScanResult): WalletScanResult {
  const held = new Set(scan.positions.map((each) => `${each.chain}|${each.protocolSlug}`))
  const shorten = ({ protocols, ...row }: WalletCoverage): WalletCoverage => ({
    ...row,
    looked: protocols.length,
    protocols: protocols.filter(
      ({ id, status }) => status !== 'ok' || held.has(`${row.chain}|${id}`),
    ),
  })
  // A chain that was not read at all says it in its status.
  const coverage = scan.coverage.map((row) =>
    row.status === 'ok' || row.status === 'partial'
      ? shorten(row)
      : { ...shorten(row), protocols: [] },
  )
  const named = new Set(coverage.flatMap(({ protocols }) => protocols.map(({ id }) => id)))
  const { knownGaps } = scan
  return {
    ...scan,
    coverage,
    knownGaps: knownGaps.filter(({ protocol }) => protocol === null || named.has(protocol)),
    knownGapCount: knownGaps.length,
  }
}
