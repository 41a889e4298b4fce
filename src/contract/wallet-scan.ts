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

const text = z.string().min(1)
/** US dollars to the cent. Null: the price of a part is not known. */
const usd = z.number().min(0).nullable()
const net = z.number().nullable()
const score = z.number().min(0).max(10)
const share = z.number().min(0).max(1)

const LEVEL = 'The band of the score. Null without a score.'
const WEIGHTED =
  'weighed by what lies at each protocol: everything of known price that is not borrowed. Debts do not lighten a risk.'

/** A health factor below this is close to liquidation. */
export const LOW_HEALTH_FACTOR = 1.1

/** A larger share of the value than this on prices that one source alone knows is a warning. */
export const SINGLE_SOURCE_SHARE = 0.1

/** What a portfolio is warned of, in the order in which the warnings stand, gravest first. */
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

/** Weights are what lies at a protocol: everything of known price that is not borrowed. Debts do not lighten a risk. */
export const walletRiskSummary = z
  .strictObject({
    weightedScore: score.nullable().describe('The same as `portfolioScore`.'),
    riskLevel: riskLevel.nullable().describe(LEVEL),
    scoredShare: share
      .nullable()
      .describe(
        'Share of the value of known price that has a score, 0 to 1. Null without such value.',
      ),
    concentration: share
      .nullable()
      .describe(
        'Share of the largest position in the value of known price, 0 to 1. Null without such value.',
      ),
    singleSourceShare: share
      .nullable()
      .describe(
        'Share of the value of known price, debts among it, that was counted with prices which one source alone knows, 0 to 1. Null without such value.',
      ),
    minHealthFactor: z
      .number()
      .min(0)
      .nullable()
      .describe('The lowest health factor. Null without debt.'),
    flags: z
      .array(z.enum(WALLET_FLAGS))
      .describe(
        'What to look at, gravest first. `sanctioned-address`: a list names it. `sanctions-unknown`: no source can answer. `low-health-factor`: one is below 1.1. `high-risk-protocol`: something lies at one. `unscored-protocol`: one has no score. `unpriced-position`: a leg has no price. `price-disagreement`: two sources are more than 5 % apart. `single-source-price`: more than a tenth of the value, debts among it, hangs on prices that one source alone knows. `incomplete-coverage`: a chain or protocol could not be read. `out-of-range`: liquidity earns no fees.',
      ),
    dimensions: walletDimensions,
    protocols: z
      .array(
        z
          .strictObject({
            protocolSlug: text.describe(PROTOCOL_SLUG),
            protocol: text.describe(PROTOCOL_NAME),
            valueUsd: usd.describe(
              'What lies there, debts not taken off, in US dollars: the part of known price. Null when none of it has a price.',
            ),
            share: share.nullable().describe('Its share of the value of known price, 0 to 1.'),
            score: score.nullable().describe(`${PROTOCOL_SCORE} Null without one.`),
            riskLevel: riskLevel.nullable().describe(LEVEL),
            contribution: score
              .nullable()
              .describe(
                'Points of the weighted score that come from here. Null without price or score.',
              ),
          })
          .describe('What lies at one protocol and what it adds to the risk.'),
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
              'What lies there, debts not taken off. Null when none of it has a price.',
            ),
          })
          .describe('A position at one of the riskiest protocols.'),
      )
      .max(3)
      .describe(
        'The positions at the riskiest protocols, of those that hold something; at most three.',
      ),
  })
  .describe(`Risk of the whole portfolio, ${WEIGHTED}`)

export const COVERAGE_STATUSES = ['ok', 'partial', 'stale', 'timeout', 'unavailable'] as const
export const COVERAGE_REASONS = ['rpc', 'contract', 'price', 'provider'] as const

/**
 * What was looked at on one chain. Protocols are named by their slug. A chain is `ok` when all of it was read: a protocol may
 * still have failed for `price`, when it was read and could not be valued.
 */
export const walletCoverage = z
  .strictObject({
    chain: text.describe('Name of the chain.'),
    status: z
      .enum(COVERAGE_STATUSES)
      .describe(
        '`ok` when all of it was read, `partial` when some was; when nothing was, `stale` where its nodes stand at a block that is too old to be believed, else `timeout` or `unavailable`. Not `ok` means that positions may be missing.',
      ),
    block: z
      .strictObject({
        number: z.int().min(0).describe('Its number; on Solana the number of its slot.'),
        time: z.iso.datetime().describe('The time that the chain gives it, UTC.'),
      })
      .describe('A block of a chain.')
      .nullable()
      .describe(
        'The block that was read. When the chain is `stale`, the block at which a node stands. Null when no block is known.',
      ),
    protocols: z
      .array(
        z
          .strictObject({
            id: text.describe(PROTOCOL_SLUG),
            status: z
              .enum(['ok', 'failed'])
              .describe('`failed` when something of it could not be read, or could not be valued.'),
            reason: z
              .enum(COVERAGE_REASONS)
              .optional()
              .describe(
                'Why it failed: `rpc` (no node gave an answer that can be believed), `contract` (what it answered made no sense), `provider` (an API did not answer) or `price` (it was read, and a leg has no price). Absent when it did not.',
              ),
          })
          .describe('Whether one protocol was read on one chain.'),
      )
      .describe('Every protocol that was looked for there.'),
  })
  .describe('What was looked at on one chain.')

/** A wallet scan but for the address, of live wallets and of the sandbox alike. */
export const walletPortfolio = z.strictObject({
  positions: z
    .array(walletPosition)
    .describe('Positions found, largest value first. Empty when none was.'),
  riskSummary: z
    .union([walletRiskSummary, z.strictObject({})])
    .describe('Risk of the portfolio; an empty object without positions.'),
  flags: z
    .array(z.enum(WALLET_FLAGS))
    .describe(
      'Every warning about the wallet, gravest first; also those of a wallet without positions, such as `sanctioned-address`.',
    ),
  portfolioScore: score
    .nullable()
    .describe(
      `Mean composite of the positions that have a price and a score, 0 to 10, ${WEIGHTED} Null when no position has both.`,
    ),
  positionSource: z
    .array(positionSource)
    .describe('The sources of all positions, as each position names its own.'),
  /**
   * Sums of all legs that were read and have a price: less than the whole while `complete` is false. `netUsd` is null when a
   * debt has no price, since what is left would overstate.
   */
  totals: z
    .strictObject({
      suppliedUsd: z.number().min(0).describe('What was put in, in US dollars.'),
      borrowedUsd: z.number().min(0).describe('What is owed, in US dollars.'),
      rewardsUsd: z.number().min(0).describe('What can be claimed, in US dollars.'),
      netUsd: net.describe(
        'What is supplied, less what is borrowed, plus the rewards. Null when a debt has no price, since what is left would overstate.',
      ),
      complete: z
        .boolean()
        .describe(
          'True only when every chain and protocol that was asked was read and every leg has a price. Protocols that `coverage` does not name are not looked at.',
        ),
    })
    .describe(
      'Sums of all legs that were read and have a price. While `complete` is false there may be more, supplied and borrowed.',
    ),
  /** `listed` when any source names the address, `unknown` when none can answer. A source that cannot has a `hit` of null. */
  sanctions: z
    .strictObject({
      status: z
        .enum(['clear', 'listed', 'unknown'])
        .describe(
          '`listed` when a source names the address, `clear` when one that is up to date does not, `unknown` when none can answer.',
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
                  'The day of the list; of an oracle on a chain, the day of the block that was asked. Null when it could not be asked, or is behind.',
                ),
              hit: z
                .boolean()
                .nullable()
                .describe('Whether it names the address. Null when it does not say.'),
            })
            .describe('One sanctions list.'),
        )
        .describe('Every source that was asked.'),
    })
    .describe('What sanctions lists say of the address.'),
  coverage: z
    .array(walletCoverage)
    .describe('What was looked at, by chain and protocol, and what could not be read.'),
})

/** The answer of `GET /v1/wallet/{address}`. */
export const walletScanResult = walletPortfolio
  .extend({
    address: text.describe('The address that was scanned.'),
    resolvedFrom: text.optional().describe('The name that was given, when it was a name.'),
  })
  .describe(
    'Positions of a wallet and the risk of the portfolio. What could not be seen or priced is said: see `coverage` and `totals.complete`. Fields may be added.',
  )

export type WalletPosition = z.infer<typeof walletPosition>
export type WalletLeg = z.infer<typeof walletLeg>
export type WalletDimensions = z.infer<typeof walletDimensions>
export type WalletRiskSummary = z.infer<typeof walletRiskSummary>
export type WalletCoverage = z.infer<typeof walletCoverage>
export type WalletPortfolio = z.infer<typeof walletPortfolio>
export type WalletScanResult = z.infer<typeof walletScanResult>
