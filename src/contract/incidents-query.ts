import { CAUSE_CLASSES, type CauseClass } from '../domain/cause-class.ts'
import type { Day } from '../domain/day.ts'
import { positionParameters, searchOf } from './canonical-query.ts'
import { ParameterReader, type ParsedQuery } from './parameter-reader.ts'
import { MAX_PAGE, MAX_PER_PAGE, MAX_USD, type PagePosition, readCursor } from './query.ts'

export interface IncidentsRequest extends PagePosition {
  /** Ids of protocols; empty: of all, and of none in the list. */
  protocols: string[]
  /** Lower case; empty: every chain. */
  chains: string[]
  /** Empty: all. */
  causes: CauseClass[]
  since: Day | null
  until: Day | null
  minLossUsd: number | null
}

/** The query of `GET /v1/incidents`. */
export function parseIncidentsQuery(params: URLSearchParams): ParsedQuery<IncidentsRequest> {
  const reader = new ParameterReader(params)
  return reader.result({
    ...readCursor(reader),
    page: reader.integer('page', 1, MAX_PAGE, 1),
    perPage: reader.integer('per_page', 1, MAX_PER_PAGE, 20),
    protocols: reader.exactNames('protocol'),
    chains: reader.names('chain'),
    causes: reader.choices('cause', CAUSE_CLASSES),
    since: reader.day('since'),
    until: reader.day('until'),
    minLossUsd: reader.number('min_loss', MAX_USD),
  })
}

/** The canonical form of the query, without `?`: equal queries have equal bytes. */
export function incidentsSearch(query: IncidentsRequest): string {
  const { protocols: protocol, chains: chain, causes } = query
  const { since, until, minLossUsd: min_loss } = query
  const cause = causes.join(',') || null
  return searchOf({
    ...positionParameters(query),
    ...{ protocol, chain, cause, since, until, min_loss },
  })
}
