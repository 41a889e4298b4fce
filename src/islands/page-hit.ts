import type { MatchKind } from '../contract/search.ts'
import type { FoundPlace, FoundProtocol } from '../contract/search-file.ts'

/** The address or the name of a wallet that was entered. */
export interface FoundWallet {
  kind: 'wallet'
  address: string
}

/** What a search leads to. */
export type FoundPage = FoundProtocol | FoundPlace | FoundWallet

export interface PageHit<T extends FoundPage = FoundPage> {
  entry: T
  kind: MatchKind
  /** Why it is found, where its name does not show it. */
  reason: string | null
}
