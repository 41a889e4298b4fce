import type { Address } from '../../../chains/address.ts'

/** A service that knows which tokens an address holds. No node knows that by the methods that all nodes have. */
export interface TokenIndex {
  /** Contracts of tokens with a balance. Throws when the service fails. */
  tokens(owner: Address, signal: AbortSignal): Promise<IndexedTokens>
}

export interface IndexedTokens {
  tokens: Address[]
  /** False when the address holds more than were asked for. */
  isWhole: boolean
}
