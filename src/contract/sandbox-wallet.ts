import { z } from 'zod'
import { RISK_LEVELS } from '../domain/risk-level.ts'

const text = z.string().min(1)
/** Null: the price is not known. */
const usd = z.number().min(0).nullable()
const net = z.number().nullable()
const score = z.number().min(0).max(10)

const product = z.enum(['lending', 'lst', 'lp', 'vault', 'perp', 'staking'])

const leg = z.strictObject({
  role: z.enum(['supply', 'borrow', 'stake', 'lp', 'reward', 'collateral', 'margin']),
  token: text,
  symbol: text,
  /** Decimal, in whole tokens. */
  amount: z.string().regex(/^\d+(\.\d+)?$/),
  usd,
})

/** `data/sandbox/wallet.json`: what the invented wallet holds, and who holds nothing. Scores and sums are added when it is published. */
export const sandboxHoldings = z.strictObject({
  source: z.literal('sandbox'),
  terms: text,
  /** Addresses that hold nothing; any other one holds the positions. */
  empty: z.array(text).min(1),
  positions: z.array(
    z.strictObject({
      slug: text,
      chain: text,
      product,
      /** Tells positions at one protocol apart. */
      ref: text,
      legs: z.array(leg).min(1),
      healthFactor: z.number().min(0).optional(),
    }),
  ),
})

const riskSummary = z.strictObject({
  weightedScore: score.nullable(),
  riskLevel: z.enum(RISK_LEVELS).nullable(),
  /** Share of the priced value that has a score. */
  scoredShare: z.number().min(0).max(1).nullable(),
  /** Share of the largest position in the priced value. */
  concentration: z.number().min(0).max(1).nullable(),
  minHealthFactor: z.number().min(0).nullable(),
  flags: z.array(text),
})

/** What a wallet scan of the sandbox answers, but for the address. */
const sandboxScan = z.strictObject({
  positions: z.array(
    z.strictObject({
      id: text,
      chain: text,
      protocol: text,
      protocolSlug: text,
      product,
      legs: z.array(leg).min(1),
      suppliedUsd: usd,
      borrowedUsd: usd,
      rewardsUsd: usd,
      netUsd: net,
      healthFactor: z.number().min(0).nullable(),
      risk: z
        .strictObject({
          score,
          riskLevel: z.enum(RISK_LEVELS),
          scoredAt: z.iso.datetime().nullable(),
        })
        .nullable(),
      positionSource: z.literal('sandbox'),
      valuation: z.enum(['priced', 'partial', 'unpriced']),
    }),
  ),
  /** Empty without positions. */
  riskSummary: z.union([z.strictObject({}), riskSummary]),
  portfolioScore: score.nullable(),
  positionSource: z.array(z.literal('sandbox')),
  totals: z.strictObject({
    suppliedUsd: usd,
    borrowedUsd: usd,
    rewardsUsd: usd,
    netUsd: net,
    /** False when a price is not known. */
    complete: z.boolean(),
  }),
  sanctions: z.strictObject({
    status: z.enum(['clear', 'listed']),
    sources: z.array(z.strictObject({ id: text, asOf: z.iso.date().nullable(), hit: z.boolean() })),
  }),
  coverage: z.array(
    z.strictObject({
      chain: text,
      status: z.literal('ok'),
      protocols: z.array(z.strictObject({ id: text, status: z.literal('ok') })),
    }),
  ),
})

/** The scans of the sandbox, and the addresses that do not get the usual one: EVM addresses in lower case. */
export const sandboxWallets = z.strictObject({
  scans: z.strictObject({ usual: sandboxScan, listed: sandboxScan, empty: sandboxScan }),
  addresses: z.record(text, z.enum(['listed', 'empty'])),
})

export type SandboxHoldings = z.infer<typeof sandboxHoldings>
export type SandboxScan = z.infer<typeof sandboxScan>
export type SandboxWallets = z.infer<typeof sandboxWallets>
export type RiskSummary = z.infer<typeof riskSummary>
