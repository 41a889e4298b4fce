import { fetchScan, refuseAddress } from '../api/routes/wallet/route.ts'
import type { ApiResponse } from '../http/api-response.ts'
import type { AccountRequest, AccountResult } from './account-request.ts'
import { scanBody } from './bodies.ts'
import { type CountedScan, countScan } from './limits.ts'
import { readBody } from './read-body.ts'
import { findSignedIn } from './sessions.ts'

/** All scans of the page are one caller of the queue, so that they never take all of its places from those with a key. */
const CALLER = 'page'

/** The fault is ours or of whom we ask: no chain, no scores or no name service answered. */
const OUR_FAULTS = [502, 503]

/**
 * `POST scan`: the document of `GET /v1/wallet/{address}`, or its refusal, without a key. The address is in the body, so that no log of a
 * platform has it. Headers say what is left of the day; an address that cannot be one spends nothing, and a scan that fails is given back.
 */
export async function scan(incoming: AccountRequest): Promise<AccountResult> {
  const { deps, request, session, arrived } = incoming
  const { address } = await readBody(request, scanBody)
  const refused = refuseAddress(address)
  if (refused) return { answer: refused }
  const account = await findSignedIn(deps, session)
  const counted = await countScan(incoming, account?.id ?? null)
  const answer = await fetchScan(address, {
    dataSet: 'live',
    callerId: CALLER,
    fetchInternal: deps.scans.fetchInternal,
    waitedMs: Math.max(0, deps.now() - arrived),
  })
  const isGivenBack = OUR_FAULTS.includes(answer.status) && (await isReturned(counted))
  return { answer: withAllowance(answer, counted, isGivenBack ? 1 : 0) }
}

async function isReturned({ giveBack }: CountedScan): Promise<boolean> {
  return giveBack().then(
    () => true,
    () => false,
  )
}

function withAllowance(
  { status, headers, body }: ApiResponse,
  { limit, left }: CountedScan,
  returned: number,
): ApiResponse {
  const allowance = {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(left + returned),
  }
  return { status, headers: { ...headers, ...allowance }, body }
}
