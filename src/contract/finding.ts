import * as z from 'zod'
import { CHAIN_KINDS, CHAIN_SECURITIES } from '../domain/chain.ts'
import * as f from './fields.ts'
import { protocolStatus, protocolSummary } from './protocol-summary.ts'
import { riskLevel } from './risk-level.ts'
import { MATCH_KINDS } from './search.ts'
import { SEARCH_FIELDS } from './search-terms.ts'

/** One protocol that a search found. */
export const searchRow = z
  .strictObject({
    id: protocolSummary.shape.id,
    slug: protocolSummary.shape.slug,
    name: protocolSummary.shape.name,
    symbol: f.textOrNull.describe('Symbol of the token of the protocol.'),
    category: protocolSummary.shape.category,
    tvlUsd: protocolSummary.shape.tvlUsd,
    tvlAsOf: protocolSummary.shape.tvlAsOf,
    composite: protocolSummary.shape.compositeScore,
    riskLevel: riskLevel
      .nullable()
      .describe('Risk level of the composite. Null without a composite.'),
    status: protocolStatus.describe(
      'Whether it still runs. Of one that is not `active`, show this in place of the level.',
    ),
    matched: z
      .enum(SEARCH_FIELDS)
      .describe(
        'What matched: `name` is also a former or common name, or a token that it issues, `parent` the slug of the parent protocol.',
      ),
    match: z
      .enum(MATCH_KINDS)
      .describe(
        'How it matched: `word` begins words of it in any order, `near` differs by a typing error or two.',
      ),
  })
  .describe('One protocol that a search found.')

const searchMeta = z.strictObject({
  total: f.count.describe('All that match, also beyond `limit`.'),
  limit: z.int().min(1).max(50).describe('Most rows.'),
  snapshot: f.text.describe('The snapshot that the rows are of.'),
})

export const searchDocument = z
  .strictObject({
    success: z.literal(true),
    data: z.array(searchRow).max(50),
    meta: searchMeta.optional().describe('How many match.'),
  })
  .describe('What a search found, the best match first.')

/** What is searched, by column: `columns.x[i]` belongs to the protocol `columns.id[i]`. Rows are ordered by `id`. */
export const searchIndex = z.strictObject({
  snapshot: f.text,
  asOf: f.day,
  count: f.count,
  /** Names that `columns.category` points into. */
  categories: z.array(f.text),
  columns: z.strictObject({
    id: z.array(protocolSummary.shape.id),
    name: z.array(f.text),
    symbol: z.array(f.textOrNull),
    category: z.array(f.countOrNull),
    tvlUsd: z.array(protocolSummary.shape.tvlUsd),
    compositeScore: z.array(protocolSummary.shape.compositeScore),
    /** Builds before 2026-12 lack these. */
    tvlAsOf: z.array(protocolSummary.shape.tvlAsOf).optional(),
    status: z.array(protocolStatus).optional(),
    otherNames: z.array(z.array(f.text)).optional(),
    /** Symbols of the tokens that it issues, beside its own. */
    tokens: z.array(z.array(f.text)).optional(),
    parent: z.array(f.textOrNull),
    formerSlugs: z.array(z.array(protocolSummary.shape.id)),
  }),
})

const nameFields = {
  aliases: z
    .array(f.text)
    .describe(
      'Other names that a filter accepts for it. Filters ignore case, also that of a name.',
    ),
  protocolCount: f.count.describe('Protocols that the filter keeps.'),
  olderTvlUsd: f.usdOrNull
    .optional()
    .describe(
      'The part of `tvlUsd` whose day is more than a year before that of the snapshot. Null when `tvlUsd` is.',
    ),
}

/** A name that the filter `chain` accepts. */
export const chainSummary = z
  .strictObject({
    name: f.text.describe('Name of the chain, as the filter `chain` accepts it.'),
    ...nameFields,
    kind: z
      .enum(CHAIN_KINDS)
      .describe(
        'Its virtual machine. Protocols are scored for their chains of `evm` and `solana`; `other` is any other, or not known.',
      ),
    chainId: z
      .int()
      .min(1)
      .nullable()
      .describe('Its EVM chain id. Null when it has none, or when it is not known.'),
    security: z
      .enum(CHAIN_SECURITIES)
      .nullable()
      .describe(
        'What secures it: its own validators (`l1`), proofs on another chain (`rollup`), or a few validators and a bridge (`sidechain`). Null when not known; the score assumes it then.',
      ),
    tvlUsd: protocolSummary.shape.tvlUsd.describe(
      'Sum of the TVL of its protocols on this chain, in US dollars. Null when none is known.',
    ),
  })
  .describe('A chain, its aliases and its protocols.')

/** A name that the filter `category` accepts. */
export const categorySummary = z
  .strictObject({
    name: f.text.describe('Name of the category, as the filter `category` accepts it.'),
    ...nameFields,
    tvlUsd: protocolSummary.shape.tvlUsd.describe(
      'Sum of the TVL of its protocols, in US dollars. Null when none is known.',
    ),
  })
  .describe('A category, its aliases and its protocols.')

export const chainsDocument = f
  .answer(z.array(chainSummary))
  .describe('Every chain that a protocol runs on.')

export const categoriesDocument = f
  .answer(z.array(categorySummary))
  .describe('Every category of a protocol.')

/** What the service is and what can be asked of it. */
export const serviceIndex = z
  .strictObject({
    name: f.text.describe('Name of the service.'),
    version: f.text.describe('Version of the service.'),
    snapshotDay: f.dayOrNull.describe('Day of the current snapshot. Null when none can be read.'),
    documentation: f.text.describe('Path of the documentation on this site.'),
    openapi: f.text.describe('Path of the OpenAPI description on this site.'),
    endpoints: z
      .array(
        z
          .strictObject({
            path: f.text.describe('Path, with its parameter in braces.'),
            summary: f.text.describe('What it returns, in one line.'),
            key: z
              .enum(['optional', 'any', 'pro'])
              .describe('The API key that it needs: `any` plan, `pro` or higher, or none.'),
          })
          .describe('One endpoint.'),
      )
      .describe('Every endpoint, in the order of the documentation.'),
  })
  .describe('What the service is and what can be asked of it.')

export const indexDocument = f.answer(serviceIndex).describe('The index of the service.')

export type SearchRow = z.infer<typeof searchRow>
export type SearchIndex = z.infer<typeof searchIndex>
export type ChainsDocument = z.infer<typeof chainsDocument>
export type CategoriesDocument = z.infer<typeof categoriesDocument>
export type ChainSummary = z.infer<typeof chainSummary>
export type CategorySummary = z.infer<typeof categorySummary>
export type IndexDocument = z.infer<typeof indexDocument>
