import type { EntryBase } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { positionOf } from './entry-position.ts'

/** Marks that the owner may have more than was read here, so that the protocol is reported as failed (`contract`). */
export function unseenPart(entry: EntryBase): Finding {
  return positionOf(entry, { legs: [], isUnread: true })
}
