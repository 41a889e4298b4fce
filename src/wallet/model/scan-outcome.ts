import type { ProblemCode } from '../../contract/problems.ts'
import type { WalletScanResult } from '../../contract/wallet-scan.ts'

/**
 * Why there is no scan. The reason is a full sentence, except for `INVALID_REQUEST`, where it says what is wrong with the input and
 * belongs in the details. `DATA_UNAVAILABLE` and `NAME_RESOLUTION_FAILED` may be temporary.
 */
export interface ScanRefusal {
  kind: 'refused'
  code: Extract<
    ProblemCode,
    | 'INVALID_REQUEST'
    | 'NOT_FOUND'
    | 'UNPROCESSABLE'
    | 'NAME_RESOLUTION_FAILED'
    | 'DATA_UNAVAILABLE'
  >
  reason: string
  /** Seconds before which a retry cannot help, where that is known. */
  retryAfter?: number
}

export type ScanOutcome = { kind: 'scanned'; result: WalletScanResult } | ScanRefusal
