import { fileNameOf } from '../../../contract/file-name.ts'
import type { HistoryColumns, HistoryDocument } from '../../../contract/history.ts'
import { mapDimensions } from '../../../domain/dimension.ts'
import { parseJson } from '../../../domain/json.ts'
import { riskLevel } from '../../../domain/risk-level.ts'
import { type ApiResponse, jsonResponse, textOf, unavailable } from '../../../http/api-response.ts'
import { protocolNotFound } from '../protocol/route.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

/** `GET /v1/protocols/{id}/history`: the columns of a published document as rows. */
export const history = {
  id: 'history',
  path: '/v1/protocols/{id}/history',
  summary: 'Get the history of one protocol',
  ...OPEN,
  readsQuery: false,
  handle: readHistory,
} as const satisfies Route

async function readHistory(context: RouteContext): Promise<ApiResponse> {
  const { parameter: id, dataSet, fetchInternal } = context
  const response = await fetchInternal(`/_data/${dataSet}/history/${fileNameOf(id)}.json`)
  if (response.status === 404) return protocolNotFound(context)
  const columns = response.status === 200 ? parseJson(textOf(response)) : null
  return isHistory(columns) ? jsonResponse({ success: true, data: toRows(columns) }) : unavailable()
}

/** False for a truncated document. Its content was checked against the schema before it was published. */
function isHistory(document: unknown): document is HistoryColumns {
  const { days, composite } = Object(document)
  return Array.isArray(days) && Array.isArray(composite) && days.length === composite.length
}

function toRows(columns: HistoryColumns): HistoryDocument['data'] {
  const { id, name, retired, days, methodologies } = columns
  return {
    id,
    name,
    retired,
    points: days.map((day, index) => {
      const composite = columns.composite[index] ?? null
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
      }
    }),
  }
}

function rangeAt({ range }: HistoryColumns, index: number) {
  const [low, high] = [range.low[index] ?? null, range.high[index] ?? null]
  return low === null || high === null ? null : { low, high }
}
