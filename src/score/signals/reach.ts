import type { ContractControl } from '../../domain/control.ts'
import type { Subject } from '../subject.ts'

/** Something that can happen to a contract, with its risk points. */
interface OnContract {
  contract: ContractControl
  points: number
}

/**
 * The worst that reaches at least this share of TVL: the first of these, worst first, whose chains and those of all worse ones hold so
 * much. The worst of all where TVL by chain is not known, or where all of them together reach less.
 */
export function worstReaching<Item extends OnContract>(
  worstFirst: readonly Item[],
  { chainShares }: Subject,
  reachShare: number,
): Item | undefined {
  if (!chainShares.known) return worstFirst[0]
  const shares = new Map(chainShares.value.map(([chain, share]) => [chain.name, share]))
  let reached = 0
  for (const item of worstFirst) {
    const { chain } = item.contract
    reached += shares.get(chain) ?? 0
    shares.delete(chain)
    if (reached >= reachShare) return item
  }
  return worstFirst[0]
}
