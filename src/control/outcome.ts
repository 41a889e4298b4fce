import type { Address } from '../chains/address.ts'
import type { ProtocolKey, StoredFact } from '../domain/batch.ts'
import type { ContractControl, ContractRole } from '../domain/control.ts'
import type { Day } from '../domain/day.ts'
import type { MarketsRead } from './markets/read-markets.ts'

/** A reviewed contract of a protocol. */
export interface ContractRow {
  protocol: ProtocolKey
  /** Canonical chain name. */
  chain: string
  /** In the form of its chain. */
  address: string
  name: string | null
  role: ContractRole
  /** Accounts that a record names as holders of a power over it. */
  candidates?: readonly Address[]
}

/** What was read of one chain, at one block. */
export interface ChainFacts {
  controls: ContractControl[]
  /** Contracts about which some answer is missing, or not confirmed. */
  partial: ReadonlySet<string>
  markets: MarketsRead
  /** Who can act as the owners of price feeds, as the power `owner` of each. */
  owners: ContractControl[]
}

/** What was read of one chain, or why nothing was. */
export type ChainOutcome = {
  /** Canonical chain name. */
  chain: string
  /** Slugs of the protocols of its contract list. */
  protocols: ReadonlySet<string>
} & (
  | { failed: 'stale' | 'node-failed' }
  | {
      controls: readonly ContractControl[]
      /** Contracts about which some answer is missing. */
      partial: ReadonlySet<string>
      /** By slug. */
      markets: MarketsRead
    }
)

/** Everything that one run read, and what the store has from earlier ones. */
export interface RunOutcome {
  contracts: readonly ContractRow[]
  outcomes: readonly ChainOutcome[]
  last: { control: readonly StoredFact<'control'>[]; markets: readonly StoredFact<'markets'>[] }
  asOf: Day
}
