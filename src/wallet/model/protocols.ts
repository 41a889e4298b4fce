import * as z from 'zod'
import rows from '../../../data/wallet/contracts/protocols.json' with { type: 'json' }
import { capitalised } from '../../domain/format.ts'
import { unread } from './kinds.ts'

/**
 * The protocols that a scan names, on EVM chains and on Solana, by the slug that DefiLlama last used for each. Slugs
 * change but the numeric id does not; it is null where no recording has it.
 */
const schema = z.record(
  z.string(),
  z.strictObject({
    id: z.string().regex(/^\d+$/).nullable(),
    /** Other slugs that the same protocol had, or has in a recording of another day. */
    aliases: z.array(z.string()),
    /** The day of the recording, or list, that has this slug. */
    seen: z.iso.date(),
    /** How it writes its name, where that is not its slug in capitals. */
    name: z.string().min(1).optional(),
    /** What people hold there beside what its readers find, or leave out of their own. */
    unread: z.array(unread).optional(),
  }),
)

export const PROTOCOLS = schema.parse(rows)

/** The name of a protocol, for one without a score: from its slug where the table has none. */
export function publishedName(protocol: string): string {
  const known = PROTOCOLS[protocol]
  if (!known) return protocol
  return known.name ?? protocol.split('-').map(capitalised).join(' ')
}

/** Every slug that a protocol may be published under, its own first. Throws for one that is not listed. */
export function slugsOf(protocol: string): string[] {
  const known = PROTOCOLS[protocol]
  if (!known) throw new TypeError(`protocols.json does not list ${protocol}`)
  return [protocol, ...known.aliases]
}
