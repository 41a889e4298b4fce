import type { Day } from './day.ts'

/**
 * What a contract is to a protocol that it belongs to. The first six are those of the reviewed table and of readings of control. `receipt`:
 * depositors hold it. `market`: a lending market or vault that was read. `exit`: deposits leave through it. `spender`: users give
 * it approvals. `scan`: the wallet scan reads it. `own-token`: the token that the registry gives the protocol. `registry`: an address that
 * the registry gives it without a symbol, a vault or factory as often as a token. `issued`: a token that it issues. `controller`: it can
 * change, own or pause a contract of the protocol.
 */
export const BELONGING_ROLES = [
  'funds',
  'logic',
  'oracle',
  'token',
  'governance',
  'periphery',
  'receipt',
  'market',
  'exit',
  'spender',
  'scan',
  'own-token',
  'registry',
  'issued',
  'controller',
] as const

/** What a protocol does with a contract of others: it takes or pays the token, or it reads a price or another answer there. */
export const USING_ROLES = ['asset', 'service'] as const

export type ContractUse = (typeof BELONGING_ROLES)[number] | (typeof USING_ROLES)[number]

/** Where a contract is listed: a reviewed table, the registry, or the readings of the snapshot. */
export const CONTRACT_TABLES = [
  'wallet',
  'onchain',
  'dependencies',
  'spenders',
  'registry',
  'readings',
] as const

/** A protocol of our tables. */
export interface TableProtocol {
  /** DefiLlama's id; null when only the slug is known. */
  id: string | null
  /** Every slug that it may be published under, its own first. */
  slugs: readonly string[]
  name: string
}

/** A row of a table that names a contract. */
export interface ListedContract {
  /** Canonical chain name. */
  chain: string
  /** In lower case on EVM chains. */
  address: string
  /** Null where the row is of none; `note` then says what it is. */
  protocol: TableProtocol | null
  role: ContractUse
  /** As its source calls it: `Pool`, or a symbol. */
  name: string | null
  /** What must be known of it beside the role. */
  note: string | null
  table: (typeof CONTRACT_TABLES)[number]
  source: string
  /** Null where the source names a version or a commit instead. */
  day: Day | null
}
