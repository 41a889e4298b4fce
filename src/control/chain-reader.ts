import type { Address, Hex } from '../chains/address.ts'
import type { Day } from '../domain/day.ts'

/** One `eth_call` at the block of the reader. */
export interface ChainCall {
  to: Address
  data: Hex
  from?: Address
}

/** `failed`: no node answered; never to be read as zero or as a revert. */
export type CallResult = { kind: 'ok'; data: Hex } | { kind: 'reverted' } | { kind: 'failed' }

/** What stands at an address: code and the slots that name proxies, admins and singletons. */
export interface Inspection {
  codeHash: Hex
  /** Bytes of code; 0 for an account without code. */
  size: number
  code: Hex
  /** By slot name; null when the slots could not be read. */
  slots: Readonly<Record<string, Hex>> | null
}

/** Reads one chain at one block. */
export interface ChainReader {
  /** Canonical chain name. */
  chain: string
  block: { number: bigint; day: Day }
  /** One result per call, in order. */
  call(calls: readonly ChainCall[]): Promise<CallResult[]>
  /** An address that no node could inspect is null. */
  inspect(addresses: readonly Address[]): Promise<Map<Address, Inspection | null>>
  /** HTTP requests sent so far. */
  requests(): number
}
