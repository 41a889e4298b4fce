import type { WalletRiskSummary } from '../../contract/wallet-risk.ts'
import type { WalletCoverage, WalletScanResult } from '../../contract/wallet-scan.ts'
import { isObject } from '../dom/read-values.ts'

/** What is held at one protocol: assets of known price, and what of them is lost with it. */
export type WalletHolding = WalletRiskSummary['protocols'][number]

/**
 * Whether a body is an answer of `GET /v1/wallet/{address}`: it has an address and every list. Of any other nothing may be said about
 * the wallet, not even that it is empty. The values in the lists are those of our own service.
 */
export function isScanAnswer(body: unknown): body is { data: WalletScanResult } {
  const { data } = Object(body) as { data?: Partial<WalletScanResult> | null }
  const { positions, coverage, flags, knownGaps, positionSource } = Object(
    data ?? {},
  ) as Partial<WalletScanResult>
  const lists = [positions, coverage, flags, knownGaps, positionSource]
  return (
    typeof data?.address === 'string' &&
    [...lists, data.sanctions?.sources, data.totals?.byChain].every(Array.isArray) &&
    isObject(data.riskSummary) &&
    positions?.every((position) => Array.isArray(position?.legs)) === true &&
    coverage?.every((row) => Array.isArray(row?.protocols)) === true
  )
}

/** Risk of the portfolio; without positions it has no fields. */
export function riskOf({ riskSummary }: WalletScanResult): Partial<WalletRiskSummary> {
  return riskSummary
}

/** What is held at each protocol, largest first. */
export function holdingsOf(scan: WalletScanResult): WalletHolding[] {
  return riskOf(scan).protocols ?? []
}

/** Whether the data is invented. */
export function isSandbox({ positionSource, sanctions }: WalletScanResult): boolean {
  return positionSource.includes('sandbox') || sanctions.sources.some(({ id }) => id === 'sandbox')
}

/** Whether anything on a chain was read. */
export function isRead({ status }: WalletCoverage): boolean {
  return status === 'ok' || status === 'partial'
}
