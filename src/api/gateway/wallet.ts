import { PROBLEMS } from '../../contract/problems.ts'
import { readWalletForm } from '../../contract/wallet-address.ts'
import { type Answer, passOn, problem, textOf, unavailable } from './answer.ts'
import { withDeadline } from './deadline.ts'
import type { DataSet, Origin } from './lists.ts'

/** From the request to the answer. The function answers sooner; past this it is not going to. */
const SCAN_DEADLINE_MS = 7_800
const SCAN_RETRY_SECONDS = 30

/** What the function may refuse a scan with, and nothing else that answers in its place. */
const REFUSALS = [400, 404, 422, 502, 503]

/**
 * `GET /v1/wallet/{address}`: a question for the function, of the live set and of the sandbox alike. What is no address,
 * and what belongs to nobody, is refused without asking anyone. `msSpent` is how long the request has waited already;
 * callers share the function's turns.
 */
export async function scanWallet(
  input: string,
  set: DataSet,
  origin: Origin,
  msSpent: number,
  caller: string,
): Promise<Answer> {
  const form = readWalletForm(input)
  switch (form.kind) {
    case 'invalid':
      return problem('INVALID_REQUEST', { details: { address: [form.reason] } })
    case 'unscannable':
      return problem('UNPROCESSABLE', { message: form.reason })
    default:
      return askScan({ set, caller, address: input }, origin, msSpent)
  }
}

async function askScan(
  query: { set: DataSet; caller: string; address: string },
  origin: Origin,
  msSpent: number,
): Promise<Answer> {
  try {
    const asked = origin(`/_fn/wallet?${new URLSearchParams(query)}`)
    const answer = await withDeadline(asked, SCAN_DEADLINE_MS - msSpent)
    return isOfTheFunction(answer) ? passOn(answer) : unavailable(SCAN_RETRY_SECONDS)
  } catch {
    return unavailable(SCAN_RETRY_SECONDS)
  }
}

/** A platform whose function is missing, broken or late answers with statuses of the same numbers, and bodies of its own. */
function isOfTheFunction(answer: Answer): boolean {
  const { status, headers, body } = answer
  if (status === 200) return body !== null && body.length > 0
  if (!REFUSALS.includes(status) || (status === 503 && !headers['Retry-After'])) return false
  const error = Object(Object(parseJson(answer)).error)
  return error.status === status && Object.hasOwn(PROBLEMS, String(error.code))
}

function parseJson(answer: Answer): unknown {
  try {
    const value: unknown = JSON.parse(textOf(answer))
    return value
  } catch {
    return null
  }
}
