import type { Address } from '../../chains/address.ts'

/** The outcome of resolving a name. Each has its own HTTP status. */
export type NameOutcome<Owner extends string = Address> =
  | { status: 'resolved'; owner: Owner }
  /** 400: not a valid name. */
  | { status: 'invalid'; reason: string }
  /** 404: the name is valid and has no address. */
  | { status: 'not-found'; reason: string }
  /** 502: the name service did not answer, or its answer is invalid. A retry may succeed. */
  | { status: 'failed'; reason: string }
