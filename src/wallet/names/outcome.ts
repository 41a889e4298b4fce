import type { Address } from '../model/address.ts'

/** What became of a name. Each has its own status in the interface. */
export type NameOutcome<Owner extends string = Address> =
  | { status: 'resolved'; owner: Owner }
  /** 400: no name can be written like this. */
  | { status: 'invalid'; reason: string }
  /** 404: the name is well formed and stands for no address. */
  | { status: 'not-found'; reason: string }
  /** 502: nobody could be asked, or what they said makes no sense. It may pass. */
  | { status: 'failed'; reason: string }
