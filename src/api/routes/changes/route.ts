import type { ChangesDocument, ChangesIndex } from '../../../contract/changes.ts'
import { type ChangesRequest, parseChangesQuery } from '../../../contract/query.ts'
import { addDays, type Day } from '../../../domain/day.ts'
import { parseJson } from '../../../domain/json.ts'
import {
  type ApiResponse,
  jsonResponse,
  problem,
  textOf,
  unavailable,
} from '../../../http/api-response.ts'
import { withIgnoredParameters } from '../../../http/ignored-parameters.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

const DEFAULT_DAYS = 7

/** Tries to find both documents in one published folder: a new one may be published between the two reads. */
const ATTEMPTS = 2

/** `GET /v1/changes`: the published comparison with the snapshot at or before a day. */
export const changes = {
  id: 'changes',
  path: '/v1/changes',
  summary: 'List what changed since a day',
  ...OPEN,
  readsQuery: true,
  handle: readChanges,
} as const satisfies Route

async function readChanges(context: RouteContext): Promise<ApiResponse> {
  const parsed = parseChangesQuery(new URLSearchParams(context.search))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  const found = await findComparison(context, parsed.value)
  const response = found
    ? jsonResponse({ success: true, data: cut(found.data, parsed.value.limit) })
    : unavailable()
  return withIgnoredParameters(response, parsed.ignored)
}

async function findComparison(
  { dataSet, fetchInternal }: RouteContext,
  { since }: ChangesRequest,
): Promise<ChangesDocument | null> {
  const read = async (name: string): Promise<unknown> => {
    const response = await fetchInternal(`/_data/${dataSet}/${name}`)
    return response.status === 200 ? parseJson(textOf(response)) : null
  }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const index = await read('changes.json')
    if (!isIndex(index)) continue
    const document = await read(`changes/${chooseDay(index, since)}.json`)
    if (isComparison(document)) return document
  }
  return null
}

/** The newest day at or before `since`; the oldest when `since` is before all of them. */
function chooseDay({ to, days }: ChangesIndex, since: Day | null): Day {
  const wanted = since ?? addDays(to.day, -DEFAULT_DAYS)
  return days.findLast((day) => day <= wanted) ?? days[0] ?? to.day
}

function cut(data: ChangesDocument['data'], limit: number): ChangesDocument['data'] {
  return {
    ...data,
    moves: data.moves.slice(0, limit),
    scored: data.scored.slice(0, limit),
    unscored: data.unscored.slice(0, limit),
    appeared: data.appeared.slice(0, limit),
    retired: data.retired.slice(0, limit),
  }
}

/** Both are false for a truncated document. Its content was checked against the schema before it was published. */
function isIndex(document: unknown): document is ChangesIndex {
  const { to, days } = Object(document)
  return Array.isArray(days) && typeof Object(to).day === 'string'
}

function isComparison(document: unknown): document is ChangesDocument {
  return Array.isArray(Object(Object(document).data).moves)
}
