import type { Address } from '../../../chains/address.ts'

/** A service that knows to whom an address ever gave an approval. No node lists that by the methods that all nodes serve alike. */
export interface ApprovalIndex {
  /** Approvals of any time, in force or not, that these contracts know. Throws when the service fails. */
  approvals(
    owner: Address,
    asked: { contracts: readonly Address[]; signal: AbortSignal },
  ): Promise<SeenApprovals>
}

export interface SeenApprovals {
  /** Spenders of tokens, those of Permit2 among them. */
  spenders: { token: Address; spender: Address }[]
  operators: { collection: Address; operator: Address }[]
  /** False when there are more than fit. */
  isWhole: boolean
}
