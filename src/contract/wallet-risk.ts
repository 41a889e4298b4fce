import * as z from 'zod'
import * as f from './fields.ts'
import { riskLevel } from './risk-level.ts'
import { MAX_WARNED } from './wallet-limits.ts'
import {
  PROTOCOL_NAME,
  PROTOCOL_SCORE,
  PROTOCOL_SLUG,
  walletDimensions,
} from './wallet-position.ts'
import { walletStanding } from './wallet-standing.ts'

/** US dollars to the cent. Null: the price of a part is unknown. */
const usd = z.number().min(0).nullable()

/** How the means of a wallet are weighted. */
export const WEIGHTED =
  'weighted by net exposure: what of the assets of known price is lost if the protocol is lost, less the debts there.'

const LEVEL = 'Risk level of the score. Null without a score.'

/** Every warning about a portfolio, most severe first. */
export const WALLET_FLAGS = [
  'sanctioned-address',
  'sanctions-unknown',
  'low-health-factor',
  'high-risk-protocol',
  'unscored-protocol',
  'unpriced-position',
  'price-disagreement',
  'single-source-price',
  'incomplete-coverage',
  'out-of-range',
] as const

export type WalletFlag = (typeof WALLET_FLAGS)[number]

/** What is lost if protocols are lost, and how much of it has a score. */
export const walletNetExposure = z
  .strictObject({
    usd: z
      .number()
      .min(0)
      .describe(
        'What of the assets of known price is lost if every protocol is lost: for each position its assets less its debts, never below zero. A debt without a price is left out. Without dust.',
      ),
    floorUsd: z
      .number()
      .min(0)
      .describe(
        'Protocols with assets of less than this are dust: a thousandth of `usd`, at least 1 dollar. Dust is in no score, flag or warning.',
      ),
    scoredShare: f.shareOrNull.describe('Share of `usd` that is at scored protocols.'),
    low: f.scoreOrNull.describe(
      'The score if all that has none were at 0. Null without net exposure.',
    ),
    high: f.scoreOrNull.describe(
      'The score if all that has none were at 10. Null without net exposure.',
    ),
  })
  .describe('What is lost if protocols are lost, and the band in which the score lies.')

/** A warning about debts, margin, exits or concentration. */
export const walletWarning = z
  .strictObject({
    flag: z
      .string()
      .regex(/^[a-z-]+$/)
      .describe(
        'Which one. `near-liquidation`: a move of less than 10 % liquidates. `high-leverage`: 5 or more, or it owes as much as it has. `exit-blocked`: a part cannot be withdrawn now. `concentrated`: more than half is at one protocol. `unlimited-approval`: unlimited approvals, those of Permit2 itself apart, can take a part. Each needs 1 % of the net exposure. New ones may be added.',
      ),
    figure: f.usdOrNull.describe(
      'Its figure: the `distance`, the `leverage`, the share, or how many approvals. Null for a leverage when it owes as much as it has.',
    ),
    usd: z
      .number()
      .min(0)
      .describe(
        'Assets in the positions of the warning, or what the approvals can take now, in US dollars.',
      ),
    share: f.share.describe('What they are of the net exposure, less their debts, 0 to 1.'),
    positions: f
      .list(f.someText, MAX_WARNED)
      .describe(
        'The `id` of up to five positions, the worst first; those smaller than `floorUsd` only where all are. Empty where approvals take tokens that are in no position.',
      ),
    text: f.someText.describe('The warning as a sentence.'),
  })
  .describe('A warning about the debts, margin, exits, concentration or approvals of a wallet.')

/** The risk that a wallet adds itself, whatever its protocols are. */
export const walletOwnRisk = z
  .strictObject({
    score: f.score.describe('0 to 10; lower is safer.'),
    riskLevel: riskLevel,
    text: f.someText.describe('What it is of, as a sentence.'),
  })
  .describe('The risk of the debts, margins and locks of a wallet, whatever its protocols are.')

/** Weights are what is lost if a protocol is lost: assets of known price less debts. */
export const walletRiskSummary = z
  .strictObject({
    weightedScore: f.scoreOrNull.describe('Same as `portfolioScore`.'),
    riskLevel: riskLevel.nullable().describe(LEVEL),
    scoredShare: f.shareOrNull.describe(
      'Share of the priced value that is at scored protocols, 0 to 1, without dust. Null without priced value.',
    ),
    concentration: f.shareOrNull.describe(
      'Share of the priced value that is in the largest position, 0 to 1, without dust. Null without priced value.',
    ),
    singleSourceShare: f.shareOrNull.describe(
      'Share of the priced value, debts included, whose price comes from only one source, 0 to 1, without dust. Null without priced value.',
    ),
    minHealthFactor: z
      .number()
      .min(0)
      .nullable()
      .describe(
        'The lowest health factor, as of the worst positions that together have 1 % of the net exposure. Null without such debt.',
      ),
    flags: z
      .array(z.enum(WALLET_FLAGS))
      .describe(
        'Warnings, most severe first; those of `warnings` are not among them. Those about positions need assets of 1 % of the net exposure, at least a dollar, or a value that is unknown; positions that are `folded` raise none. `sanctioned-address`: a sanctions list contains the address. `sanctions-unknown`: no sanctions source gave a result. `low-health-factor`: a health factor is below 1.1. `high-risk-protocol`: a position is at a high-risk protocol. `unscored-protocol`: a protocol has no score. `unpriced-position`: a leg has no price. `price-disagreement`: two price sources differ by more than 5 %. `single-source-price`: more than a tenth of the value, debts included, has a price from only one source. `incomplete-coverage`: a chain or protocol could not be read. `out-of-range`: liquidity is out of range and earns no fees.',
      ),
    dimensions: walletDimensions,
    protocols: z
      .array(
        z
          .strictObject({
            protocolSlug: f.someText.describe(PROTOCOL_SLUG),
            protocol: f.someText.describe(PROTOCOL_NAME),
            valueUsd: usd.describe(
              'Assets of known price at the protocol in US dollars; debts are not subtracted. Null when none has a price.',
            ),
            share: f.shareOrNull.describe('Share of the priced value, 0 to 1.'),
            netUsd: usd.describe(
              'Net exposure: what is lost if the protocol is lost, less the debts there; 0 for dust. Null when none has a price.',
            ),
            netShare: f.shareOrNull.describe(
              'Share of the net exposure of the wallet, 0 to 1; 0 for dust.',
            ),
            score: f.scoreOrNull.describe(`${PROTOCOL_SCORE} Null without one.`),
            riskLevel: riskLevel.nullable().describe(LEVEL),
            contribution: f.scoreOrNull.describe(
              'Points that this adds to the weighted score; 0 for dust. Null without a price or score, and when there is no weighted score.',
            ),
          })
          .describe('Assets at one protocol and their contribution to the risk.'),
      )
      .describe(
        'By protocol, largest value first. The contributions add up to the weighted score before it is rounded.',
      ),
    weakestPositions: f
      .list(
        z
          .strictObject({
            id: f.someText.describe('The `id` of the position.'),
            protocolSlug: f.someText.describe(PROTOCOL_SLUG),
            score: f.score.describe(PROTOCOL_SCORE),
            riskLevel: riskLevel,
            valueUsd: usd.describe(
              'Assets of the position in US dollars; debts are not subtracted. Null when none has a price.',
            ),
          })
          .describe('A position at one of the riskiest protocols.'),
        3,
      )
      .describe(
        'Up to three positions with assets, at the riskiest protocols. Without those that are `folded`.',
      ),
    netExposure: walletNetExposure,
    own: walletOwnRisk
      .nullable()
      .describe(
        'As its riskiest positions that together have 1 % of the net exposure, by their distance to liquidation, or as the share that cannot be withdrawn. Null without debts, perpetuals and locks.',
      ),
    warnings: z
      .array(walletWarning)
      .describe(
        'Warnings about debts, margins, exits, concentration and approvals, each with its figure.',
      ),
    exit: z
      .strictObject({
        availableUsd: z.number().min(0).describe('What can be withdrawn now.'),
        blockedUsd: z.number().min(0).describe('What cannot be withdrawn now.'),
        unknownUsd: z.number().min(0).describe('What that is not known of.'),
      })
      .describe('The net exposure by whether it can be withdrawn now, in US dollars.'),
    standsOn: walletStanding
      .nullable()
      .describe(
        'What it stands on. Null when that could not be read, and without a position that has a price and is worth more than its debts.',
      ),
  })
  .describe(`Risk of the whole portfolio, ${WEIGHTED}`)

export type WalletWarning = z.infer<typeof walletWarning>
export type WalletOwnRisk = z.infer<typeof walletOwnRisk>
export type WalletRiskSummary = z.infer<typeof walletRiskSummary>
