import * as z from 'zod'
import { DIMENSIONS } from '../domain/dimension.ts'
import { STATUSES } from '../domain/status.ts'
import * as f from './fields.ts'
import { riskLevel } from './risk-level.ts'

/** Whether a protocol still runs. */
export const protocolStatus = z
  .enum(STATUSES)
  .describe(
    'Whether a protocol still runs: `active`, `winding-down` (an end is announced), `drained` (at least 90 % of its TVL was lost and not returned, and TVL has been below a tenth of it since) or `dead`.',
  )

/** The dimensions of a protocol whose published number is an assumption. */
export const assumedDimensions = z.array(z.enum(DIMENSIONS)).max(DIMENSIONS.length)

/** The last composites, oldest first, one for each snapshot. */
export const scoreHistory = z.array(f.score).max(12)

/** One row of the protocol list. */
export const protocolSummary = z
  .strictObject({
    id: f.slugText.describe("The protocol's identifier: its current slug."),
    slug: f.slugText.nullable().describe('The slug used by DefiLlama.'),
    name: f.text.describe('The display name.'),
    category: f.textOrNull.describe('Category of the protocol, such as `Lending`.'),
    chains: z.array(f.text).describe('Names of the chains it runs on.'),
    logoUrl: f.linkOrNull.describe('URL of the logo.'),
    url: f.linkOrNull.describe('The website of the protocol.'),
    twitter: f.textOrNull.describe('Handle on X, without `@`.'),
    coverageScore: z
      .number()
      .min(0)
      .max(6)
      .nullable()
      .describe(
        'How much of the six dimensions was measured, 0 to 6: the sum of their measured shares. A dimension that does not apply counts as 1.',
      ),
    assumedDimensions: assumedDimensions.describe(
      'The dimensions of which too little was measured: their score is an assumption and no reason, as in `scoreMetadata.dimensions[].assumed` of the protocol. One that does not apply is not among them, nor one that a floor from what was read decides. Empty when there are none, and without a composite.',
    ),
    compositeScore: f.scoreOrNull.describe(
      'Composite risk, 0 to 10; lower is safer. Null without enough data. Called `compositeScore` in rows and `composite` elsewhere: one value.',
    ),
    riskLevel: riskLevel
      .nullable()
      .describe('Risk level of the composite. Null without a composite.'),
    status: protocolStatus.describe('Whether it still runs. One that is not `active` has no rank.'),
    tvlUsd: f.usdOrNull.describe('Total value locked, in US dollars. Null when unknown.'),
    tvlAsOf: f.dayOrNull.describe(
      'Day of `tvlUsd`, which may be long before that of the snapshot. Null when unknown.',
    ),
    scoreHistory: scoreHistory.describe(
      'The last 12 composites, oldest first, one for each snapshot that had one; empty while the protocol has no score now: `/v1/protocols/{id}/history` has those that it had. Their methodology versions may differ: `scoreMetadata.scoreHistoryDetail` of the protocol gives the day and version of each.',
    ),
    scoredAt: f.instantOrNull.describe('Day of the newest reading behind the score.'),
    chainTvlUsd: f.usdOrNull
      .optional()
      .describe(
        'Only with the filter `chain`: TVL on those chains, in US dollars. A chain without a known amount adds nothing; null when none is known.',
      ),
  })
  .describe('One row of the protocol list.')

export const pageMeta = z
  .strictObject({
    total: f.count.describe('Matching rows on all pages.'),
    page: z.int().min(1).describe('Page number, from 1.'),
    limit: z.int().min(1).max(100).describe('Rows per page.'),
    pageCount: f.count.describe('Total number of pages.'),
    snapshot: f.text
      .optional()
      .describe('The snapshot that the rows are of, for the parameter `snapshot`.'),
    nextCursor: f.textOrNull
      .optional()
      .describe(
        'The parameter `cursor` of the next rows, with the same filters and order. Null at the end. Lists that have cursors always give it.',
      ),
    unknownIds: f
      .list(f.text, 100)
      .optional()
      .describe('Only with `ids`: those of which this snapshot has no protocol.'),
    unknownChains: z
      .array(f.text)
      .optional()
      .describe(
        'Names of the filter `chain`, in lower case, that no protocol has. Absent when all are known.',
      ),
    assets: z
      .strictObject({
        notKnown: f.count.describe(
          'Protocols that pass all other filters and of which no token is known. They are left out, and may have these.',
        ),
        partlyKnown: f.count.describe(
          'The same of which only a part is known: no source says what all, or the rest, of what they hold is.',
        ),
        unknownNames: z
          .array(f.text)
          .describe('Those of `asset`, in lower case, that no protocol is known to have.'),
      })
      .optional()
      .describe('Only with the filter `asset` of the screener: what it could not see.'),
  })
  .describe('Position of the page. A page past the end is empty, but its totals are correct.')

/** The response of `GET /v1/protocols`. */
export const listDocument = z
  .strictObject({
    success: z.literal(true),
    data: z.array(protocolSummary).max(100),
    meta: pageMeta,
  })
  .describe('One page of the protocol list.')

export type ProtocolSummary = z.infer<typeof protocolSummary>
export type ListDocument = z.infer<typeof listDocument>
export type PageMeta = ListDocument['meta']
