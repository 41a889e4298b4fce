import type { Address } from '../../../chains/address.ts'
import type { ScanChain } from '../../../chains/scan-chains.ts'
import type { ApprovalsOn } from '../../model/approval.ts'
import type { ContractList } from '../contracts/contract-list.ts'
import type { SideReader } from '../read-chain.ts'
import type { ApprovalIndex } from './approval-index.ts'
import { planApprovals } from './approval-plan.ts'
import { type ApprovalReading, readingOf } from './read-approvals.ts'
import type { SpenderList } from './spender-list.ts'

/** Whether approvals can be read on a chain: they need a lens. */
export function looksAtApprovals({
  runsCode,
  addresses,
}: Pick<ScanChain, 'runsCode' | 'addresses'>): boolean {
  return runsCode !== false && addresses !== 'tron'
}

/** The readers of approvals on one chain, and what they read once they have ended. */
export interface ApprovalSides extends Pick<ApprovalReading, 'balanceOf'> {
  sides: SideReader[]
  /** Known only when the index has answered; left out without one. */
  laterSides?: Promise<SideReader[]>
  result: () => ApprovalsOn
}

/** How the approvals of an owner on one chain are read: of the spenders that lists know, and of those that an index names. */
export function approvalSides(
  { chain, list, spenders }: { chain: string; list: ContractList; spenders: SpenderList },
  { owner, index, signal }: { owner: Address; index: ApprovalIndex | null; signal: AbortSignal },
): ApprovalSides {
  const plan = planApprovals(list, spenders)
  const reading = readingOf(plan)
  let search: ApprovalsOn['search'] = index === null ? 'none' : 'failed'
  const contracts = [...plan.tokens, ...plan.collections].map(({ address }) => address)
  const ask = async (from: ApprovalIndex): Promise<SideReader[]> => {
    const seen = await from.approvals(owner, { contracts, signal })
    const isRead = seen.spenders.length + seen.operators.length === 0
    const ended = seen.isWhole ? 'ok' : 'partial'
    if (isRead) {
      search = ended
      return []
    }
    return [
      {
        id: 'approvals-found',
        *read(who) {
          yield* reading.readSeen(who, seen)
          search = ended
        },
      },
    ]
  }
  return {
    balanceOf: reading.balanceOf,
    sides: [{ id: 'approvals', read: reading.read }],
    ...(index && { laterSides: ask(index).catch(() => []) }),
    result: () => ({ chain, search, ...reading.result() }),
  }
}
