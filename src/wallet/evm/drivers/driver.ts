import type * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import type { Finding } from '../../model/finding.ts'

/** The rounds of one reading: calls out, their replies in the same order back in, and the findings at the end. */
export type DriverRun = Generator<Call[], Finding[], Reply[]>

/** All that the scan knows of one kind of protocol. */
export interface DriverDefinition<Entry> {
  /** As entries of contract lists and the file of the driver are named. */
  name: string
  /**
   * What the driver does not read at the protocols of its entries, where no answer shows it, as a sentence that stands by itself.
   * Null for one that reads all that its contracts hold for an owner.
   */
  gap: string | null
  /** Where it reads more, or less, of one protocol than of others. */
  gapOfProtocol?: Readonly<Record<string, string | undefined>>
  /** The driver whose gap covers this one too, where a protocol has both. */
  sameGapAs?: string
  /** Contracts whose balance an entry counts; none where the protocol itself lists positions or markets. */
  receiptTokens?(entry: Entry): Address[]
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
