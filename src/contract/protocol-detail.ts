import * as z from 'zod'
import { MISSING_REASONS } from '../domain/reading.ts'
import { control, MAX_CONTRACTS, markets, review } from './control.ts'
import * as f from './fields.ts'
import { incidentNotes } from './incident-notes.ts'
import { assets, hallmark, warning } from './page-facts.ts'
import { protocolStatus, protocolSummary } from './protocol-summary.ts'
import { retirement } from './retired.ts'
import { dimensions, scoreMetadata } from './score-metadata.ts'
import { whoElse } from './who-else.ts'

/** The full record of one protocol. Added to the interface: `tvlAsOf`, the day of the TVL, and who controls the contracts, the markets. */
export const protocolDetail = z
  .strictObject({
    id: protocolSummary.shape.id,
    slug: protocolSummary.shape.slug,
    name: protocolSummary.shape.name,
    category: protocolSummary.shape.category,
    chains: protocolSummary.shape.chains,
    coverageScore: protocolSummary.shape.coverageScore,
    tokenSymbol: f.textOrNull.describe('Symbol of the token of the protocol.'),
    auditCount: f.countOrNull.describe('Number of known audits. Null when unknown.'),
    oracleConfig: z
      .array(
        z
          .strictObject({
            name: f.text.describe('Name of the oracle.'),
            type: f.text.describe('Role of the oracle, such as `Primary`.'),
            proof: z.array(f.link).describe('URLs of pages that document the dependency.'),
            startDate: f.day.optional().describe('First day of the dependency.'),
          })
          .describe('A price oracle that the protocol depends on.'),
      )
      .describe('Price oracles it depends on.'),
    description: f.textOrNull.describe('What the protocol does, in a sentence or two.'),
    descriptionBy: z
      .enum(['plimsoll', 'registry'])
      .nullable()
      .describe('Whose words `description` is: ours or those of the registry.'),
    url: protocolSummary.shape.url,
    logoUrl: protocolSummary.shape.logoUrl,
    twitter: protocolSummary.shape.twitter,
    parentSlug: f.slugText.nullable().describe('Slug of the parent protocol.'),
    listedAt: f.instantOrNull.describe('When DefiLlama listed it.'),
    tvlUsd: protocolSummary.shape.tvlUsd,
    tvlAsOf: f.dayOrNull.describe('Day of `tvlUsd` and `chainTvls`.'),
    tvlHeld: z
      .strictObject({
        day: f.day.describe('Newest day on which it was reported.'),
        reportedUsd: f.usdOrNull.describe(
          'The reported TVL, in US dollars. Null when none was reported.',
        ),
        since: f.day.describe('First day on which TVL of this size was reported.'),
        seen: z.int().min(1).describe('Number of days on which it was.'),
      })
      .optional()
      .describe(
        'A newer TVL that is far from `tvlUsd` and not confirmed yet: until it is, nothing is calculated from it. Absent when there is none.',
      ),
    tvl30d: z
      .number()
      .min(-1)
      .nullable()
      .describe('Change of TVL over 30 days as a fraction; 0.05 means +5%.'),
    chainTvls: z
      .array(
        z
          .strictObject({
            chain: f.text.describe('Name of the chain.'),
            tvlUsd: f.usd.describe('Value locked there, in US dollars.'),
            borrowedUsd: f.usd.describe('Value borrowed there, in US dollars.'),
          })
          .describe('TVL on one chain.'),
      )
      .describe('TVL by chain, largest first.'),
    composite: protocolSummary.shape.compositeScore,
    riskLevel: protocolSummary.shape.riskLevel,
    status: protocolStatus
      .nullable()
      .describe(
        'Whether it still runs, as in the list. Null for a protocol that is no longer listed for another reason than its end.',
      ),
    statusReason: f.textOrNull.describe('Why it is not active, in a sentence. Null when it is.'),
    statusDay: f.dayOrNull.describe('The day from which it is not active.'),
    statusSource: f.textOrNull.describe('Name of the data source of the reason.'),
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
            auditor: f.textOrNull.describe('Name of the auditor.'),
            auditDate: f.instantOrNull.describe('When the audit was made.'),
            findingsSummary: f.textOrNull.describe(
              'How many findings of each severity the report has. Null when they were not counted.',
            ),
            reportUrl: f.linkOrNull.describe('URL of the report.'),
          })
          .describe('One audit.'),
      )
      .describe('Audits, with auditor and report where known.'),
    incidents: z
      .array(
        z
          .strictObject({
            id: f.text.describe('Identifier of the incident.'),
            exploitDate: f.instantOrNull.describe('When it happened.'),
            lossUsd: f.usdOrNull.describe('The loss in US dollars. Null when unknown.'),
            returnedUsd: f.usdOrNull.describe(
              'What was returned or repaid, in US dollars. Null when unknown.',
            ),
            tvlBeforeUsd: f.usdOrNull.describe(
              'TVL of the protocol two days before, or up to seven days earlier, in US dollars. Null when unknown.',
            ),
            tvlBeforeDay: f.dayOrNull.describe('Day of `tvlBeforeUsd`.'),
            chain: f.textOrNull.describe('The chain where it happened.'),
            cause: f.textOrNull.describe('Kind of fault.'),
            pocUrl: f.linkOrNull.describe('URL of a report or a proof of concept.'),
            source: f.textOrNull.describe('Name of the incident data source.'),
            ...incidentNotes,
            whoElse: whoElse
              .optional()
              .describe('Who stood on it. Left out for a protocol that is no longer listed.'),
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
            tvlAsOf: protocolSummary.shape.tvlAsOf,
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
    hallmarks: f
      .list(hallmark, 50)
      .nullable()
      .describe('Events that DefiLlama marks, oldest first. Null when it gives no list.'),
    warnings: f
      .list(warning, 10)
      .nullable()
      .describe(
        'Warnings that DefiLlama shows for it, most serious first. Null when it gives no list; most protocols have none.',
      ),
    control: control
      .nullable()
      .describe('Who can change the contracts. Null when not known; `controlMissing` says why.'),
    controlMissing: z
      .enum(MISSING_REASONS)
      .nullable()
      .describe('Why `control` is null, as `missing` of a signal says it. Null when it is not.'),
    reviews: f
      .list(review, MAX_CONTRACTS)
      .nullable()
      .describe(
        'DeFiScan reviews of its contracts, also where `control` is null. Null when there is none on record; `reviewsMissing` says why.',
      ),
    reviewsMissing: z
      .enum(MISSING_REASONS)
      .nullable()
      .describe(
        'Why `reviews` is null, as `missing` of a signal says it: `not-covered` when DeFiScan has none. Null when it is not.',
      ),
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

/** `protocols/{file}.json`, and the response of `GET /v1/protocols/{id}`. */
export const detailDocument = f.answer(protocolDetail).describe('One protocol in full.')

export type ProtocolDetail = z.infer<typeof protocolDetail>
