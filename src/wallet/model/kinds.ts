import * as z from 'zod'

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
