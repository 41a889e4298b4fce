import * as z from 'zod'
import { level, score } from './shapes.ts'

/** Dollars of a wallet: null is not known, and never zero for that. */
const worth = z.number().min(0).nullable()

const walletDimensions = z.looseObject({
  credit: score.nullable(),
  counterparty: score.nullable(),
  liquidity: score.nullable(),
  oracle: score.nullable(),
  smartContract: score.nullable(),
  liquidityTrap: score.nullable(),
})

const walletPosition = z.looseObject({
  id: z.string().min(1),
  chain: z.string().min(1),
  protocol: z.string().min(1),
  protocolSlug: z.string().min(1),
  product: z.enum(['lending', 'lst', 'lp', 'vault', 'perp', 'staking']),
  legs: z.array(
    z.looseObject({
      role: z.enum(['supply', 'borrow', 'stake', 'lp', 'reward', 'collateral', 'margin']),
      token: z.string().min(1),
      symbol: z.string().min(1),
      amount: z.string().regex(/^\d+(\.\d+)?$/),
      usd: worth,
    }),
  ),
  suppliedUsd: worth,
  borrowedUsd: worth,
  rewardsUsd: worth,
  netUsd: z.number().nullable(),
  healthFactor: z.number().min(0).nullable(),
  inRange: z.boolean().nullable(),
  perp: z.looseObject({ side: z.enum(['long', 'short']) }).nullable(),
  risk: z.looseObject({ score, riskLevel: level, dimensions: walletDimensions }).nullable(),
  positionSource: z.string().regex(/^(onchain|sandbox|provider:.+)$/),
  valuation: z.enum(['priced', 'partial', 'unpriced']),
})

/** Everything or nothing: without positions it is empty. */
const riskSummary = z.union([
  z.strictObject({}),
  z.looseObject({
    weightedScore: score.nullable(),
    riskLevel: level.nullable(),
    scoredShare: z.number().min(0).max(1).nullable(),
    concentration: z.number().min(0).max(1).nullable(),
    minHealthFactor: z.number().min(0).nullable(),
    flags: z.array(z.string().regex(/^[a-z-]+$/)),
    dimensions: walletDimensions,
    protocols: z.array(z.looseObject({ protocolSlug: z.string().min(1), valueUsd: worth })),
    weakestPositions: z.array(z.looseObject({ id: z.string().min(1), score })).max(3),
  }),
])

export const wallet = z.looseObject({
  address: z.string().min(1),
  resolvedFrom: z.string().optional(),
  positions: z.array(walletPosition),
  riskSummary,
  flags: z.array(z.string().regex(/^[a-z-]+$/)),
  portfolioScore: score.nullable(),
  positionSource: z.array(z.string()),
  totals: z.looseObject({
    suppliedUsd: z.number().min(0),
    borrowedUsd: z.number().min(0),
    rewardsUsd: z.number().min(0),
    netUsd: z.number().nullable(),
    complete: z.boolean(),
  }),
  sanctions: z.looseObject({
    status: z.enum(['clear', 'listed', 'unknown']),
    sources: z.array(z.looseObject({ id: z.string().min(1), hit: z.boolean().nullable() })).min(1),
  }),
  coverage: z
    .array(
      z.looseObject({
        chain: z.string().min(1),
        status: z.enum(['ok', 'partial', 'stale', 'timeout', 'unavailable']),
        block: z.looseObject({ number: z.int().min(0), time: z.iso.datetime() }).nullable(),
        protocols: z.array(
          z.looseObject({ id: z.string().min(1), status: z.enum(['ok', 'failed']) }),
        ),
      }),
    )
    .min(1),
})
