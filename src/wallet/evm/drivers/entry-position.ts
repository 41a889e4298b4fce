import type { EntryBase, Token } from '../../model/entry-base.ts'
import { type Finding, findingOf, type Role, type TokenAmount } from '../../model/finding.ts'

/** A position of one contract entry, with the entry's protocol, product and market. */
export function positionOf(
  { protocol, product, market }: EntryBase,
  found: Pick<Finding, 'legs'> & Partial<Finding>,
): Finding {
  return findingOf({ protocol, product, market: market ?? null, ...found })
}

/** One leg, or none for a zero amount. `collateral` is given where the protocol says whether the amount backs a debt. */
export function legsOf(
  role: Role,
  token: Token,
  amount: bigint,
  collateral?: boolean,
): TokenAmount[] {
  if (amount === 0n) return []
  const { address, symbol, decimals } = token
  return [
    {
      role,
      token: address,
      symbol,
      decimals,
      amount,
      ...(collateral !== undefined && { collateral }),
    },
  ]
}
