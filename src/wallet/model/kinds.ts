import * as z from 'zod'
import rows from '../../../data/wallet/unread.json' with { type: 'json' }

/** What people hold at protocols. A lock is of the protocol's own token, a gauge of its shares. */
export const KINDS = [
  'supply',
  'borrow',
  'stake',
  'lp',
  'gauge',
  'lock',
  'leverage',
  'withdrawal',
  'reward',
] as const
export type Kind = (typeof KINDS)[number]

/** What people hold at a protocol and no answer shows, as sentences that stand by themselves. */
export const unread = z.strictObject({
  text: z.string().regex(/^[A-Z].*\.$/),
  kinds: z.array(z.enum(KINDS)).min(1),
  /** It surely holds less than a tenth of what people have there. */
  small: z.literal(true).optional(),
})
export type Unread = z.infer<typeof unread>

/** Such a sentence after its kinds, one of which may be `small`: "reward, small: Unclaimed rewards are not read." */
const row = z
  .string()
  .transform((line): unknown => {
    const [head = '', ...text] = line.split(': ')
    const words = head.split(', ')
    const isSmall = words.includes('small')
    const kinds = words.filter((word) => word !== 'small')
    return { text: text.join(': '), kinds, ...(isSmall && { small: true }) }
  })
  .pipe(unread)
const rowsOf = z.record(z.string(), z.array(row))

/**
 * What no reader looks at, where no answer shows it: of each driver at the protocols of its entries, of a driver at a protocol where it leaves out
 * something else, and of the readers of programs by the slug of the protocol. `because` says how it is known that it is small. What a protocol
 * has beside them is in `protocols.json`.
 */
export const UNREAD = z
  .strictObject({
    drivers: rowsOf,
    driversAt: z.record(z.string(), rowsOf),
    programs: rowsOf,
    because: z.record(z.string(), z.string()),
  })
  .parse(rows)
