import { fileNameOf } from '../../../contract/file-name.ts'
import type { HistoryColumns, HistoryDocument } from '../../../contract/history.ts'
import { type HistoryRequest, parseHistoryQuery } from '../../../contract/query.ts'
import { mapDimensions } from '../../../domain/dimension.ts'
import { riskLevel } from '../../../domain/risk-level.ts'
import { type ApiResponse, jsonResponse, problem, unavailable } from '../../../http/api-response.ts'
import { withIgnoredParameters } from '../../../http/ignored-parameters.ts'
import { protocolNotFound } from '../protocol/route.ts'
import { readDocument } from '../read-document.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

/** `GET /v1/protocols/{id}/history`: the columns of a published document as rows. */
export const history = {
  id: 'history',
  path: '/v1/protocols/{id}/history',
  summary: 'Get the history of one protocol',
  ...OPEN,
  readsQuery: true,
  handle: readHistory,
} as const satisfies Route

async function readHistory(context: RouteContext): Promise<ApiResponse> {
  const parsed = parseHistoryQuery(new URLSearchParams(context.search))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  const columns = await readDocument(context, `history/${fileNameOf(context.parameter)}`)
  if (columns === undefined) return protocolNotFound(context)
  if (!isHistory(columns)) return unavailable()
  const { ignored, value } = parsed
  const data = chosenPoints(toRows(columns), value)
  return withIgnoredParameters(jsonResponse({ success: true, data }), ignored)
}

/** False for a truncated document. Its content was checked against the schema before it was published. */
function isHistory(document: unknown): document is HistoryColumns {
  const { days, composite } = Object(document)
  return Array.isArray(days) && Array.isArray(composite) && days.length === composite.length
}

function toRows(columns: HistoryColumns): HistoryDocument['data'] {
  const { id, name, retired, days, methodologies, publishedFrom = '' } = columns
  return {
    id,
    name,
    retired,
    points: days.map((day, index) => {
      const composite = columns.composite[index] ?? null
      const tvlAsOf = columns.tvlAsOf?.[index] ?? null
      return {
        day,
        methodology: methodologies.findLast(({ from }) => from <= day)?.version ?? '',
        composite,
        riskLevel: composite === null ? null : riskLevel(composite),
        range: rangeAt(columns, index),
        dimensions:
          composite === null
            ? null
            : mapDimensions((key) => columns.dimensions[key][index] ?? null),
        tvlUsd: columns.tvlUsd[index] ?? null,
        ...(day < publishedFrom && { basis: 'back-tested' }),
        ...(tvlAsOf !== null && { tvlAsOf }),
      }
    }),
  }
}

function chosenPoints(
  { points, ...about }: HistoryDocument['data'],
  { since, limit }: HistoryRequest,
): HistoryDocument['data'] {
  const wanted = since === null ? points : points.filter(({ day }) => day >= since)
  return { ...about, total: points.length, points: wanted.slice(-limit) }
}

function rangeAt({ range }: HistoryColumns, index: number) {
  const [low, high] = [range.low[index] ?? null, range.high[index] ?? null]
  return low === null || high === null ? null : { low, high }
}
