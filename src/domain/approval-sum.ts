/** At the same address on every chain (github.com/Uniswap/permit2, README). */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

interface Approvals {
  rows: readonly { kind: string; spender: string }[]
  more: number
  valueAtRiskUsd: number | null
  unvalued?: number | undefined
}

/** What approvals can take together, as a sentence that no row contradicts. */
export function approvalSum(
  { rows, more, valueAtRiskUsd, unvalued = 0 }: Approvals,
  money: (usd: number) => string,
): string {
  const all = rows.length + more
  const ofPermit2 = rows.filter(({ kind, spender }) => kind === 'erc20' && spender === PERMIT2)
  if (ofPermit2.length === all)
    return 'Permit2 itself takes nothing now: it needs an allowance there or a signature of the owner.'
  const who = all === 1 ? 'It' : 'Together they'
  const sum =
    valueAtRiskUsd === null
      ? `What ${all === 1 ? 'it' : 'they'} can take now is not known.`
      : unvalued === 0
        ? `${who} can take ${money(valueAtRiskUsd)} now.`
        : `${who} can take at least ${money(valueAtRiskUsd)} now: of ${unvalued} it is not known, or only in part.`
  return ofPermit2.length === 0 ? sum : `${sum} Permit2 itself does not count.`
}
