import type { Address } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import type { Finding } from '../../model/finding.ts'

/**
 * Reads one kind of protocol. Pure: it yields the calls to make, receives their replies in the same order, and may yield at most
 * three times. Returns the findings. Throws `Unreadable` when a reply it depends on is missing or does not make sense, so that a
 * protocol that could not be read is never reported as one without positions.
 */
export type Driver<Entry> = (entry: Entry, owner: Address) => Generator<Call[], Finding[], Reply[]>
