import type { Address } from '../../chains/address.ts'
import { PERMIT2 } from '../../domain/approval-sum.ts'
import type { Token } from './entry-base.ts'

/** Money that was taken from people through their approvals. */
export interface ApprovalLoss {
  name: string
  /** Null where the source does not say. */
  day: string | null
  usd: number | null
  source: string
}

/** Who may be given an approval. */
export interface Spender {
  address: Address
  name: string
  /** Slug of its protocol, as in `protocols.json`; null for one that is none of those. */
  protocol: string | null
  /** What was taken through approvals of this very contract. */
  loss: ApprovalLoss | null
}

export const PERMIT2_SPENDER: Spender = {
  address: PERMIT2,
  name: 'Permit2',
  protocol: null,
  loss: null,
}

/** An approval that is in force. */
export interface FoundApproval {
  kind: 'erc20' | 'permit2' | 'nft'
  /** A token, or a collection of NFTs. */
  token: Address
  /** Null for a collection. */
  about: Token | null
  /** The protocol of a collection. */
  protocol: string | null
  spender: Address
  /** What is known of the spender. */
  known: Spender | null
  /** In the token's smallest unit; null for all NFTs. */
  allowance: bigint | null
  /** What the owner holds; null for NFTs. */
  balance: bigint | null
  /** Seconds since 1970; null without an end. */
  expiresAt: number | null
}

/** What was read of approvals on one chain, by our name of the chain. */
export interface ApprovalsOn extends ChainApprovals {
  chain: string
  /** Whether an index was asked for further spenders. */
  search: 'none' | 'ok' | 'partial' | 'failed'
}

export interface ChainApprovals {
  /** `partial`: a token did not answer, or not all could be asked. */
  status: 'ok' | 'partial' | 'failed'
  tokens: number
  spenders: number
  found: FoundApproval[]
}
