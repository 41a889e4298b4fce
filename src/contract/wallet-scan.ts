import * as z from 'zod'
import { riskLevel } from './risk-level.ts'
import {
  PROTOCOL_NAME,
  PROTOCOL_SCORE,
  PROTOCOL_SLUG,
  positionSource,
  walletDimensions,
  type walletExit,
  type walletLeg,
  type walletLiquidation,
  walletPosition,
} from './wallet-position.ts'
import { walletStanding } from './wallet-standing.ts'

const text = z.string().min(1)
/** US dollars to the cent. Null: the price of a part is unknown. */
const usd = z.number().min(0).nullable()
const net = z.number().nullable()
const measure = z.number().min(0).nullable()
const score = z.number().min(0).max(10)
const share = z.number().min(0).max(1)

const LEVEL = 'Risk level of the score. Null without a score.'
const WEIGHTED =
  'weighted by net exposure: what of the assets of known price is lost if the protocol is lost, less the debts there.'

/** A health factor below this is close to liquidation. */
export const LOW_HEALTH_FACTOR = 1.1

/** A larger share of the value than this on single-source prices is a warning. */
export const SINGLE_SOURCE_SHARE = 0.1

/** Assets at a protocol that are a smaller share of the net exposure than this, or worth less than a dollar, are dust. */
export const DUST_SHARE = 0.001
export const DUST_USD = 1

/** A flag needs assets of at least this share of the net exposure. */
export const FLAG_SHARE = 0.01

/** There is no score when a smaller share of the net exposure than this is at scored protocols. */
export const LEAST_SCORED_SHARE = 0.75

/** A smaller move than this is near to liquidation, a leverage of this is high, and a larger share than this at one protocol is concentrated. */
export const NEAR_LIQUIDATION = 0.1
export const HIGH_LEVERAGE = 5
export const CONCENTRATED_SHARE = 0.5

/** Positions that a warning names. */
export const MAX_WARNED = 5

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
    scoredShare: share.nullable().describe('Share of `usd` that is at scored protocols.'),
    low: score
      .nullable()
      .describe('The score if all that has none were at 0. Null without net exposure.'),
    high: score
      .nullable()
      .describe('The score if all that has none were at 10. Null without net exposure.'),
  })
  .describe('What is lost if protocols are lost, and the band in which the score lies.')

/** A warning about debts, margin, exits or concentration. */
export const walletWarning = z
  .strictObject({
    flag: z
      .string()
      .regex(/^[a-z-]+$/)
      .describe(
        'Which one. `near-liquidation`: a move of less than 10 % liquidates. `high-leverage`: 5 or more, or it owes as much as it has. `exit-blocked`: a part cannot be withdrawn now. `concentrated`: more than half is at one protocol. Each needs 1 % of the net exposure. New ones may be added.',
      ),
    figure: measure.describe(
      'Its figure: the `distance`, the `leverage` or the share. Null for a leverage when it owes as much as it has.',
    ),
    usd: z.number().min(0).describe('Assets in the positions of the warning, in US dollars.'),
    share: share.describe('What they are of the net exposure, less their debts, 0 to 1.'),
    positions: z
      .array(text)
      .max(MAX_WARNED)
      .describe('The `id` of up to five positions, the worst first.'),
    text: text.describe('The warning as a sentence.'),
  })
  .describe('A warning about the debts, margin, exits or concentration of a wallet.')

/** The risk that a wallet adds itself, whatever its protocols are. */
export const walletOwnRisk = z
  .strictObject({
    score: score.describe('0 to 10; lower is safer.'),
    riskLevel: riskLevel,
    text: text.describe('What it is of, as a sentence.'),
  })
  .describe('The risk of the debts, margins and locks of a wallet, whatever its protocols are.')

/** Weights are what is lost if a protocol is lost: assets of known price less debts. */
export const walletRiskSummary = z
  .strictObject({
    weightedScore: score.nullable().describe('Same as `portfolioScore`.'),
    riskLevel: riskLevel.nullable().describe(LEVEL),
    scoredShare: share
      .nullable()
      .describe(
        'Share of the priced value that is at scored protocols, 0 to 1. Null without priced value.',
      ),
    concentration: share
      .nullable()
      .describe(
        'Share of the priced value that is in the largest position, 0 to 1. Null without priced value.',
      ),
    singleSourceShare: share
      .nullable()
      .describe(
        'Share of the priced value, debts included, whose price comes from only one source, 0 to 1. Null without priced value.',
      ),
    minHealthFactor: z
      .number()
      .min(0)
      .nullable()
      .describe('The lowest health factor. Null without debt.'),
    flags: z
      .array(z.enum(WALLET_FLAGS))
      .describe(
        'Warnings, most severe first; those of `warnings` are not among them. Those about positions need assets of 1 % of the net exposure, at least a dollar, or a value that is unknown. `sanctioned-address`: a sanctions list contains the address. `sanctions-unknown`: no sanctions source gave a result. `low-health-factor`: a health factor is below 1.1. `high-risk-protocol`: a position is at a high-risk protocol. `unscored-protocol`: a protocol has no score. `unpriced-position`: a leg has no price. `price-disagreement`: two price sources differ by more than 5 %. `single-source-price`: more than a tenth of the value, debts included, has a price from only one source. `incomplete-coverage`: a chain or protocol could not be read. `out-of-range`: liquidity is out of range and earns no fees.',
      ),
    dimensions: walletDimensions,
    protocols: z
      .array(
        z
          .strictObject({
            protocolSlug: text.describe(PROTOCOL_SLUG),
            protocol: text.describe(PROTOCOL_NAME),
            valueUsd: usd.describe(
              'Assets of known price at the protocol in US dollars; debts are not subtracted. Null when none has a price.',
            ),
            share: share.nullable().describe('Share of the priced value, 0 to 1.'),
            netUsd: usd.describe(
              'Net exposure: what is lost if the protocol is lost, less the debts there; 0 for dust. Null when none has a price.',
            ),
            netShare: share
              .nullable()
              .describe('Share of the net exposure of the wallet, 0 to 1; 0 for dust.'),
            score: score.nullable().describe(`${PROTOCOL_SCORE} Null without one.`),
            riskLevel: riskLevel.nullable().describe(LEVEL),
            contribution: score
              .nullable()
              .describe(
                'Points that this adds to the weighted score; 0 for dust. Null without a price or score, and when there is no weighted score.',
              ),
          })
          .describe('Assets at one protocol and their contribution to the risk.'),
      )
      .describe(
        'By protocol, largest value first. The contributions add up to the weighted score before it is rounded.',
      ),
    weakestPositions: z
      .array(
        z
          .strictObject({
            id: text.describe('The `id` of the position.'),
            protocolSlug: text.describe(PROTOCOL_SLUG),
            score: score.describe(PROTOCOL_SCORE),
            riskLevel: riskLevel,
            valueUsd: usd.describe(
              'Assets of the position in US dollars; debts are not subtracted. Null when none has a price.',
            ),
          })
          .describe('A position at one of the riskiest protocols.'),
      )
      .max(3)
      .describe('Up to three positions with assets, at the riskiest protocols. Without dust.'),
    netExposure: walletNetExposure,
    own: walletOwnRisk
      .nullable()
      .describe(
        'As its riskiest positions that together have 1 % of the net exposure, by their distance to liquidation, or as the share that cannot be withdrawn. Null without debts, perpetuals and locks.',
      ),
    warnings: z
      .array(walletWarning)
      .describe('Warnings about debts, margins, exits and concentration, each with its figure.'),
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

/**
 * What was scanned on one chain. Protocols are identified by their slug. A chain is `ok` when all of it was read: a protocol may
 * still have failed for `price`, when it was read and could not be valued.
 */
export const walletCoverage = z
  .strictObject({
    chain: text.describe('Name of the chain.'),
    status: z
      .enum(['ok', 'partial', 'stale', 'timeout', 'unavailable'])
      .describe(
        '`ok` when all of it was read, `partial` when some was. When nothing was read: `stale` if the latest block of its nodes is too old, else `timeout` or `unavailable`. Positions may be missing unless it is `ok`.',
      ),
    block: z
      .strictObject({
        number: z.int().min(0).describe('Block number; on Solana the slot number.'),
        time: z.iso.datetime().describe('Block time, UTC.'),
      })
      .describe('A block of a chain.')
      .nullable()
      .describe(
        'The block that was read. When the chain is `stale`, the latest block of a node. Null when no block is known.',
      ),
    protocols: z
      .array(
        z
          .strictObject({
            id: text.describe(PROTOCOL_SLUG),
            status: z
              .enum(['ok', 'failed'])
              .describe('`failed` when part of it could not be read or valued.'),
            reason: z
              .enum(['rpc', 'contract', 'price', 'provider'])
              .optional()
              .describe(
                'Why it failed: `rpc` (no node gave a plausible response), `contract` (the contract returned invalid data), `provider` (an API did not respond) or `price` (a leg has no price). Absent when it did not fail.',
              ),
          })
          .describe('Whether one protocol was read on one chain.'),
      )
      .describe('Every protocol that was scanned on the chain.'),
  })
  .describe('What was scanned on one chain.')

/** What a scan never looks at; the answer of no chain depends on it. */
export const walletKnownGap = z
  .strictObject({
    chain: text.nullable().describe('Name of the chain. Null when it is not about one chain.'),
    protocol: text
      .nullable()
      .describe('Slug of the protocol. Null when it is not about one protocol.'),
    text: text.describe('What is not read, as a sentence.'),
  })
  .describe('Something that a scan never looks at.')

const sums = {
  suppliedUsd: z.number().min(0).describe('Supplied value in US dollars.'),
  borrowedUsd: z.number().min(0).describe('Debt in US dollars.'),
  rewardsUsd: z.number().min(0).describe('Claimable rewards in US dollars.'),
  netUsd: net.describe(
    'Supplied minus borrowed plus rewards, in US dollars. Null when a debt has no price, because the result would be too high.',
  ),
}

export const walletChainTotals = z
  .strictObject({ chain: text.describe('Name of the chain.'), ...sums })
  .describe('Sums of the legs on one chain that were read and have a price.')

/** A wallet scan without the address, for live and sandbox wallets. */
export const walletPortfolio = z.strictObject({
  positions: z
    .array(walletPosition)
    .describe('Positions, largest value first. Empty when none was found.'),
  riskSummary: z
    .union([walletRiskSummary, z.strictObject({})])
    .describe('Risk of the portfolio; an empty object without positions.'),
  flags: z
    .array(z.enum(WALLET_FLAGS))
    .describe(
      'Every warning about the wallet, most severe first. A wallet without positions may have some too, such as `sanctioned-address`.',
    ),
  portfolioScore: score
    .nullable()
    .describe(
      `Mean composite of the positions that have a price and a score, 0 to 10, ${WEIGHTED} Null when less than 75 % of the net exposure is at scored protocols; \`riskSummary.netExposure\` then has the band.`,
    ),
  positionSource: z
    .array(positionSource)
    .describe('The distinct `positionSource` values of all positions.'),
  /**
   * Sums of all legs that were read and have a price: incomplete while `complete` is false. `netUsd` is null when a debt has
   * no price, because it would be too high.
   */
  totals: z
    .strictObject({
      ...sums,
      complete: z
        .boolean()
        .describe(
          'True only when every scanned chain and protocol was read and every leg has a price. Protocols that are not in `coverage` are not scanned; `knownGaps` does not change it.',
        ),
      byChain: z
        .array(walletChainTotals)
        .describe('The same sums for each chain with a position, largest value first.'),
    })
    .describe(
      'Sums of all legs that were read and have a price. While `complete` is false, the wallet may have more assets and debts.',
    ),
  /** `listed` when any source contains the address, `unknown` when none gave a result. `hit` is null for a source without a result. */
  sanctions: z
    .strictObject({
      status: z
        .enum(['clear', 'listed', 'unknown'])
        .describe(
          '`listed` when a source contains the address, `clear` when an up-to-date source does not, `unknown` when no source gave a result.',
        ),
      sources: z
        .array(
          z
            .strictObject({
              id: text.describe('Name of the list.'),
              asOf: z.iso
                .date()
                .nullable()
                .describe(
                  'Day of the list; for an on-chain oracle, day of the block that was read. Null when it could not be queried, or the list has none.',
                ),
              hit: z
                .boolean()
                .nullable()
                .describe(
                  'Whether it contains the address. Null when unknown: it could not be queried, or is too old to clear an address.',
                ),
            })
            .describe('One sanctions list.'),
        )
        .describe('Every source that was queried.'),
    })
    .describe('Result of the sanctions screening.'),
  coverage: z
    .array(walletCoverage)
    .describe('What was scanned, by chain and protocol, and what could not be read.'),
  knownGaps: z
    .array(walletKnownGap)
    .describe(
      'What a scan of such an address never looks at, whatever it holds: chains, and parts of protocols.',
    ),
})

/** The data of `GET /v1/wallet/{address}`. */
export const walletScanResult = walletPortfolio
  .extend({
    address: text.describe('The address that was scanned.'),
    resolvedFrom: text.optional().describe('The name in the request, if it was a name.'),
  })
  .describe(
    'Positions of a wallet and the risk of the portfolio. `coverage` and `totals.complete` show what could not be read or priced. New fields may be added.',
  )

export type WalletPosition = z.infer<typeof walletPosition>
export type WalletLeg = z.infer<typeof walletLeg>
export type WalletLiquidation = z.infer<typeof walletLiquidation>
export type WalletExit = z.infer<typeof walletExit>
export type WalletDimensions = z.infer<typeof walletDimensions>
export type WalletWarning = z.infer<typeof walletWarning>
export type WalletOwnRisk = z.infer<typeof walletOwnRisk>
export type WalletRiskSummary = z.infer<typeof walletRiskSummary>
export type WalletCoverage = z.infer<typeof walletCoverage>
export type WalletKnownGap = z.infer<typeof walletKnownGap>
export type WalletChainTotals = z.infer<typeof walletChainTotals>
export type WalletPortfolio = z.infer<typeof walletPortfolio>
export type WalletScanResult = z.infer<typeof walletScanResult>
