import * as z from 'zod'
import { riskLevel } from './risk-level.ts'
import {
  PROTOCOL_NAME,
  PROTOCOL_SCORE,
  PROTOCOL_SLUG,
  positionSource,
  walletDimensions,
  type walletLeg,
  walletPosition,
} from './wallet-position.ts'
import { walletStanding } from './wallet-standing.ts'

const text = z.string().min(1)
/** US dollars to the cent. Null: the price of a part is unknown. */
const usd = z.number().min(0).nullable()
const net = z.number().nullable()
const score = z.number().min(0).max(10)
const share = z.number().min(0).max(1)

const LEVEL = 'Risk level of the score. Null without a score.'
const WEIGHTED = 'weighted by the assets of known price at each protocol. Debts are not subtracted.'

/** A health factor below this is close to liquidation. */
export const LOW_HEALTH_FACTOR = 1.1

/** A larger share of the value than this on single-source prices is a warning. */
export const SINGLE_SOURCE_SHARE = 0.1

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

/** Weights are the assets of known price at a protocol. Debts are not subtracted. */
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
        'Warnings, most severe first. `sanctioned-address`: a sanctions list contains the address. `sanctions-unknown`: no sanctions source gave a result. `low-health-factor`: a health factor is below 1.1. `high-risk-protocol`: a position is at a high-risk protocol. `unscored-protocol`: a protocol has no score. `unpriced-position`: a leg has no price. `price-disagreement`: two price sources differ by more than 5 %. `single-source-price`: more than a tenth of the value, debts included, has a price from only one source. `incomplete-coverage`: a chain or protocol could not be read. `out-of-range`: liquidity is out of range and earns no fees.',
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
            score: score.nullable().describe(`${PROTOCOL_SCORE} Null without one.`),
            riskLevel: riskLevel.nullable().describe(LEVEL),
            contribution: score
              .nullable()
              .describe(
                'Points that this adds to the weighted score. Null without a price or score.',
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
      .describe('Up to three positions with assets, at the riskiest protocols.'),
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
      `Mean composite of the positions that have a price and a score, 0 to 10, ${WEIGHTED} Null when no position has both.`,
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
export type WalletDimensions = z.infer<typeof walletDimensions>
export type WalletRiskSummary = z.infer<typeof walletRiskSummary>
export type WalletCoverage = z.infer<typeof walletCoverage>
export type WalletKnownGap = z.infer<typeof walletKnownGap>
export type WalletChainTotals = z.infer<typeof walletChainTotals>
export type WalletPortfolio = z.infer<typeof walletPortfolio>
export type WalletScanResult = z.infer<typeof walletScanResult>
