import type { Finding } from '../../model/finding.ts'
import { ratio } from './reading.ts'

/**
 * The words about a loan. Values of collateral and debt are in one unit, which may be any; a collateral whose value is 0 has no
 * price. `liquidationLtv` and `liquidationPrice` are null where the contract does not report them. Nothing for no debt.
 */
export function loanFields(of: {
  collateralValue: bigint
  debtValue: bigint
  liquidationLtv: number | null
  liquidationPrice: number | null
}): Pick<Finding, 'healthFactor' | 'loan'> {
  const { collateralValue, debtValue, liquidationLtv, liquidationPrice } = of
  if (debtValue === 0n) return { healthFactor: null }
  const ltv = collateralValue === 0n ? null : ratio(debtValue, collateralValue)
  return {
    healthFactor:
      liquidationLtv === null || ltv === null
        ? null
        : ratio(collateralValue, debtValue) * liquidationLtv,
    loan: { ltv, liquidationLtv, liquidationPrice },
  }
}
