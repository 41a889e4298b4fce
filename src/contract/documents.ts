import * as z from 'zod'
import { DIMENSIONS, mapDimensionColumns, mapDimensions } from '../domain/dimension.ts'
import { MISSING_REASONS } from '../domain/reading.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'

const score = z.number().min(0).max(10)
const share = z.number().min(0).max(1)
const usd = z.number().min(0)
const instant = z.iso.datetime()
const day = z.iso.date()
const slugText = z.string().min(1).max(200)
const text = z.string()
const link = z.string().regex(/^https?:\/\//)
const dimensionKey = z.enum(DIMENSIONS)

const scoreHistory = z.array(score).max(12)

/** One row of the protocol list (interface, "ProtocolSummary"). */
export const protocolSummary = z.strictObject({
  id: slugText,
  slug: slugText.nullable(),
  name: text,
  category: text.nullable(),
  chains: z.array(text),
  logoUrl: link.nullable(),
  url: link.nullable(),
  twitter: text.nullable(),
  coverageScore: z.number().min(0).max(6).nullable(),
  compositeScore: score.nullable(),
  riskLevel: z.enum(RISK_LEVELS).nullable(),
  tvlUsd: usd.nullable(),
  scoreHistory,
  scoredAt: instant.nullable(),
})

const dimension = z.strictObject({
  score: score.nullable(),
  /** 30-day delta under one methodology; 0 when there is no earlier score to compare with. */
  trend: z.number().min(-10).max(10),
  label: text,
  desc: text,
})

const dimensions = z.strictObject(mapDimensions(() => dimension))

const signal = z.strictObject({
  id: text,
  /** Reading on the axis of the signal's anchors; null when missing. */
  value: z.number().nullable(),
  risk: score,
  weight: share,
  /** Points of the composite. All contributions of a protocol add up to `composite.score`. */
  contribution: score,
  reason: text,
  source: text,
  asOf: day.nullable(),
  missing: z.enum(MISSING_REASONS).nullable(),
  /** True when the reading is that of another member of the family. */
  inherited: z.boolean(),
  /** A page where a reader can check the reading: an address, or a path of this site. */
  link: z
    .string()
    .regex(/^(https?:\/\/|\/[a-z])/)
    .nullable(),
})

/** An override that acts: the dimension may not be lower, whatever its signals say. */
const floor = z.strictObject({
  id: text,
  risk: score,
  /** Points of the composite that the floor adds to those of the signals. */
  contribution: score,
  reason: text,
})

const dimensionMetadata = z.strictObject({
  score: score.nullable(),
  signalsUsed: z.array(text),
  missing: z.array(text),
  status: z.enum(['scored', 'unknown', 'not-applicable']),
  reason: text.nullable(),
  coverage: share,
  weight: share,
  contribution: score,
  signals: z.array(signal),
  floor: floor.nullable(),
  /** The earlier snapshot that the `trend` of this dimension compares with; null when there is nothing to compare. */
  trendSince: day.nullable(),
})

/** Where the composite would lie if what is missing were at the 10th or 90th percentile of its kind. */
const scoreRange = z.strictObject({ low: score, high: score })

/** Place among the scored protocols of the category, by published composite; 1 is the lowest risk, and equals share a place. */
const categoryRank = z.strictObject({
  category: text,
  position: z.int().min(1),
  of: z.int().min(1),
  /** How many others share the place. */
  tied: z.int().min(0),
})

const scoreChange = z.strictObject({
  signal: text,
  dimension: dimensionKey,
  what: text,
  /** To one decimal, as a composite is published. */
  composite: score,
  /** To two decimals, from full precision. */
  delta: z.number().min(-10).max(10),
})

const scoreMetadata = z.strictObject({
  composite: z.strictObject({
    score: score.nullable(),
    applicable_dimensions: z.array(dimensionKey),
    weights_used: z.partialRecord(dimensionKey, share),
    range: scoreRange.nullable(),
  }),
  rank: categoryRank.nullable(),
  changes: z.array(scoreChange).max(3),
  /** Points of the composite that come from missing signals; null without a composite. */
  missingCost: score.nullable(),
  dimensions: z.strictObject(mapDimensions(() => dimensionMetadata)),
  eligibility: z.strictObject({
    label: z.enum(['Scored', 'Insufficient Data']),
    reasons: z.array(text),
  }),
  methodology: text,
  /** The earlier snapshot that trends compare with, 23 to 45 days old and by the same methodology; null without one. */
  trendSince: day.nullable(),
  /** Of each entry of `scoreHistory`, in its order. Scores of two versions of the methodology are not alike. */
  scoreHistoryDetail: z.array(z.strictObject({ day, methodology: text })).max(12),
})

/** The full record of one protocol (interface, "ProtocolDetail"). `tvlAsOf` is added: the day of the TVL. */
export const protocolDetail = z.strictObject({
  id: slugText,
  slug: slugText.nullable(),
  name: text,
  category: text.nullable(),
  chains: z.array(text),
  coverageScore: z.number().min(0).max(6).nullable(),
  tokenSymbol: text.nullable(),
  auditCount: z.int().min(0).nullable(),
  oracleConfig: z.array(
    z.strictObject({
      name: text,
      type: text,
      proof: z.array(link),
      startDate: day.optional(),
    }),
  ),
  description: text.nullable(),
  url: link.nullable(),
  logoUrl: link.nullable(),
  twitter: text.nullable(),
  parentSlug: slugText.nullable(),
  listedAt: instant.nullable(),
  tvlUsd: usd.nullable(),
  tvlAsOf: day.nullable(),
  tvl30d: z.number().min(-1).nullable(),
  chainTvls: z.array(z.strictObject({ chain: text, tvlUsd: usd, borrowedUsd: usd })),
  composite: score.nullable(),
  riskLevel: z.enum(RISK_LEVELS).nullable(),
  scoredAt: instant.nullable(),
  dimensions: dimensions.nullable(),
  scoreMetadata: scoreMetadata.nullable(),
  scoreHistory,
  audits: z.array(
    z.strictObject({
      auditor: text.nullable(),
      auditDate: instant.nullable(),
      findingsSummary: z.null(),
      reportUrl: link.nullable(),
    }),
  ),
  incidents: z.array(
    z.strictObject({
      id: text,
      exploitDate: instant.nullable(),
      lossUsd: usd.nullable(),
      chain: text.nullable(),
      cause: text.nullable(),
      pocUrl: link.nullable(),
      source: text.nullable(),
    }),
  ),
  similar: z.array(
    z.strictObject({
      id: slugText,
      slug: slugText.nullable(),
      name: text,
      category: text.nullable(),
      logoUrl: link.nullable(),
      compositeScore: score.nullable(),
      tvlUsd: usd.nullable(),
    }),
  ),
})

/** Ecosystem aggregates (interface, "Stats"). */
export const stats = z.strictObject({
  protocolCount: z.int().min(0),
  chainCount: z.int().min(0),
  globalRiskIndex: score.nullable(),
  globalRiskDelta7d: z.number().min(-10).max(10).nullable(),
  /** The earlier snapshot that `globalRiskDelta7d` compares with, under the same methodology; null without one. */
  globalRiskDelta7dSince: day.nullable(),
  totalTvlUsd: usd.nullable(),
  recentExploitsCount: z.int().min(0),
  /** The day of the list of incidents that is counted; null when none was ever read. */
  incidentsAsOf: day.nullable(),
  updatedAt: instant,
})

const paginationMeta = z.strictObject({
  total: z.int().min(0),
  page: z.int().min(1),
  limit: z.int().min(1).max(100),
  pageCount: z.int().min(0),
})

export const statsDocument = z.strictObject({ success: z.literal(true), data: stats })
export const detailDocument = z.strictObject({ success: z.literal(true), data: protocolDetail })
export const listDocument = z.strictObject({
  success: z.literal(true),
  data: z.array(protocolSummary).max(100),
  meta: paginationMeta,
})

const column = <T extends z.ZodType>(cell: T) => z.array(cell)

const nameAliases = z.record(text, z.array(z.int().min(0)))

/** Every row of the screener, by column: `columns.x[i]` belongs to the protocol `columns.id[i]`. Rows are ordered by `id`. */
export const screenerIndex = z.strictObject({
  snapshot: text,
  asOf: day,
  count: z.int().min(0),
  /** Names that `columns.category` and `columns.chains` point into. */
  categories: z.array(text),
  chains: z.array(text),
  /** Other spellings of those names in lower case, with the places of what each means. Builds before 2026-12 lack them. */
  aliases: z.strictObject({ categories: nameAliases, chains: nameAliases }).optional(),
  columns: z.strictObject({
    id: column(slugText),
    name: column(text),
    category: column(z.int().min(0).nullable()),
    chains: column(z.array(z.int().min(0))),
    logoUrl: column(link.nullable()),
    url: column(link.nullable()),
    twitter: column(text.nullable()),
    coverageScore: column(z.number().min(0).max(6).nullable()),
    compositeScore: column(score.nullable()),
    tvlUsd: column(usd.nullable()),
    scoreHistory: column(scoreHistory),
    scoredAt: column(instant.nullable()),
    ...mapDimensionColumns(() => column(score.nullable())),
  }),
})

/** The snapshot in a few words, for the health check. */
export const snapshotNote = z.strictObject({
  id: text,
  asOf: day,
  protocolCount: z.int().min(0),
  /** Days after which the next snapshot is due; null when there will be none. */
  refreshDays: z.int().min(1).nullable(),
})

/** Slugs that are no longer current, each with the slug to ask for instead. */
export const aliasIndex = z.record(slugText, slugText)

/** Sanctioned addresses by asset, from the newest good list. */
export const sanctionList = z.strictObject({
  source: text,
  asOf: day.nullable(),
  byAsset: z.record(text, z.array(text)),
})

/** What was published: the snapshot, the sources behind it, and the hash of every file beside it. */
export const manifest = z.strictObject({
  format: z.literal(1),
  snapshot: z.strictObject({
    id: text,
    asOf: day,
    computedAt: instant,
    methodology: text,
    origin: text,
    protocolCount: z.int().min(0),
    scoredCount: z.int().min(0),
  }),
  /** Hash of everything the documents were made from: store content and code. */
  inputs: text,
  sources: z.array(
    z.strictObject({
      id: text,
      status: z.enum(['ok', 'failed', 'absent']),
      asOf: day.nullable(),
      /** First and last day of the readings in use that bear one; a manifest of before says neither. */
      oldest: day.nullable().default(null),
      newest: day.nullable().default(null),
      rows: z.int().min(0).nullable(),
      /** Fields that many rows carried on an earlier day and none carries since; left out when there is none. */
      lostFields: z
        .array(z.strictObject({ field: text, asOf: day, rows: z.int().min(1) }))
        .optional(),
    }),
  ),
  documents: z.record(
    text,
    z.strictObject({ sha256: z.string().length(64), bytes: z.int().min(0) }),
  ),
})

export type ProtocolSummary = z.infer<typeof protocolSummary>
export type ProtocolDetail = z.infer<typeof protocolDetail>
export type ScoreMetadata = z.infer<typeof scoreMetadata>
export type Stats = z.infer<typeof stats>
export type ListDocument = z.infer<typeof listDocument>
export type ScreenerIndex = z.infer<typeof screenerIndex>
export type Manifest = z.infer<typeof manifest>
