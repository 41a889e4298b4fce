import type { WalletCoverage } from '../../contract/wallet-scan.ts'
import type { ApprovalsOn } from './approval.ts'
import type { ChainHolding } from './holdings.ts'
import type { ChainFinding } from './position.ts'

/** What was found, and which chains and protocols were read. */
export interface WalletReading {
  findings: ChainFinding[]
  /** Coins and tokens in the wallet itself. */
  holdings: ChainHolding[]
  coverage: WalletCoverage[]
  /** Of each chain where approvals are looked at. */
  approvals?: ApprovalsOn[]
}
