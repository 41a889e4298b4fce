import { isDay } from '../../../domain/day.ts'
import { parseJson } from '../../../domain/json.ts'
import { isStale, REFRESH_DAYS, snapshotAge } from '../../../domain/refresh.ts'
import { type ApiResponse, jsonResponse, textOf, unavailable } from '../../../http/api-response.ts'
import type { Route, RouteContext } from '../route.ts'

const RETRY_AFTER_SECONDS = 60

/** `GET /v1/health`: 200 with the current snapshot, also when it is stale; 503 when none can be read. */
export const health = {
  id: 'health',
  path: '/v1/health',
  summary: 'Check health',
  group: 'other',
  auth: 'optional',
  countedAs: 'probe',
  cacheControl: 'no-store',
  readsQuery: false,
  ofSnapshot: false,
  handle: reportHealth,
} as const satisfies Route

interface SnapshotNote {
  id: string
  asOf: string
  protocolCount: number
  refreshDays: number | null
}

async function reportHealth(context: RouteContext): Promise<ApiResponse> {
  const { dataSet, fetchInternal, version, now } = context
  const response = await fetchInternal(`/_data/${dataSet}/snapshot.json`)
  const note = response.status === 200 ? parseNote(textOf(response)) : null
  if (!note) return unavailable(RETRY_AFTER_SECONDS)
  const { id, asOf, protocolCount, refreshDays } = note
  const ageSeconds = Math.floor(snapshotAge(asOf, now) / 1_000)
  const snapshot = { id, asOf, ageSeconds, protocolCount }
  const status = isStale(asOf, refreshDays, now) ? 'stale' : 'ok'
  return jsonResponse({ success: true, data: { status, version, snapshot } })
}

function parseNote(text: string): SnapshotNote | null {
  // Folders published before `refreshDays` existed do not have it.
  const { id, asOf, protocolCount, refreshDays = REFRESH_DAYS } = Object(parseJson(text))
  if (typeof id !== 'string' || typeof asOf !== 'string' || typeof protocolCount !== 'number')
    return null
  if (refreshDays !== null && typeof refreshDays !== 'number') return null
  return isDay(asOf) ? { id, asOf, protocolCount, refreshDays } : null
}
