import type { WalletCoverage } from '../../contract/wallet-scan.ts'
import type { ChainFinding } from './position.ts'

/** What was found, and which chains and protocols were read. */
export interface WalletReading {
  findings: ChainFinding[]
  coverage: WalletCoverage[]
}
