import * as z from 'zod'
import { ISSUER_CLASSES } from '../domain/dependency.ts'

const text = z.string().min(1)
const share = z.number().min(0).max(1)

/** Rows of each list of what a wallet stands on. */
export const MAX_STANDS = 20

/** A part of what a wallet is worth, by asset. */
export const walletAsset = z
  .strictObject({
    asset: text.describe(
      'Symbol of the asset. `unknown`: it is not known. `circular`: claims that only refer to each other. `other`: all that the list has no room for.',
    ),
    share: z.number().describe('Share of `netUsd`; negative for a debt.'),
    usd: z.number().describe('Value in US dollars; negative for a debt.'),
  })
  .describe('A part of what a wallet is worth, by asset.')

/** What a wallet needs. */
export const walletIssuer = z
  .strictObject({
    id: text.describe('Its identifier in `/v1/dependencies/{id}/dependents`.'),
    name: text.describe('Its name.'),
    class: z
      .enum(ISSUER_CLASSES)
      .nullable()
      .describe('What kind of promise it makes. Null for a protocol that issues no token.'),
    isProtocol: z.boolean().describe('True where `id` is that of a protocol of the list.'),
    share: share.describe('Share of `netUsd` that is gone if it fails whole.'),
    usd: z.number().min(0).describe('The same in US dollars.'),
    via: z
      .array(text)
      .max(MAX_STANDS)
      .describe('The `id` of each position that needs it, most value first.'),
  })
  .describe('An issuer or protocol that a wallet needs.')

const assets = z.array(walletAsset).max(MAX_STANDS + 1)

/** What a wallet stands on. Shares are of the net value. */
export const walletStanding = z
  .strictObject({
    day: z.iso.date().describe('Day of what the protocols hold.'),
    netUsd: z
      .number()
      .min(0)
      .describe(
        'Value of the positions with a price less their debts. One that owes more than it has counts as none.',
      ),
    issuers: z
      .array(walletIssuer)
      .max(MAX_STANDS)
      .describe(
        'Issuers and protocols that it needs, largest first. One dollar may need several, so shares add up to more than 1. Debts count net. A deposit at a lender needs the issuers of what that lender holds, by share.',
      ),
    moreIssuers: z.int().min(0).describe('Rows left out of `issuers`.'),
    finalAssets: assets.describe(
      'The net value by the asset in which every claim ends: a deposit at a lender ends in what that lender holds. Adds up to `netUsd`.',
    ),
    exposure: assets.describe(
      'Assets less debts by the asset in which the tokens themselves end, largest first: what the wallet is worth rises and falls with it.',
    ),
    unresolved: z
      .strictObject({
        issuer: share.describe('Share of tokens without a known issuer.'),
        final: share.describe('Share of which it is not known in what asset it ends.'),
      })
      .describe('How much of it could not be resolved. It may need any issuer.'),
  })
  .describe('What a wallet stands on, through its protocols and what those hold.')

export type WalletStanding = z.infer<typeof walletStanding>
