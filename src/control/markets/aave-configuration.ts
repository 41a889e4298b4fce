/** Parts of a share in Aave: basis points. */
const BASIS_POINTS = 10_000n

/** What one reserve of Aave allows. Shares are 0-1; null where the bits are outside their range. */
export interface AaveConfiguration {
  loanToValue: number | null
  liquidationThreshold: number | null
  decimals: number
  active: boolean
  frozen: boolean
  /** Always false in version 2, which pauses the whole pool. */
  paused: boolean
  /** In whole tokens; null without a cap. Version 2 has none. */
  supplyCap: bigint | null
}

/**
 * Decodes the configuration word of a reserve, as `ReserveConfiguration.sol` of Aave v3 lays it out (version 2 uses the same bits and
 * leaves those of pause and caps at zero): loan to value 0-15, liquidation threshold 16-31, decimals 48-55, active 56, frozen 57,
 * paused 60, supply cap 116-151.
 */
export function decodeAaveConfiguration(word: bigint): AaveConfiguration {
  const cap = bitsOf(word, 116n, 36n)
  return {
    loanToValue: shareOf(bitsOf(word, 0n, 16n)),
    liquidationThreshold: shareOf(bitsOf(word, 16n, 16n)),
    decimals: Number(bitsOf(word, 48n, 8n)),
    active: bitsOf(word, 56n, 1n) === 1n,
    frozen: bitsOf(word, 57n, 1n) === 1n,
    paused: bitsOf(word, 60n, 1n) === 1n,
    supplyCap: cap === 0n ? null : cap,
  }
}

function bitsOf(word: bigint, from: bigint, count: bigint): bigint {
  return (word >> from) & ((1n << count) - 1n)
}

function shareOf(basisPoints: bigint): number | null {
  return basisPoints > BASIS_POINTS ? null : Number(basisPoints) / Number(BASIS_POINTS)
}
