import type { Finding, TokenAmount } from '../../model/finding.ts'
import { ratio, WAD } from './reading.ts'

/** Values of one account at a lender, in any unit, as long as it is the same one. */
interface Values {
  collateral: bigint
  debt: bigint
  /** The debt at which it is liquidated; null where that is not known. */
  limit: bigint | null
}

/**
 * The `loan` of a finding with these legs: LTV, the LTV of its liquidation, and with one collateral and one debt the price of
 * liquidation. Nothing without a debt or without collateral.
 */
export function loanOf(
  legs: readonly TokenAmount[],
  { collateral, debt, limit }: Values,
): Pick<Finding, 'loan'> {
  if (debt === 0n || collateral === 0n) return {}
  const liquidationLtv = limit === null || limit === 0n ? null : ratio(limit, collateral)
  return {
    loan: {
      ltv: ratio(debt, collateral),
      liquidationLtv,
      liquidationPrice: liquidationLtv === null ? null : priceOf(legs, liquidationLtv),
    },
  }
}

function priceOf(legs: readonly TokenAmount[], liquidationLtv: number): number | null {
  const [pledge, ...morePledges] = legs.filter(({ collateral }) => collateral)
  const [owed, ...moreDebts] = legs.filter(({ role }) => role === 'borrow')
  if (!pledge || !owed || morePledges.length + moreDebts.length > 0) return null
  if (pledge.token === owed.token) return null
  const tokens = ratio(
    owed.amount * 10n ** BigInt(pledge.decimals),
    pledge.amount * 10n ** BigInt(owed.decimals),
  )
  return tokens / liquidationLtv
}

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
    ...loanOf(legs, { collateral: WAD, debt: ltv, limit }),
  }
}
