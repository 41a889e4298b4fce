import * as z from 'zod'
import { dependent } from './dependencies.ts'
import * as f from './fields.ts'

/** Rows of one incident in a document of a protocol. */
export const MAX_WHO_ELSE = 20

/** Who stood on a protocol when it had a loss. */
export const whoElse = z
  .strictObject({
    isBefore: f.boolean.describe(
      'True: of the last snapshot in the seven days before. False: none kept it, and this is of the newest, after the incident.',
    ),
    day: f.day.describe('Day of that snapshot.'),
    rows: f
      .list(dependent, MAX_WHO_ELSE)
      .describe(
        'Those found, by value, largest first. Where `isBefore`, `day` is that of the snapshot.',
      ),
    count: f.count.describe('How many were found; 0 is never none.'),
    resolvedProtocols: f.count.describe(
      'Protocols of which it was known what of others they hold.',
    ),
  })
  .describe('Who stood on the protocol, and with what share.')

export type WhoElse = z.infer<typeof whoElse>
