import type { CauseClass } from '../domain/cause-class.ts'
import type {
  IncidentMeta,
  IncidentRow,
  PageMeta,
  ProtocolStatus,
  ProtocolSummary,
  RiskLevel,
  ScreenerRow,
  SearchRow,
} from './types.ts'

/** One page, and its position. */
export interface Page<T> {
  data: T[]
  meta: PageMeta
}

interface PageQuery<Field extends string> {
  /** From 1. Default: 1. */
  page?: number | undefined
  /** Rows per page, at most 100. Default: 20, and 100 with `ids`. */
  per_page?: number | undefined
  /** `meta.nextCursor` of the page before, in place of `page`, with the same filters and order. */
  cursor?: string | undefined
  /** Only these protocols, at most 100. Those that there are not are in `meta.unknownIds`. */
  ids?: string | readonly string[] | undefined
  /** Only these fields of each row, and always `id`. */
  fields?: readonly Field[] | undefined
  /** Protocols on any of these chains, in any case. An alias such as `BSC` works too. */
  chain?: string | readonly string[] | undefined
  /** Protocols of any of these categories, in any case. An alias such as `dex` works too. */
  category?: string | readonly string[] | undefined
}

/** Parameters of `GET /v1/protocols`. */
export interface ListQuery<Field extends keyof ProtocolSummary = keyof ProtocolSummary>
  extends PageQuery<Field> {
  /** Least composite, 0 to 10. Protocols without a score are left out. */
  min_credit_score?: number | undefined
  /** Rows without a value come last. Default: `compositeScore`. */
  sort_by?: 'compositeScore' | 'tvl' | 'name' | undefined
  /** Default: `desc`. */
  sort_dir?: 'asc' | 'desc' | undefined
  /** Another name for `sort_by`, as the screener has it. */
  sort?: 'compositeScore' | 'tvl' | 'name' | undefined
  /** Another name for `sort_dir`. */
  order?: 'asc' | 'desc' | undefined
}

/** Parameters of `GET /v1/screener`. A maximum leaves out protocols without that score. */
export interface ScreenerQuery<Field extends keyof ScreenerRow = keyof ScreenerRow>
  extends PageQuery<Field> {
  /** Part of a name or id. */
  q?: string | undefined
  /**
   * Protocols in which any of these tokens lies, by symbol in any case, whose loans it backs, or whose markets lend or take it. `meta.assets` counts
   * those of which it is not known.
   */
  asset?: string | readonly string[] | undefined
  /** `none` is a protocol without a score. */
  level?: RiskLevel | 'none' | readonly (RiskLevel | 'none')[] | undefined
  /** Default: all. */
  status?: ProtocolStatus | readonly ProtocolStatus[] | undefined
  /** In US dollars; with `chain` on those chains. */
  minTvl?: number | undefined
  /** In US dollars; with `chain` on those chains. */
  maxTvl?: number | undefined
  maxCompositeScore?: number | undefined
  maxCreditRisk?: number | undefined
  maxCounterpartyRisk?: number | undefined
  maxLiquidityRisk?: number | undefined
  maxOracleRisk?: number | undefined
  maxSmartContractRisk?: number | undefined
  maxLiquidityTrapRisk?: number | undefined
  /** Default: `compositeScore`. */
  sort?:
    | 'compositeScore'
    | 'creditRisk'
    | 'counterpartyRisk'
    | 'liquidityRisk'
    | 'oracleRisk'
    | 'smartContractRisk'
    | 'liquidityTrapRisk'
    | 'tvl'
    | undefined
  /** Default: `desc`. */
  order?: 'asc' | 'desc' | undefined
}

/** Parameters of `GET /v1/search` beside the text. */
export interface SearchQuery {
  /** Most rows, at most 50. Default: 10. */
  limit?: number | undefined
}

/** Parameters of `GET /v1/protocols/{id}/history`. */
export interface HistoryQuery {
  /** First day, such as `2026-01-01`. Default: that of the first score. */
  since?: string | undefined
  /** Most points, the newest of them, at most 1,100. Default: all. */
  limit?: number | undefined
}

/** Parameters of `GET /v1/changes`. */
export interface ChangesQuery {
  /** Day to compare with, such as `2026-11-21`. Default: a week before the newest snapshot. */
  since?: string | undefined
  /** Most rows of each list, at most 250. Default: 50; with `ids` 250. */
  limit?: number | undefined
  /** Only these protocols, at most 100. */
  ids?: string | readonly string[] | undefined
}

/** The best matches, and how many there are. */
export interface SearchPage {
  data: SearchRow[]
  /** `total` counts all that match, also beyond `limit`. */
  meta: { total: number; limit: number; snapshot: string }
}

/** One page of incidents, its position, and how old the list is. */
export interface IncidentPage {
  data: IncidentRow[]
  meta: IncidentMeta
}

/** Parameters of `GET /v1/incidents`. */
export interface IncidentsQuery {
  /** From 1. Default: 1. */
  page?: number | undefined
  /** Rows per page, at most 100. Default: 20. */
  per_page?: number | undefined
  /** `meta.nextCursor` of the page before, in place of `page`, with the same filters. */
  cursor?: string | undefined
  /** Incidents of any of these protocols, by id. */
  protocol?: string | readonly string[] | undefined
  /** Incidents on any of these chains, in any case. */
  chain?: string | readonly string[] | undefined
  /** Incidents of any of these classes. */
  cause?: CauseClass | readonly CauseClass[] | undefined
  /** First day, such as `2026-01-01`. */
  since?: string | undefined
  /** Last day. */
  until?: string | undefined
  /** Least loss in US dollars; leaves out losses of unknown size. */
  min_loss?: number | undefined
}

/** Parameters of `GET /v1/dependencies/{id}/dependents`. */
export interface DependentsQuery {
  /** From 1. Default: 1. */
  page?: number | undefined
  /** Rows per page, at most 200. Default: 200. */
  per_page?: number | undefined
}
