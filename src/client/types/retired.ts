/** Why a protocol left; see `Retirement`. */
export type RetiredReason =
  | 'left-registry'
  | 'dead'
  | 'cex'
  | 'chain-row'
  | 'unsupported-chain'
  | 'no-chain'

/** Set for a protocol that is no longer listed. Its record is the last one published. */
export interface Retirement {
  /** Day of the first snapshot without it. */
  day: string
  /**
   * Why: `left-registry`: DefiLlama no longer lists it. `dead`: DefiLlama marks it as dead, rugged
   * or deprecated. `cex`, `chain-row`: it is now described as a centralised exchange or as a chain.
   * `unsupported-chain`, `no-chain`: it runs on no chain that is scored.
   */
  reason: RetiredReason
  /** Day of the last snapshot with it, which this record is from. */
  lastDay: string
}
