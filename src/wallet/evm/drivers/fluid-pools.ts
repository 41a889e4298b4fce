import type { Address } from '../../../chains/address.ts'
import { may } from './questions.ts'

// Each has the pool compute what it would pay or take, and reads that from the error by which the pool then undoes it.
const WITHDRAWN =
  'function estimateWithdrawPerfect(address dex, uint256 shares, uint256 least0, uint256 least1) returns (uint256 amount0, uint256 amount1)'
const PAID_BACK =
  'function estimatePaybackPerfect(address dex, uint256 shares, uint256 most0, uint256 most1) returns (uint256 amount0, uint256 amount1)'
/** More than there is of any token. */
const ANY_AMOUNT = 2n ** 127n

/** Shares of a pool of Fluid's exchange, on one side of a vault position. */
export interface PoolShares {
  role: 'supply' | 'borrow'
  pool: Address
  shares: bigint
}

/**
 * How much of its two tokens a pool would now pay for shares of its collateral, or take for those of its debt; null where it refuses, as
 * with nearly all of its shares, or with fewer than a billionth of them.
 */
export function amountsOf(dexResolver: Address, { role, pool, shares }: PoolShares) {
  const asked =
    role === 'supply'
      ? may(dexResolver, WITHDRAWN, [pool, shares, 0n, 0n])
      : may(dexResolver, PAID_BACK, [pool, shares, ANY_AMOUNT, ANY_AMOUNT])
  return asked.pick((amounts) => (amounts && amounts[0] + amounts[1] > 0n ? amounts : null))
}
