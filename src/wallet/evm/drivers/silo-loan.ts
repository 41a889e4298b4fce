import type { Finding, TokenAmount } from '../../model/finding.ts'
import { loanOf } from './lender-loan.ts'
import { ratio } from './reading.ts'

/** Silo reports fractions with 18 decimals. */
const WHOLE = 10n ** 18n

/**
 * The words about a loan at Silo, which reports the LTV and its limit itself: each in 18 decimals, null where it cannot be read, for example
 * because a price is missing. Nothing without a debt.
 */
export function siloLoan(
  legs: readonly TokenAmount[],
  ltv: bigint | null,
  limit: bigint | null,
): Partial<Pick<Finding, 'healthFactor' | 'loan'>> {
  const isLoan = legs.some(({ role }) => role === 'borrow')
  if (!isLoan || ltv === null || ltv === 0n) return {}
  return {
    healthFactor: limit === null ? null : ratio(limit, ltv),
    ...loanOf(legs, { collateral: WHOLE, debt: ltv, limit }),
  }
}
