/** Names of the OpenAPI documents that are too general, or taken, in a program that imports the package. */
const PACKAGE_NAMES: Record<string, string> = {
  AuditRecord: 'Audit',
  ChainBlock: 'WalletBlock',
  ChainBreakdown: 'ChainTvl',
  History: 'ProtocolHistory',
  OracleEntry: 'Oracle',
  PaginationMeta: 'PageMeta',
  PastScore: 'ScoreHistoryEntry',
  Perpetual: 'WalletPerpetual',
  PositionRisk: 'WalletPositionRisk',
  ProtocolShare: 'WalletProtocol',
  RiskSummary: 'WalletRiskSummary',
  SanctionSource: 'SanctionsSource',
  Screening: 'WalletSanctions',
  Snapshot: 'ChangesSnapshot',
  TokenPrice: 'WalletPrice',
  WalletScan: 'WalletScanResult',
}

/** What the client returns no part of: envelopes, and the list of endpoints. */
export const NOT_IN_PACKAGE = /Response$|^ServiceIndex$|^Endpoint$/

/** What a reference begins with. */
export const REFERENCE = '#/components/schemas/'

/** The name of a schema of the OpenAPI document as a type of the packages. */
export function nameOf(name: string): string {
  return PACKAGE_NAMES[name] ?? name
}
