import * as z from 'zod'
import { ISSUER_CLASSES } from '../domain/dependency.ts'
import * as f from './fields.ts'
import { riskLevel } from './risk-level.ts'

const score = f.scoreOrNull.describe('Its composite. Null without one.')
const level = riskLevel.nullable().describe('Risk level of the score. Null without a score.')

/** Rows of each list of what a wallet stands on. */
export const MAX_STANDS = 20
/** Rows of what a position needs. */
export const MAX_THROUGH = 10

/** A part of what a wallet is worth, by asset. */
export const walletAsset = z
  .strictObject({
    asset: f.someText.describe(
      'Symbol of the asset. `unknown`: it is not known. `circular`: claims that only refer to each other. `other`: all that the list has no room for.',
    ),
    share: z.number().describe('Share of `netUsd`; negative for a debt.'),
    usd: z.number().describe('Value in US dollars; negative for a debt.'),
  })
  .describe('A part of what a wallet is worth, by asset.')

const named = {
  id: f.someText.describe('Its identifier in `/v1/dependencies/{id}/dependents`.'),
  name: f.someText.describe('Its name.'),
  isProtocol: f.boolean.describe('True where `id` is that of a protocol of the list.'),
}

/** What a position needs. */
export const walletNeed = z
  .strictObject({
    ...named,
    share: f.share.describe(
      'Share of the position, less its debts, that is gone if it fails whole.',
    ),
    usd: f.usd.describe('The same in US dollars.'),
    score,
    riskLevel: level,
    text: f.someText.describe('The same as a sentence, with the way.'),
  })
  .describe('An issuer or protocol that a position needs beside its own protocol.')

/** What a position needs beside its own protocol. Shares are of its value less debts. */
export const walletThrough = z
  .strictObject({
    needs: f
      .list(walletNeed, MAX_THROUGH)
      .describe(
        'Largest first. The protocol of a token counts in full for what is held of that token; what a lender holds counts by its share. One dollar may need several, so shares add up to more than 1.',
      ),
    more: f.count.describe('Rows left out of `needs`, those whose share rounds to 0 included.'),
    unresolved: f.share.describe(
      'Share of which it is not known in what asset it ends. It may need any other.',
    ),
  })
  .describe('What a position needs beside its own protocol, less its debts.')

/** What a wallet needs. */
export const walletIssuer = z
  .strictObject({
    ...named,
    class: z
      .enum(ISSUER_CLASSES)
      .nullable()
      .describe('What kind of promise it makes. Null for a protocol that issues no token.'),
    share: f.share.describe('Share of `netUsd` that is gone if it fails whole.'),
    usd: f.usd.describe('The same in US dollars: in all.'),
    directUsd: f.usd.describe(
      'What of it is in its own positions. Sums to `netUsd` with the rows left out.',
    ),
    throughUsd: f.usd.describe(
      'The rest: in positions at others, through their tokens, the contracts they lie in, or what their protocol holds.',
    ),
    score,
    riskLevel: level,
    via: f
      .list(f.someText, MAX_STANDS)
      .describe('The `id` of each position that needs it, most value first.'),
  })
  .describe('An issuer or protocol that a wallet needs.')

const assets = z.array(walletAsset).max(MAX_STANDS + 1)

/** What a wallet stands on. Shares are of the net value. */
export const walletStanding = z
  .strictObject({
    day: f.day.describe('Day of what the protocols hold.'),
    netUsd: f.usd.describe(
      'The net exposure: assets of known price less debts, for each position never below zero. Without dust and `unlisted` positions.',
    ),
    issuers: f
      .list(walletIssuer, MAX_STANDS)
      .describe(
        'Issuers and protocols that it needs, largest first. One dollar may need several, so shares add up to more than 1. Debts count net. A deposit at a lender needs the issuers of what that lender holds, by share.',
      ),
    moreIssuers: f.count.describe(
      'Rows left out of `issuers`, those whose share rounds to 0 included.',
    ),
    finalAssets: assets.describe(
      'The net value by the asset in which every claim ends: a deposit at a lender ends in what that lender holds. Adds up to `netUsd`.',
    ),
    exposure: assets.describe(
      'Assets less debts by the asset in which the tokens themselves end, largest first: what the wallet is worth rises and falls with it.',
    ),
    unresolved: z
      .strictObject({
        issuer: f.share.describe('Share of tokens without a known issuer.'),
        final: f.share.describe('Share of which it is not known in what asset it ends.'),
      })
      .describe('How much of it could not be resolved. It may need any issuer.'),
  })
  .describe('What a wallet stands on, through its protocols and what those hold.')

export type WalletThrough = z.infer<typeof walletThrough>
export type WalletStanding = z.infer<typeof walletStanding>
