import { ACCOUNT_LIMITS, type AdmissionKind, MAILBOX_LIMITS } from '../contract/admission.ts'
import { PAGE_SCANS } from '../contract/plans.ts'
import {
  addressIds,
  admit,
  type Counters,
  countersOf,
  formatRefused,
  giveBack,
  type Refused,
  type ScopedCounter,
  scanBudget,
  take,
} from '../state/admission.ts'
import { markOf } from '../state/mail-links.ts'
import type { AccountRequest } from './account-request.ts'
import { mailboxOf } from './receiver.ts'
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
  confirmation: 'confirmation mails',
  scan: 'scans without a key',
}

/** Ends of the ids of an account's counters. */
const COUNTERS = {
  key: 'keys',
  webhook: 'webhooks',
  'webhook-test': 'tests',
  challenge: 'challenges',
  confirmation: 'confirmations',
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

/** Counts a confirmation mail to a mailbox; false when it had enough, which is never said: it would say that others asked. */
export async function admitsMailbox(
  { state, secret, now }: AccountRequest['deps'],
  url: string,
): Promise<boolean> {
  const caller = `${await markOf(secret, mailboxOf(url))}:mails`
  const counter: ScopedCounter = { scope: 'address', caller, limits: MAILBOX_LIMITS }
  return (await admit(state, [counter], now())) === null
}

/** A scan that was counted. */
export interface CountedScan {
  /** Scans a day of the account, or of the address of who is not signed in. */
  limit: number
  /** How many of them are left. */
  left: number
  /** Takes back what was counted for the visitor. The shares of the network and of the site stay spent: mostly the work was done. */
  giveBack: () => Promise<void>
}

/**
 * Counts a scan of the wallet page: by the account, or without one by the address of the client; then by its network and by the site.
 * Throws like `countRequest`.
 */
export async function countScan(
  { deps, ip, arrived }: Pick<AccountRequest, 'deps' | 'ip' | 'arrived'>,
  accountId: string | null,
): Promise<CountedScan> {
  const shared = await sharedBy({ deps, ip }, accountId === null ? 'scan' : 'account-scan')
  const account: ScopedCounter[] =
    accountId === null
      ? []
      : [{ scope: 'account', caller: `${accountId}:page-scans`, limits: PAGE_SCANS.account }]
  const [own, ...others] = [...account, ...shared, scanBudget(deps.scans.aDay)]
  if (!own) throw new Error('A scan has no counter.')
  const taken = await take(deps.state, [own, ...others], arrived)
  if (!('left' in taken)) throw refusalFor(taken, 'scan')
  return {
    limit: own.limits.daily,
    left: taken.left,
    giveBack: () => giveBack(deps.state, own, arrived),
  }
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
  if (refused !== null) throw refusalFor(refused, kind)
}

function refusalFor(refused: Refused, kind: keyof typeof NAMES): AccountRefusal {
  const headers = { 'Retry-After': String(refused.seconds) }
  return new AccountRefusal('limit', formatRefused(refused, NAMES[kind]), headers)
}
