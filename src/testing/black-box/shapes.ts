import * as z from 'zod'

/**
 * The resources as the interface writes them down, field by field. Kept apart from the schemas in `src/contract`, so
 * that a slip there is seen here. Further fields may always be added.
 */
export const score = z.number().min(0).max(10)
const usd = z.number()
const instant = z.iso.datetime()
const count = z.int().min(0)
const link = z.string().regex(/^https?:\/\//)
export const level = z.enum(['very-low', 'low', 'moderate', 'elevated', 'high'])

const summaryFields = {
  id: z.string().min(1),
  slug: z.string().nullable(),
  name: z.string(),
  category: z.string().nullable(),
  chains: z.array(z.string()),
  logoUrl: link.nullable(),
  url: link.nullable(),
  twitter: z.string().nullable(),
  coverageScore: z.number().min(0).max(6).nullable(),
  compositeScore: score.nullable(),
  riskLevel: level.nullable(),
  tvlUsd: usd.nullable(),
  scoreHistory: z.array(score).max(12),
  scoredAt: instant.nullable(),
  /** Only with a filter by chain. */
  chainTvlUsd: usd.nullable().optional(),
}

export const RISKS = [
  'creditRisk',
  'counterpartyRisk',
  'liquidityRisk',
  'oracleRisk',
  'smartContractRisk',
  'liquidityTrapRisk',
] as const

export const summary = z.looseObject(summaryFields)

export const screenerRow = z.looseObject({
  ...summaryFields,
  creditRisk: score.nullable(),
  counterpartyRisk: score.nullable(),
  liquidityRisk: score.nullable(),
  oracleRisk: score.nullable(),
  smartContractRisk: score.nullable(),
  liquidityTrapRisk: score.nullable(),
})

export const DIMENSION_KEYS = [
  'credit',
  'counterparty',
  'liquidity',
  'oracle',
  'smartContract',
  'liquidityTrap',
] as const

const dimension = z.looseObject({
  score: score.nullable(),
  trend: z.number(),
  label: z.string().min(1),
  desc: z.string().min(1),
})

const everyDimension = <T extends z.ZodType>(each: T) =>
  z.strictObject({
    credit: each,
    counterparty: each,
    liquidity: each,
    oracle: each,
    smartContract: each,
    liquidityTrap: each,
  })

export const detail = z.looseObject({
  id: z.string().min(1),
  slug: z.string().nullable(),
  name: z.string(),
  category: z.string().nullable(),
  chains: z.array(z.string()),
  coverageScore: z.number().min(0).max(6).nullable(),
  tokenSymbol: z.string().nullable(),
  auditCount: count.nullable(),
  oracleConfig: z.array(
    z.looseObject({
      name: z.string(),
      type: z.string(),
      proof: z.array(link),
      startDate: z.iso.date().optional(),
    }),
  ),
  description: z.string().nullable(),
  descriptionBy: z.enum(['plimsoll', 'registry']).nullable(),
  url: link.nullable(),
  logoUrl: link.nullable(),
  twitter: z.string().nullable(),
  parentSlug: z.string().nullable(),
  listedAt: instant.nullable(),
  tvlUsd: usd.nullable(),
  tvl30d: z.number().nullable(),
  chainTvls: z.array(z.looseObject({ chain: z.string(), tvlUsd: usd, borrowedUsd: usd })),
  composite: score.nullable(),
  riskLevel: level.nullable(),
  scoredAt: instant.nullable(),
  dimensions: everyDimension(dimension).nullable(),
  scoreMetadata: z
    .looseObject({
      composite: z.looseObject({
        score: score.nullable(),
        applicable_dimensions: z.array(z.enum(DIMENSION_KEYS)),
        weights_used: z.partialRecord(z.enum(DIMENSION_KEYS), z.number().min(0).max(1)),
      }),
      dimensions: everyDimension(
        z.looseObject({
          score: score.nullable(),
          signalsUsed: z.array(z.string()),
          missing: z.array(z.string()),
          status: z.enum(['scored', 'unknown', 'not-applicable']),
          reason: z.string().nullable(),
        }),
      ),
      eligibility: z.looseObject({ label: z.string(), reasons: z.array(z.string()) }),
    })
    .nullable(),
  scoreHistory: z.array(score).max(12),
  audits: z.array(
    z.looseObject({
      auditor: z.string().nullable(),
      auditDate: instant.nullable(),
      findingsSummary: z.unknown(),
      reportUrl: link.nullable(),
    }),
  ),
  incidents: z.array(
    z.looseObject({
      id: z.string(),
      exploitDate: instant.nullable(),
      lossUsd: usd.nullable(),
      chain: z.string().nullable(),
      cause: z.string().nullable(),
      pocUrl: link.nullable(),
      source: z.string().nullable(),
    }),
  ),
  similar: z.array(
    z.looseObject({
      id: z.string(),
      slug: z.string().nullable(),
      name: z.string(),
      category: z.string().nullable(),
      logoUrl: link.nullable(),
      compositeScore: score.nullable(),
      tvlUsd: usd.nullable(),
    }),
  ),
})

export const stats = z.looseObject({
  protocolCount: count,
  chainCount: count,
  globalRiskIndex: score.nullable(),
  globalRiskDelta7d: z.number().nullable(),
  totalTvlUsd: usd.nullable(),
  recentExploitsCount: count,
  incidentsAsOf: z.iso.date().nullable(),
  updatedAt: instant,
})

export const health = z.looseObject({
  status: z.enum(['ok', 'stale']),
  version: z.string().min(1),
  snapshot: z.looseObject({
    id: z.string().min(1),
    asOf: z.iso.date(),
    ageSeconds: count,
    protocolCount: count,
  }),
})

export const usage = z.looseObject({
  key_id: z.string().min(1),
  plan: z.string().min(1),
  period_start: instant,
  period_end: instant,
  total_requests: count,
  quota: count,
  quota_utilization_pct: z.number().min(0),
  breakdown: z.strictObject({ protocols: count, wallet: count, screener: count, other: count }),
})

const meta = z.strictObject({
  total: count,
  page: z.int().min(1),
  limit: z.int().min(1).max(100),
  pageCount: count,
})

export const single = <T extends z.ZodType>(data: T) =>
  z.strictObject({ success: z.literal(true), data })

export const paginated = <T extends z.ZodType>(row: T) =>
  z.strictObject({ success: z.literal(true), data: z.array(row), meta })

export const found = z.looseObject({
  id: z.string().min(1),
  slug: z.string().nullable(),
  name: z.string(),
  symbol: z.string().nullable(),
  category: z.string().nullable(),
  tvlUsd: usd.nullable(),
  composite: score.nullable(),
  riskLevel: level.nullable(),
  matched: z.enum(['name', 'slug', 'formerSlug', 'symbol', 'parent']),
  match: z.enum(['exact', 'prefix', 'word', 'substring', 'near']),
})

export const named = z.looseObject({
  name: z.string().min(1),
  aliases: z.array(z.string().min(1)),
  protocolCount: z.int().min(1),
  tvlUsd: usd.nullable(),
})

export const index = z.looseObject({
  name: z.string().min(1),
  version: z.string().min(1),
  snapshotDay: z.iso.date().nullable(),
  documentation: z.string().startsWith('/'),
  openapi: z.string().startsWith('/'),
  endpoints: z.array(
    z.looseObject({
      path: z.string().startsWith('/v1/'),
      summary: z.string().min(1),
      key: z.enum(['optional', 'any', 'pro']),
    }),
  ),
})

export const failure = z.strictObject({
  success: z.literal(false),
  data: z.null(),
  error: z.strictObject({
    code: z.string().regex(/^[A-Z_]+$/),
    message: z.string().min(1),
    status: z.int(),
    details: z.record(z.string(), z.array(z.string())).optional(),
    documentation: z.string().regex(/^\/docs\/errors\/[A-Z_]+\/$/),
  }),
})

export type Summary = z.infer<typeof summary>
export type ScreenerRow = z.infer<typeof screenerRow>
export type Detail = z.infer<typeof detail>
