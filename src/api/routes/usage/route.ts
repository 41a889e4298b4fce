import { type ApiResponse, jsonResponse, unavailable } from '../../../http/api-response.ts'
import { describeError } from '../../../http/describe-error.ts'
import { monthOf } from '../../../state/time-window.ts'
import type { Route, RouteContext } from '../route.ts'
import { createUsageReport } from './report.ts'

/** `GET /v1/usage`: usage of the calling key, or of its account, in the current calendar month, UTC. */
export const usage = {
  id: 'usage',
  path: '/v1/usage',
  summary: 'Report usage of the calling key',
  group: 'other',
  auth: 'key',
  countedAs: 'request',
  cacheControl: 'private, no-store',
  readsQuery: false,
  ofSnapshot: false,
  handle: reportUsage,
} as const satisfies Route

async function reportUsage({ key, now, readUsage }: RouteContext): Promise<ApiResponse> {
  if (!key) return unavailable()
  try {
    const days = await readUsage(monthOf(now))
    return jsonResponse({ success: true, data: createUsageReport(key, days, now) })
  } catch (error) {
    return { ...unavailable(), fault: describeError(error) }
  }
}
