import * as z from 'zod'
import { WARNING_LEVELS } from '../domain/assets.ts'
import * as f from './fields.ts'

/** What the TVL of a protocol consists of. */
export const assets = z
  .strictObject({
    day: f.day.describe('Day of the amounts.'),
    topToken: f.text.describe(
      'Symbol of the token with the largest share. Several tokens may have one symbol.',
    ),
    topShare: f.share.describe('Its share of TVL as a fraction.'),
    ownShare: f.shareOrNull.describe(
      "Share of the token with the protocol's own symbol, without its wrapped and staked forms. Null when the protocol has no symbol.",
    ),
    tokens: f.count.describe('Number of tokens with a value.'),
    leftOut: z
      .array(f.text)
      .describe(
        'Symbols of tokens that are not in the shares: the source states an amount below zero, also with what is borrowed of them.',
      ),
    source: f.text.describe('Name of the data source.'),
  })
  .describe('What the TVL consists of.')

/** A warning that a source shows above a protocol. */
export const warning = z
  .strictObject({
    text: f.text.describe('The warning, in the words of the source.'),
    level: z
      .enum(WARNING_LEVELS)
      .nullable()
      .describe('How serious the source calls it. Null when it gives no known level.'),
    until: f.dayOrNull.describe('Last day of the warning. Null when it has no end.'),
    day: f.day.describe('Day on which the source showed it.'),
    source: f.text.describe('Name of the data source.'),
  })
  .describe('A warning in the words of a source. It does not enter the score.')

/** An event that a source marks in the history of a protocol. */
export const hallmark = z
  .strictObject({
    day: f.day.describe('Its day, or the first of several.'),
    text: f.text.describe('The event, in the words of the source.'),
  })
  .describe('An event in the history of the protocol.')
