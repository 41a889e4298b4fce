import type { SchemaText } from '../../contract/openapi-document.ts'
import { WALLET_TEXTS } from './wallet-texts.ts'

const IDENTITY = {
  id: "The protocol's identifier: its current slug.",
  slug: 'The slug used by DefiLlama.',
  name: 'The display name.',
  category: 'What kind of protocol it is, such as `Lending`.',
  logoUrl: 'Address of the logo.',
}

const SUMMARY = {
  ...IDENTITY,
  chains: 'Names of the chains it runs on.',
  url: 'The website of the protocol.',
  twitter: 'Its handle on X, without the at sign.',
  coverageScore: 'How much of the data for the six dimensions is there, 0 to 6.',
  compositeScore: 'Composite risk, 0 to 10; lower is safer. Null without enough data.',
  riskLevel: 'The band of the composite. Null without a composite.',
  tvlUsd: 'Total value locked, in US dollars. Null when unknown.',
  scoreHistory:
    'The last composites, at most 12, oldest first, one for each published snapshot. They may be of different versions of the methodology: `scoreMetadata.scoreHistoryDetail` of the protocol names the day and the version of each.',
  scoredAt: 'When the score was computed.',
}

const DIMENSION_FIELDS = {
  score: 'Risk, 0 to 10; lower is safer. Null when it does not apply or is not known.',
}

/** Descriptions by schema and field. A description that the zod schema carries itself comes first. */
export const SCHEMA_TEXTS: Record<string, SchemaText> = {
  ProtocolListResponse: { about: 'One page of the protocol list.' },
  ProtocolResponse: { about: 'One protocol in full.' },
  ScreenerResponse: { about: 'One page of the screener.' },
  StatsResponse: { about: 'Ecosystem aggregates.' },
  WalletResponse: { about: 'The result of a wallet scan.' },
  UsageResponse: { about: 'Usage of the calling key.' },
  HealthResponse: { about: 'The service answers, and this is the snapshot it serves.' },
  ErrorResponse: {
    about: 'The envelope of every error.',
    fields: { error: 'What went wrong, as a code for machines and a sentence for people.' },
  },
  PaginationMeta: {
    about: 'Where a page stands. A page past the end is empty, with the true totals.',
    fields: {
      total: 'Rows that match, on all pages.',
      page: 'This page; the first is 1.',
      limit: 'Rows on a page.',
      pageCount: 'Pages in all.',
    },
  },
  RiskLevel: {
    about:
      'The band of a composite, rounded half up to one decimal: `very-low` to 1.5, `low` to 3.0, `moderate` to 4.5, `elevated` to 6.0, `high` above.',
  },
  ProtocolSummary: { about: 'One row of the protocol list.', fields: SUMMARY },
  ScreenerRow: {
    about: 'One row of the screener: the list row and the six dimension scores.',
    fields: {
      ...SUMMARY,
      creditRisk: 'Credit risk, 0 to 10.',
      counterpartyRisk: 'Counterparty risk, 0 to 10.',
      liquidityRisk: 'Liquidity risk, 0 to 10.',
      oracleRisk: 'Oracle risk, 0 to 10.',
      smartContractRisk: 'Smart contract risk, 0 to 10.',
      liquidityTrapRisk: 'Liquidity trap risk, 0 to 10.',
    },
  },
  ProtocolDetail: {
    about: 'Everything that is published about one protocol.',
    fields: {
      ...SUMMARY,
      tokenSymbol: 'Symbol of its own token.',
      auditCount: 'Audits that are known. Null when unknown.',
      oracleConfig: 'Price oracles it depends on.',
      description: 'What it does, in a sentence or two.',
      parentSlug: 'Slug of the parent protocol.',
      listedAt: 'When DefiLlama listed it.',
      tvlAsOf: 'The day of `tvlUsd` and `chainTvls`.',
      tvl30d: 'Change of TVL over 30 days as a fraction; 0.05 means +5%.',
      chainTvls: 'TVL by chain, largest first.',
      composite: SUMMARY.compositeScore,
      dimensions: 'The six dimensions. Null without enough data.',
      scoreMetadata: 'Inputs of the score and how they add up.',
      audits: 'Audits, with auditor and report where known.',
      incidents: 'Exploits and other losses. May be empty.',
      similar: 'Protocols of the same kind and size.',
    },
  },
  OracleEntry: {
    about: 'A price oracle that the protocol depends on.',
    fields: {
      name: 'Name of the oracle.',
      type: 'Its part, such as `Primary`.',
      proof: 'Addresses of pages that show the dependence.',
      startDate: 'Since which day.',
    },
  },
  ChainBreakdown: {
    about: 'TVL on one chain.',
    fields: {
      chain: 'Name of the chain.',
      tvlUsd: 'Value locked there, in US dollars.',
      borrowedUsd: 'Value borrowed there, in US dollars.',
    },
  },
  Dimensions: { about: 'The six risk dimensions.' },
  Dimension: {
    about: 'One risk dimension.',
    fields: {
      ...DIMENSION_FIELDS,
      trend:
        'Change over about 30 days under one methodology; positive is riskier. 0 also without an earlier score: then `trendSince` in `scoreMetadata` is null.',
      label: 'Name to display.',
      desc: 'What the dimension measures.',
    },
  },
  ScoreMetadata: {
    about: 'How the score came about. Keys may be added.',
    fields: {
      composite:
        'The composite in full precision, the weights behind it, which sum to 1, and its range.',
      rank: 'Its place in its category. Null without a composite or without a category.',
      changes:
        'Changes that would move the composite most, each alone: up to two that lower it, then up to one that raises it.',
      missingCost:
        'Points of the composite that come from missing signals, counted at their priors. Null without a composite.',
      dimensions: 'The same for each dimension.',
      eligibility: '`Scored`, or `Insufficient Data` with the reasons.',
      methodology: 'Version of the methodology.',
      trendSince:
        'The day of the snapshot that trends compare with, 23 to 45 days old and of the same methodology. Null without one.',
      scoreHistoryDetail:
        'Day and methodology of each entry of `scoreHistory`, in its order. Scores of two versions are not alike.',
    },
  },
  ScoreRange: {
    about:
      'Where the composite would lie if all that is missing were as good as the best tenth of its kind, or as bad as the worst. Both ends equal the composite when nothing is missing.',
    fields: { low: 'The lower end, to one decimal.', high: 'The upper end, to one decimal.' },
  },
  CategoryRank: {
    about: 'A place among the protocols of one category that have a composite, by that composite.',
    fields: {
      category: 'The category.',
      position: 'The place; 1 is the lowest risk, and equal composites share a place.',
      of: 'How many protocols are ranked.',
      tied: 'How many others share the place.',
    },
  },
  ScoreChange: {
    about: 'What the composite would be if one signal read otherwise and nothing else changed.',
    fields: {
      signal: 'Name of the signal.',
      dimension: 'The dimension it belongs to.',
      what: 'What would have to happen, as the start of a sentence.',
      composite: 'The composite after it, to one decimal.',
      delta: 'Change of the composite, to two decimals; negative is safer.',
    },
  },
  DimensionMetadata: {
    about: 'How the score of one dimension came about.',
    fields: {
      ...DIMENSION_FIELDS,
      signalsUsed: 'Signals that had a value.',
      missing: 'Signals that had none.',
      status: 'Whether the dimension was scored, and if not, why.',
      reason: 'Why there is no score, in a sentence.',
      coverage: 'Share of the weight whose signals had a value, 0 to 1.',
      weight: 'Its share of the composite after redistribution, 0 to 1.',
      contribution: 'Points of the composite that come from here.',
      signals: 'Every signal, with and without a value.',
      floor: 'The floor that lifts this dimension. Null when none acts.',
      trendSince:
        'The day of the snapshot that the trend of this dimension compares with. Null when there is none, and the trend of 0 says nothing.',
    },
  },
  Signal: {
    about: 'One signal of a dimension. A missing one counts at a published prior, not at zero.',
    fields: {
      id: 'Name of the signal.',
      value: 'The reading. Null when missing.',
      risk: 'Risk of this reading, 0 to 10.',
      weight: 'Its share of the dimension, 0 to 1.',
      contribution: 'Points of the composite that come from here.',
      reason: 'The reading in a sentence.',
      source: 'Where the reading comes from.',
      asOf: 'The day of the reading. Null when there is none, and for what the methodology itself says of a kind of protocol (source `methodology`): that has the version in `methodology`.',
      missing:
        'Why there is no reading. Null when there is one. `not-covered`: the source answered and does not carry it. `refused`: it sent something not believed. `upstream-failed`: it could not be read. `stale`: the last good reading is past its limit. `not-in-sample`: only the bundled sample leaves it out. `not-read-yet`: a later run asks for it. `unmatched`: the source has entries tied to no protocol, and one may be this.',
      inherited: 'True when the reading is that of another protocol of the family.',
      link: 'Where a reader can check the reading: an address, or a path of this site.',
    },
  },
  PastScore: {
    about: 'What stands behind one entry of a score history.',
    fields: { day: 'The day of the snapshot.', methodology: 'Version of the methodology.' },
  },
  Floor: {
    about:
      'An override that acts: the dimension may not be lower. What it adds and what the signals add make up the contribution of the dimension.',
    fields: {
      id: 'Name of the floor.',
      risk: 'The least risk of the dimension, 0 to 10.',
      contribution: 'Points of the composite that the floor adds.',
      reason: 'Why it acts, in a sentence.',
    },
  },
  AuditRecord: {
    about: 'One audit.',
    fields: {
      auditor: 'Name of the auditor.',
      auditDate: 'When it was made.',
      findingsSummary: 'Reserved; null so far.',
      reportUrl: 'Address of the report.',
    },
  },
  Incident: {
    about: 'One exploit or other loss.',
    fields: {
      id: 'Identifier of the incident.',
      exploitDate: 'When it happened.',
      lossUsd: 'The loss in US dollars. Null when unknown.',
      chain: 'The chain where it happened.',
      cause: 'What kind of fault it was.',
      pocUrl: 'Address of a report or a proof of concept.',
      source: 'Name of the incident data source.',
    },
  },
  SimilarProtocol: {
    about: 'A protocol of the same kind and size.',
    fields: SUMMARY,
  },
  Stats: {
    about: 'Aggregates over the whole registry.',
    fields: {
      protocolCount: 'Protocols in the registry.',
      chainCount: 'Distinct chains over all protocols.',
      globalRiskIndex: 'Mean composite of the protocols that have one; lower is safer.',
      globalRiskDelta7d:
        'Mean change of the scores in about 7 days under one methodology; positive is riskier. Null without an earlier snapshot.',
      globalRiskDelta7dSince:
        'The day of the snapshot that it compares with, 5 to 10 days old. Null without one.',
      totalTvlUsd: 'Sum of the latest TVL, in US dollars.',
      recentExploitsCount:
        'Exploits in the 7 days up to `incidentsAsOf`; 0 when no list was ever read.',
      incidentsAsOf: 'Day of the list of exploits that is counted; null when none was ever read.',
      updatedAt: 'When the snapshot was computed.',
    },
  },
  ...WALLET_TEXTS,
  UsageReport: {
    about: 'Requests of one key in the current calendar month, UTC.',
    fields: {
      key_id: 'Identifier of the key; not the key itself.',
      plan: 'Name of the plan, such as `free` or `pro`.',
      period_start: 'Start of the month.',
      period_end: 'End of the month.',
      total_requests: 'Requests so far.',
      quota: 'Requests that the plan includes in a month.',
      quota_utilization_pct: 'Share of the quota that is used, in percent.',
      breakdown: 'Requests by endpoint group.',
    },
  },
  Health: {
    about: 'State of the service.',
    fields: {
      status:
        '`ok`, or `stale` when the snapshot should long have been replaced. Without a snapshot the answer is 503.',
      version: 'Version of the service.',
      snapshot: 'The snapshot that is served, and its age.',
    },
  },
}
