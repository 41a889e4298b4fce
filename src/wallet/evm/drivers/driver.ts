import type * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import type { Token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import type { Kind } from '../../model/kinds.ts'

/** The rounds of one reading: calls out, their replies in the same order back in, and the findings at the end. */
export type DriverRun = Generator<Call[], Finding[], Reply[]>

/** A contract that takes tokens of its users. */
export interface EntrySpender {
  spender: Address
  /** What it is within the protocol: "pool". */
  what: string
  /** The tokens that it takes; null for any. */
  tokens: Address[] | null
}

/** All that the scan knows of one kind of protocol. */
export interface DriverDefinition<Entry> {
  /** As entries of contract lists and the file of the driver are named. */
  name: string
  /** What it finds. */
  reads: readonly Kind[]
  /** What it finds of an entry, where its entries differ. */
  readsOf?(entry: Entry): readonly Kind[]
  /**
   * A run of the protocol's own contracts that shows it: one that was recorded, or a test beside the driver. Two drivers have only a test
   * with what their protocol publishes.
   */
  proof: string
  /** Other tests, for kinds that it does not show. */
  shown?: Partial<Record<Kind, string>>
  /** The driver that leaves out all of this one too, where a protocol has both. */
  unreadAs?: string
  /** Contracts whose balance an entry counts; none where the protocol itself lists positions or markets. */
  receiptTokens?(entry: Entry): Address[]
  /** Contracts of an entry to which owners give approvals. */
  spenders?(entry: Entry): EntrySpender[]
  /** Collections of NFTs in an entry, for which an owner may have named operators. */
  collections?(entry: Entry): Address[]
  /** What its receipt tokens are redeemed for, where the entry says. */
  redeemed?(entry: Entry): [receipt: Address, of: Token][]
  /**
   * Pure: it yields the calls to make, receives their replies in the same order, and may yield at most three times. Returns the
   * findings. Throws `Unreadable` when a reply it depends on is missing or does not make sense, so that a protocol that could not be
   * read is never reported as one without positions.
   */
  read(entry: Entry, owner: Address): DriverRun
}

type EntrySchema = z.core.$ZodTypeDiscriminable & z.ZodType<{ driver: string }>

/** A driver with the schema of its entries. What only `npm run contracts -- --check` needs of it is `claims` in the same file. */
export function defineDriver<const Schema extends EntrySchema>(
  driver: DriverDefinition<z.infer<Schema>> & { name: z.infer<Schema>['driver']; entry: Schema },
) {
  return driver
}
