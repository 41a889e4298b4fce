import * as z from 'zod'
import { MISSING_REASONS } from '../domain/reading.ts'
import { control, markets } from './control.ts'
import { assets, hallmark } from './page-facts.ts'
import { retirement } from './retired.ts'
import { riskLevel } from './risk-level.ts'
import { dimensions, scoreMetadata } from './score-metadata.ts'

const score = z.number().min(0).max(10)
const usd = z.number().min(0)
const instant = z.iso.datetime()
const day = z.iso.date()
const slugText = z.string().min(1).max(200)
const text = z.string()
const link = z.string().regex(/^https?:\/\//)

const scoreHistory = z.array(score).max(12)

/** One row of the protocol list. */
export const protocolSummary = z
  .strictObject({
    id: slugText.describe("The protocol's identifier: its current slug."),
    slug: slugText.nullable().describe('The slug used by DefiLlama.'),
    name: text.describe('The display name.'),
    category: text.nullable().describe('Category of the protocol, such as `Lending`.'),
    chains: z.array(text).describe('Names of the chains it runs on.'),
    logoUrl: link.nullable().describe('URL of the logo.'),
    url: link.nullable().describe('The website of the protocol.'),
    twitter: text.nullable().describe('Handle on X, without `@`.'),
    coverageScore: z
      .number()
      .min(0)
      .max(6)
      .nullable()
      .describe(
        'How much of the six dimensions was measured, 0 to 6: the sum of their measured shares. A dimension that does not apply counts as 1.',
      ),
    compositeScore: score
      .nullable()
      .describe('Composite risk, 0 to 10; lower is safer. Null without enough data.'),
    riskLevel: riskLevel
      .nullable()
      .describe('Risk level of the composite. Null without a composite.'),
    tvlUsd: usd.nullable().describe('Total value locked, in US dollars. Null when unknown.'),
    scoreHistory: scoreHistory.describe(
      'The last composites, at most 12, oldest first, one for each published snapshot. Their methodology versions may differ: `scoreMetadata.scoreHistoryDetail` of the protocol gives the day and version of each.',
    ),
    scoredAt: instant.nullable().describe('When the score was computed.'),
  })
  .describe('One row of the protocol list.')

/** The full record of one protocol. Added to the interface: `tvlAsOf`, the day of the TVL, and who controls the contracts, the markets. */
export const protocolDetail = z
  .strictObject({
    id: protocolSummary.shape.id,
    slug: protocolSummary.shape.slug,
    name: protocolSummary.shape.name,
    category: protocolSummary.shape.category,
    chains: protocolSummary.shape.chains,
    coverageScore: protocolSummary.shape.coverageScore,
    tokenSymbol: text.nullable().describe('Symbol of the token of the protocol.'),
    auditCount: z.int().min(0).nullable().describe('Number of known audits. Null when unknown.'),
    oracleConfig: z
      .array(
        z
          .strictObject({
            name: text.describe('Name of the oracle.'),
            type: text.describe('Role of the oracle, such as `Primary`.'),
            proof: z.array(link).describe('URLs of pages that document the dependency.'),
            startDate: day.optional().describe('First day of the dependency.'),
          })
          .describe('A price oracle that the protocol depends on.'),
      )
      .describe('Price oracles it depends on.'),
    description: text.nullable().describe('What the protocol does, in a sentence or two.'),
    descriptionBy: z
      .enum(['plimsoll', 'registry'])
      .nullable()
      .describe('Whose words `description` is: ours or those of the registry.'),
    url: protocolSummary.shape.url,
    logoUrl: protocolSummary.shape.logoUrl,
    twitter: protocolSummary.shape.twitter,
    parentSlug: slugText.nullable().describe('Slug of the parent protocol.'),
    listedAt: instant.nullable().describe('When DefiLlama listed it.'),
    tvlUsd: protocolSummary.shape.tvlUsd,
    tvlAsOf: day.nullable().describe('Day of `tvlUsd` and `chainTvls`.'),
    tvl30d: z
      .number()
      .min(-1)
      .nullable()
      .describe('Change of TVL over 30 days as a fraction; 0.05 means +5%.'),
    chainTvls: z
      .array(
        z
          .strictObject({
            chain: text.describe('Name of the chain.'),
            tvlUsd: usd.describe('Value locked there, in US dollars.'),
            borrowedUsd: usd.describe('Value borrowed there, in US dollars.'),
          })
          .describe('TVL on one chain.'),
      )
      .describe('TVL by chain, largest first.'),
    composite: protocolSummary.shape.compositeScore,
    riskLevel: protocolSummary.shape.riskLevel,
    scoredAt: protocolSummary.shape.scoredAt,
    dimensions: dimensions.nullable().describe('The six dimensions. Null without enough data.'),
    scoreMetadata: scoreMetadata
      .nullable()
      .describe('Inputs of the score and their contributions.'),
    scoreHistory: protocolSummary.shape.scoreHistory,
    audits: z
      .array(
        z
          .strictObject({
            auditor: text.nullable().describe('Name of the auditor.'),
            auditDate: instant.nullable().describe('When the audit was made.'),
            findingsSummary: text
              .nullable()
              .describe(
                'How many findings of each severity the report has. Null when nobody read it for that.',
              ),
            reportUrl: link.nullable().describe('URL of the report.'),
          })
          .describe('One audit.'),
      )
      .describe('Audits, with auditor and report where known.'),
    incidents: z
      .array(
        z
          .strictObject({
            id: text.describe('Identifier of the incident.'),
            exploitDate: instant.nullable().describe('When it happened.'),
            lossUsd: usd.nullable().describe('The loss in US dollars. Null when unknown.'),
            returnedUsd: usd
              .nullable()
              .describe('What was returned or repaid, in US dollars. Null when unknown.'),
            tvlBeforeUsd: usd
              .nullable()
              .describe(
                'TVL of the protocol two days before, or up to seven days earlier, in US dollars. Null when unknown.',
              ),
            tvlBeforeDay: day.nullable().describe('Day of `tvlBeforeUsd`.'),
            chain: text.nullable().describe('The chain where it happened.'),
            cause: text.nullable().describe('Kind of fault.'),
            pocUrl: link.nullable().describe('URL of a report or a proof of concept.'),
            source: text.nullable().describe('Name of the incident data source.'),
          })
          .describe('One exploit or other loss.'),
      )
      .describe('Exploits and other losses. May be empty.'),
    similar: z
      .array(
        z
          .strictObject({
            id: protocolSummary.shape.id,
            slug: protocolSummary.shape.slug,
            name: protocolSummary.shape.name,
            category: protocolSummary.shape.category,
            logoUrl: protocolSummary.shape.logoUrl,
            compositeScore: protocolSummary.shape.compositeScore,
            tvlUsd: protocolSummary.shape.tvlUsd,
          })
          .describe('A protocol of the same kind and size.'),
      )
      .describe('Protocols of the same kind and size.'),
    assets: assets
      .nullable()
      .describe('What the TVL consists of. Null when not known; `assetsMissing` says why.'),
    assetsMissing: z
      .enum(MISSING_REASONS)
      .nullable()
      .describe('Why `assets` is null, as `missing` of a signal says it. Null when it is not.'),
    hallmarks: z
      .array(hallmark)
      .max(50)
      .nullable()
      .describe('Events that DefiLlama marks, oldest first. Null when it gives no list.'),
    control: control
      .nullable()
      .describe('Who can change the contracts. Null when not known; `controlMissing` says why.'),
    controlMissing: z
      .enum(MISSING_REASONS)
      .nullable()
      .describe('Why `control` is null, as `missing` of a signal says it. Null when it is not.'),
    markets: markets
      .nullable()
      .describe('Lending markets and vaults. Null when not known; `marketsMissing` says why.'),
    marketsMissing: z
      .enum(MISSING_REASONS)
      .nullable()
      .describe('Why `markets` is null, as `missing` of a signal says it. Null when it is not.'),
    retired: retirement.nullable().describe('Null while the protocol is listed.'),
  })
  .describe('The full record of one protocol.')

/** Ecosystem aggregates. */
export const stats = z
  .strictObject({
    protocolCount: z.int().min(0).describe('Protocols in the registry.'),
    chainCount: z.int().min(0).describe('Distinct chains over all protocols.'),
    globalRiskIndex: score
      .nullable()
      .describe('Mean composite of the protocols that have one; lower is safer.'),
    globalRiskDelta7d: z
      .number()
      .min(-10)
      .max(10)
      .nullable()
      .describe(
        'Mean change of the scores over about 7 days under one methodology; positive is riskier. Null without an earlier snapshot.',
      ),
    globalRiskDelta7dSince: day
      .nullable()
      .describe(
        'Day of the snapshot that `globalRiskDelta7d` is compared with, 5 to 10 days old. Null without one.',
      ),
    totalTvlUsd: usd.nullable().describe('Sum of the latest TVL, in US dollars.'),
    recentExploitsCount: z
      .int()
      .min(0)
      .describe(
        'Exploits in the 7 days up to `incidentsAsOf`; 0 when no incident list has been read.',
      ),
    incidentsAsOf: day
      .nullable()
      .describe('Day of the incident list; null when none has been read.'),
    updatedAt: instant.describe('When the snapshot was computed.'),
  })
  .describe('Aggregates over all protocols.')

const paginationMeta = z
  .strictObject({
    total: z.int().min(0).describe('Matching rows on all pages.'),
    page: z.int().min(1).describe('Page number, from 1.'),
    limit: z.int().min(1).max(100).describe('Rows per page.'),
    pageCount: z.int().min(0).describe('Total number of pages.'),
  })
  .describe('Position of the page. A page past the end is empty, but its totals are correct.')

export const statsDocument = z
  .strictObject({ success: z.literal(true), data: stats })
  .describe('Ecosystem aggregates.')
export const detailDocument = z
  .strictObject({ success: z.literal(true), data: protocolDetail })
  .describe('One protocol in full.')
export const listDocument = z
  .strictObject({
    success: z.literal(true),
    data: z.array(protocolSummary).max(100),
    meta: paginationMeta,
  })
  .describe('One page of the protocol list.')

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
  /** Other spellings of those names in lower case, with the indexes of the names each refers to. Builds before 2026-12 lack them. */
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
    creditRisk: column(score.nullable()),
    counterpartyRisk: column(score.nullable()),
    liquidityRisk: column(score.nullable()),
    oracleRisk: column(score.nullable()),
    smartContractRisk: column(score.nullable()),
    liquidityTrapRisk: column(score.nullable()),
  }),
})

/** Summary of the snapshot, for the health check. */
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
  /** Hash of all inputs of the documents: store content and code. */
  inputs: text,
  sources: z.array(
    z.strictObject({
      id: text,
      status: z.enum(['ok', 'failed', 'absent']),
      /** Why the last try failed or was refused. Older manifests lack it. */
      failure: text.optional(),
      asOf: day.nullable(),
      /** First and last day of the dated readings in use. Older manifests lack both. */
      oldest: day.nullable().default(null),
      newest: day.nullable().default(null),
      rows: z.int().min(0).nullable(),
      /** Fields that many rows had on an earlier day and none has since; absent when there are none. */
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
