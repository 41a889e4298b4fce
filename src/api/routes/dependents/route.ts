import type { StoodOnFile } from '../../../contract/dependencies.ts'
import { fileNameOf } from '../../../contract/file-name.ts'
import { parseDependentsQuery } from '../../../contract/query.ts'
import { type ApiResponse, jsonResponse, problem, unavailable } from '../../../http/api-response.ts'
import { withIgnoredParameters } from '../../../http/ignored-parameters.ts'
import { readDocument } from '../read-document.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

/** `GET /v1/dependencies/{id}/dependents`: a page cut from a published document. */
export const dependents = {
  id: 'dependents',
  path: '/v1/dependencies/{id}/dependents',
  summary: 'Get who stands on an issuer, bridge, oracle or protocol',
  ...OPEN,
  readsQuery: true,
  handle: readDependents,
} as const satisfies Route

const MESSAGE =
  'No protocol is known to stand on an issuer, bridge, oracle or protocol of this id. Not every protocol is resolved.'

async function readDependents(context: RouteContext): Promise<ApiResponse> {
  const parsed = parseDependentsQuery(new URLSearchParams(context.search))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  const file = await readDocument(context, `dependents/${fileNameOf(context.parameter)}`)
  if (file === undefined) return problem('NOT_FOUND', { message: MESSAGE })
  if (!isFile(file)) return unavailable()
  const { page, perPage: limit } = parsed.value
  const { rows, ...about } = file.data
  const start = (page - 1) * limit
  const data = {
    ...about,
    rows: rows.slice(start, start + limit),
    more: Math.max(0, rows.length - start - limit),
  }
  const meta = { total: rows.length, page, limit, pageCount: Math.ceil(rows.length / limit) }
  return withIgnoredParameters(jsonResponse({ success: true, data, meta }), parsed.ignored)
}

/** Our own document, checked against its schema before it was published: only its form is checked. */
function isFile(document: unknown): document is StoodOnFile {
  return Array.isArray(Object(Object(document).data).rows)
}
