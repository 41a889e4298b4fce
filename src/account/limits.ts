import { ACCOUNT_LIMITS, type AdmissionKind } from '../contract/admission.ts'
import {
  addressIds,
  admit,
  type Counters,
  countersOf,
  formatRefused,
  type ScopedCounter,
} from '../state/admission.ts'
import type { AccountRequest } from './account-request.ts'
import { AccountRefusal } from './refusal.ts'

export type LimitName = 'sign-in' | 'account'

/** Keys of an account that are not revoked. */
export const MAX_KEYS = 5

/** What each kind of request is called in a refusal. */
const NAMES = {
  'sign-in': 'attempts to sign in',
  'sign-up': 'new accounts',
  account: 'requests',
  key: 'new keys',
  webhook: 'new webhooks',
  'webhook-test': 'tests',
  challenge: 'challenges',
}

/** Ends of the ids of an account's counters. */
const COUNTERS = {
  key: 'keys',
  webhook: 'webhooks',
  'webhook-test': 'tests',
  challenge: 'challenges',
}

type Client = Pick<AccountRequest, 'deps' | 'ip'>

/** Counts a request by the address of the client. Throws a `AccountRefusal` when a limit is reached; a refused request is not counted. */
export async function countRequest(client: Client, kind: LimitName | 'sign-up'): Promise<void> {
  await enforce(client, kind, await sharedBy(client, kind))
}

/** Counts what an account makes or sends: by the account, and but for keys by the address of the client. Throws like `countRequest`. */
export async function countWork(
  client: Client,
  kind: keyof typeof ACCOUNT_LIMITS,
  accountId: string,
): Promise<void> {
  const caller = `${accountId}:${COUNTERS[kind]}`
  const own: ScopedCounter = { scope: 'account', caller, limits: ACCOUNT_LIMITS[kind] }
  await enforce(client, kind, [own, ...(kind === 'key' ? [] : await sharedBy(client, kind))])
}

async function sharedBy({ deps, ip }: Client, kind: AdmissionKind): Promise<Counters> {
  return countersOf(kind, await addressIds(deps.secret, ip))
}

async function enforce(
  { deps }: Client,
  kind: keyof typeof NAMES,
  counters: Counters,
): Promise<void> {
  const refused = await admit(deps.state, counters, deps.now())
  if (refused === null) return
  const headers = { 'Retry-After': String(refused.seconds) }
  throw new AccountRefusal('limit', formatRefused(refused, NAMES[kind]), headers)
}
