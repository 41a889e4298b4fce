import { PROBLEMS } from '../../../contract/problems.ts'
import { readWalletForm } from '../../../contract/wallet-address.ts'
import { parseJson } from '../../../domain/json.ts'
import {
  type ApiResponse,
  passOn,
  problem,
  textOf,
  unavailable,
} from '../../../http/api-response.ts'
import { withDeadline } from '../../../http/deadline.ts'
import type { Route, RouteContext } from '../route.ts'

/** Counted from the arrival of the request. The function has a shorter deadline, so past this it will not answer. */
const SCAN_DEADLINE_MS = 7_800
/** Error statuses of the function. Any other one comes from the platform. */
const FUNCTION_ERRORS = [400, 404, 422, 502, 503]

/** `GET /v1/wallet/{address}`: answered by the function in `function.ts`, for live and sandbox wallets alike. */
export const wallet = {
  id: 'wallet',
  path: '/v1/wallet/{address}',
  summary: 'Scan a wallet',
  group: 'wallet',
  auth: 'pro',
  countedAs: 'scan',
  cacheControl: 'private, no-store',
  readsQuery: false,
  ofSnapshot: false,
  handle: requestScan,
} as const satisfies Route

async function requestScan(context: RouteContext): Promise<ApiResponse> {
  const { parameter: address } = context
  return refuseAddress(address) ?? fetchScan(address, context)
}

/** The refusal of what has not the form of an address or name, or has no owner, so that it never reaches the function; else null. */
export function refuseAddress(address: string): ApiResponse | null {
  const form = readWalletForm(address)
  switch (form.kind) {
    case 'invalid':
      return problem('INVALID_REQUEST', { details: { address: [form.reason] } })
    case 'unscannable':
      return problem('UNPROCESSABLE', { message: form.reason })
    default:
      return null
  }
}

/** Asks the function for a scan. Anything but an answer of its own, in time, is 503. */
export async function fetchScan(
  address: string,
  {
    dataSet,
    callerId,
    fetchInternal,
    waitedMs,
  }: Pick<RouteContext, 'dataSet' | 'callerId' | 'fetchInternal' | 'waitedMs'>,
): Promise<ApiResponse> {
  const query = new URLSearchParams({ set: dataSet, caller: callerId, address })
  if (waitedMs > 0) query.set('waited', String(Math.round(waitedMs)))
  try {
    const response = await withDeadline(
      fetchInternal(`/_fn/wallet?${query}`),
      SCAN_DEADLINE_MS - waitedMs,
    )
    const { status } = response
    if (!isFromFunction(response)) return failed(`status ${status}`)
    return status === 503
      ? { ...passOn(response), fault: String(errorIn(response).message) }
      : passOn(response)
  } catch (error) {
    // A message may hold the address.
    return failed(error instanceof Error ? error.name : 'unknown')
  }
}

function failed(how: string): ApiResponse {
  return { ...unavailable(), fault: `The function that scans failed: ${how}` }
}

/** The platform uses the same statuses for a missing, broken or late function, but not our error body. */
function isFromFunction(response: ApiResponse): boolean {
  const { status, headers, body } = response
  if (status === 200) return body !== null && body.length > 0
  if (!FUNCTION_ERRORS.includes(status) || (status === 503 && !headers['Retry-After'])) return false
  const error = errorIn(response)
  return error.status === status && Object.hasOwn(PROBLEMS, String(error.code))
}

function errorIn(response: ApiResponse) {
  return Object(Object(parseJson(textOf(response))).error)
}
