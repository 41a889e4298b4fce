import * as z from 'zod'
import { mapDimensions } from '../domain/dimension.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'

const text = z.string().min(1)
/** US dollars to the cent. Null: the price of a part is not known. */
const usd = z.number().min(0).nullable()
const net = z.number().nullable()
const score = z.number().min(0).max(10)
const share = z.number().min(0).max(1)
const measure = z.number().min(0).nullable()

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

/** Null for a dimension that is unknown or does not apply. */
export const walletDimensions = z.strictObject(mapDimensions(() => score.nullable()))

export const walletLeg = z.strictObject({
  role: z.enum(['supply', 'borrow', 'stake', 'lp', 'reward', 'collateral', 'margin']),
  token: text,
  symbol: text,
  /** Decimal, in whole tokens. */
  amount: z.string().regex(/^\d+(\.\d+)?$/),
  usd,
  /** What `usd` was counted with; null without a price. */
  price: z
    .strictObject({
      usd: z.number().positive(),
      source: text,
      asOf: z.iso.date(),
      /** A second source that agrees within 5 %; null when one alone knows the price and it is believed. */
      confirmedBy: text.nullable(),
    })
    .nullable(),
  /**
   * Why there is no price; null when there is one, or when the amount is zero. `disagreement`: two sources know one and are
   * more than 5 % apart, so that there is none to count with, and the flag `price-disagreement` is raised.
   */
  missing: z
    .enum(['not-covered', 'stale', 'refused', 'upstream-failed', 'disagreement'])
    .nullable(),
  /** Whether it can be borrowed against; null where the question does not arise. */
  collateral: z.boolean().nullable(),
})

/** A perpetual as the protocol states it. `pnlUsd` is to be shown and never to be added up. */
export const walletPerpetual = z.strictObject({
  side: z.enum(['long', 'short']),
  sizeUsd: measure,
  leverage: measure,
  entryPrice: measure,
  liquidationPrice: measure,
  pnlUsd: z.number().nullable(),
  /**
   * Whether the margin that is counted, here or in the position of the whole account, holds the profit or loss already.
   * Null where that is not known.
   */
  pnlInNet: z.boolean().nullable(),
})

/**
 * `netUsd` is what is supplied, less what is borrowed, plus the rewards. A sum with a leg of unknown price is null. Only a
 * perpetual may have no legs: its margin is that of an account, which is a position of its own.
 */
export const walletPosition = z
  .strictObject({
    id: text,
    chain: text,
    protocol: text,
    protocolSlug: text,
    product: z.enum(['lending', 'lst', 'lp', 'vault', 'perp', 'staking']),
    market: text.nullable(),
    ref: text.nullable(),
    receiptToken: text.nullable(),
    legs: z.array(walletLeg),
    suppliedUsd: usd,
    borrowedUsd: usd,
    rewardsUsd: usd,
    netUsd: net,
    /** Above 1 is safe; null without debt. */
    healthFactor: z.number().min(0).nullable(),
    /** Concentrated liquidity: whether the price lies within the range. */
    inRange: z.boolean().nullable(),
    perp: walletPerpetual.nullable(),
    risk: z
      .strictObject({
        score,
        riskLevel: z.enum(RISK_LEVELS),
        scoredAt: z.iso.datetime().nullable(),
        dimensions: walletDimensions,
      })
      .nullable(),
    positionSource: z.string().regex(/^(onchain|sandbox|provider:[a-z0-9-]+)$/),
    valuation: z.enum(['priced', 'partial', 'unpriced']),
  })
  .refine(({ legs, perp }) => legs.length > 0 || perp !== null, {
    path: ['legs'],
    message: 'only a perpetual may have no legs',
  })

/** Weights are what lies at a protocol: everything of known price that is not borrowed. Debts do not lighten a risk. */
export const walletRiskSummary = z.strictObject({
  weightedScore: score.nullable(),
  riskLevel: z.enum(RISK_LEVELS).nullable(),
  /** Share of the value of known price that has a score. */
  scoredShare: share.nullable(),
  /** Share of the largest position in the value. */
  concentration: share.nullable(),
  /** Share of the value, debts beside it, that was counted with a price which one source alone knows. */
  singleSourceShare: share.nullable(),
  minHealthFactor: z.number().min(0).nullable(),
  flags: z.array(z.enum(WALLET_FLAGS)),
  dimensions: walletDimensions,
  /**
   * Largest value first. The contributions add up to the weighted score before it is rounded. A value is null when nothing
   * that lies there has a price.
   */
  protocols: z.array(
    z.strictObject({
      protocolSlug: text,
      protocol: text,
      valueUsd: usd,
      share: share.nullable(),
      score: score.nullable(),
      riskLevel: z.enum(RISK_LEVELS).nullable(),
      contribution: score.nullable(),
    }),
  ),
  /** The positions at the riskiest protocols, at most three, of those that hold something. */
  weakestPositions: z
    .array(
      z.strictObject({
        id: text,
        protocolSlug: text,
        score,
        riskLevel: z.enum(RISK_LEVELS),
        valueUsd: usd,
      }),
    )
    .max(3),
})

export const COVERAGE_STATUSES = ['ok', 'partial', 'stale', 'timeout', 'unavailable'] as const
export const COVERAGE_REASONS = ['rpc', 'contract', 'price', 'provider'] as const

/**
 * What was looked at on one chain. Protocols are named by their slug. A chain is `ok` when all of it was read: a protocol may
 * still have failed for `price`, when it was read and could not be valued.
 */
export const walletCoverage = z.strictObject({
  chain: text,
  status: z.enum(COVERAGE_STATUSES),
  /**
   * The block that was read, by number and the time that the chain gives it; on Solana the slot. Of a stale chain, where its
   * nodes stand. Null when none has told.
   */
  block: z.strictObject({ number: z.int().min(0), time: z.iso.datetime() }).nullable(),
  protocols: z.array(
    z.strictObject({
      id: text,
      status: z.enum(['ok', 'failed']),
      reason: z.enum(COVERAGE_REASONS).optional(),
    }),
  ),
})

/** A wallet scan but for the address, of live wallets and of the sandbox alike. */
export const walletPortfolio = z.strictObject({
  positions: z.array(walletPosition),
  /** Empty when nothing was found. */
  riskSummary: z.union([walletRiskSummary, z.strictObject({})]),
  /** Every warning about the wallet, gravest first: those of `riskSummary`, and what is so without any position. */
  flags: z.array(z.enum(WALLET_FLAGS)),
  portfolioScore: score.nullable(),
  positionSource: z.array(walletPosition.shape.positionSource),
  /**
   * Sums of all legs that were read and have a price: less than the whole while `complete` is false. `netUsd` is null when a
   * debt has no price, since what is left would overstate.
   */
  totals: z.strictObject({
    suppliedUsd: z.number().min(0),
    borrowedUsd: z.number().min(0),
    rewardsUsd: z.number().min(0),
    netUsd: net,
    /** True only when every chain and protocol answered and every leg has a price. */
    complete: z.boolean(),
  }),
  /** `listed` when any source names the address, `unknown` when none can answer. A source that cannot has a `hit` of null. */
  sanctions: z.strictObject({
    status: z.enum(['clear', 'listed', 'unknown']),
    sources: z.array(
      z.strictObject({ id: text, asOf: z.iso.date().nullable(), hit: z.boolean().nullable() }),
    ),
  }),
  coverage: z.array(walletCoverage),
})

/** The answer of `GET /v1/wallet/{address}` (interface, "Wallet scan result"). */
export const walletScanResult = walletPortfolio.extend({
  address: text,
  /** The name that was given, when one was. */
  resolvedFrom: text.optional(),
})

export type WalletPosition = z.infer<typeof walletPosition>
export type WalletLeg = z.infer<typeof walletLeg>
export type WalletDimensions = z.infer<typeof walletDimensions>
export type WalletRiskSummary = z.infer<typeof walletRiskSummary>
export type WalletCoverage = z.infer<typeof walletCoverage>
export type WalletPortfolio = z.infer<typeof walletPortfolio>
export type WalletScanResult = z.infer<typeof walletScanResult>
