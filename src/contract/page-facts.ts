import * as z from 'zod'
import { WARNING_LEVELS } from '../domain/assets.ts'

const day = z.iso.date()
const share = z.number().min(0).max(1)

/** What the TVL of a protocol consists of. */
export const assets = z
  .strictObject({
    day: day.describe('Day of the amounts.'),
    topToken: z
      .string()
      .describe('Symbol of the token with the largest share. Several tokens may have one symbol.'),
    topShare: share.describe('Its share of TVL as a fraction.'),
    ownShare: share
      .nullable()
      .describe(
        "Share of the token with the protocol's own symbol, without its wrapped and staked forms. Null when the protocol has no symbol.",
      ),
    tokens: z.int().min(0).describe('Number of tokens with a value.'),
    leftOut: z
      .array(z.string())
      .describe(
        'Symbols of tokens that are not in the shares: the source states an amount below zero, also with what is borrowed of them.',
      ),
    source: z.string().describe('Name of the data source.'),
  })
  .describe('What the TVL consists of.')

/** A warning that a source shows above a protocol. */
export const warning = z
  .strictObject({
    text: z.string().describe('The warning, in the words of the source.'),
    level: z
      .enum(WARNING_LEVELS)
      .nullable()
      .describe('How serious the source calls it. Null when it gives no known level.'),
    until: day.nullable().describe('Last day of the warning. Null when it has no end.'),
    day: day.describe('Day on which the source showed it.'),
    source: z.string().describe('Name of the data source.'),
  })
  .describe('A warning in the words of a source. It does not enter the score.')

/** An event that a source marks in the history of a protocol. */
export const hallmark = z
  .strictObject({
    day: day.describe('Its day, or the first of several.'),
    text: z.string().describe('The event, in the words of the source.'),
  })
  .describe('An event in the history of the protocol.')
