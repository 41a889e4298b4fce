import { PROBLEMS } from '../contract/problems.ts'
import type { SandboxWallets } from '../contract/sandbox-wallet.ts'
import { readWalletForm, type WalletForm } from '../contract/wallet-address.ts'
import { type Answer, jsonAnswer, passOn, problem, textOf, unavailable } from './answer.ts'
import { withDeadline } from './deadline.ts'
import type { DataSet, Origin } from './lists.ts'

/** Addresses that every name of the sandbox resolves to. */
const SANDBOX_ADDRESSES = {
  ens: '0x5ca1ab1e00000000000000000000000000000001',
  sns: 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2',
}

/** From the request to the answer. The function answers sooner; past this it is not going to. */
const SCAN_DEADLINE_MS = 7_800
const SCAN_RETRY_SECONDS = 30
const SANDBOX_RETRY_SECONDS = 60

/** What the function may refuse a scan with, and nothing else that answers in its place. */
const REFUSALS = [400, 404, 422, 502, 503]

/**
 * `GET /v1/wallet/{address}`. A live scan is a question for the function; the sandbox answers from a fixture. What is no
 * address, and what belongs to nobody, is refused without asking anyone. `msSpent` is how long the request has waited already.
 */
export async function scanWallet(
  input: string,
  set: DataSet,
  origin: Origin,
  msSpent: number,
): Promise<Answer> {
  const form = readWalletForm(input)
  switch (form.kind) {
    case 'invalid':
      return problem('INVALID_REQUEST', { details: { address: [form.reason] } })
    case 'unscannable':
      return problem('UNPROCESSABLE', { message: form.reason })
    default:
      return set === 'live' ? askScan(input, origin, msSpent) : answerSandbox(input, form, origin)
  }
}

async function askScan(input: string, origin: Origin, msSpent: number): Promise<Answer> {
  try {
    const asked = origin(`/_fn/wallet?address=${encodeURIComponent(input)}`)
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

async function answerSandbox(
  input: string,
  form: Extract<WalletForm, { kind: 'evm' | 'solana' | 'name' }>,
  origin: Origin,
): Promise<Answer> {
  const wallets = parseWallets(await origin('/_data/sandbox/wallet.json'))
  if (!wallets) return unavailable(SANDBOX_RETRY_SECONDS)
  const who =
    form.kind === 'name'
      ? { address: SANDBOX_ADDRESSES[form.service], resolvedFrom: input }
      : { address: input }
  const { address } = who
  const kind = wallets.addresses[form.kind === 'evm' ? address.toLowerCase() : address] ?? 'usual'
  return jsonAnswer({ success: true, data: { ...who, ...wallets.scans[kind] } })
}

/** Null when the document is not there, was cut short, or is of another time. Scans were checked when they were written. */
function parseWallets(answer: Answer): SandboxWallets | null {
  const document = answer.status === 200 ? parseJson(answer) : null
  return isWallets(document) ? document : null
}

function parseJson(answer: Answer): unknown {
  try {
    const value: unknown = JSON.parse(textOf(answer))
    return value
  } catch {
    return null
  }
}

function isWallets(document: unknown): document is SandboxWallets {
  return Object(document).scans instanceof Object && Object(document).addresses instanceof Object
}
