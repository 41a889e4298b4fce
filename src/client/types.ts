// biome-ignore-all lint/performance/noBarrelFile: types only; every response of the API in one place.
// The package has these types, and those within them, written out: `npm run pack:client` puts them in place of this file.
export type { Changes } from '../contract/changes.ts'
export type { Dependencies, Dependents } from '../contract/dependencies.ts'
export type { CategorySummary, ChainSummary, SearchRow } from '../contract/finding.ts'
export type { ProtocolHistory } from '../contract/history.ts'
export type { ProtocolDetail } from '../contract/protocol-detail.ts'
export type { PageMeta, ProtocolSummary } from '../contract/protocol-summary.ts'
export type { Health, ScreenerRow, UsageReport } from '../contract/responses.ts'
export type { Stats } from '../contract/stats.ts'
export type { StressResult } from '../contract/stress.ts'
export type { WalletPosition, WalletScanResult } from '../contract/wallet-scan.ts'
export type { RiskLevel } from '../domain/risk-level.ts'
export type { ProtocolStatus } from '../domain/status.ts'
