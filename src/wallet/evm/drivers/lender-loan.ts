import type { Finding, TokenAmount } from '../../model/finding.ts'
import { ratio } from './reading.ts'

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
