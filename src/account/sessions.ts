import type { AccountRecord } from '../state/account-store.ts'
import { digestOf } from '../state/api-key.ts'
import type { AccountDependencies } from './account-deps.ts'
import type { AccountRequest } from './account-request.ts'
import { AccountRefusal } from './refusal.ts'
import { newCookieValue, SESSION_SECONDS } from './session-cookie.ts'

/** Browsers of one person. A sign-in beyond ends the oldest session. */
export const MAX_SESSIONS = 20

type Deps = Pick<AccountDependencies, 'state' | 'secret' | 'now' | 'randomBytes'>

/** Opens a session of an account. Returns the value of its cookie, of which only the HMAC is stored. */
export async function openSession(deps: Deps, accountId: string): Promise<string> {
  const { state, secret, now, randomBytes } = deps
  const value = newCookieValue(randomBytes)
  const createdAt = now()
  const record = {
    digest: await sessionDigest(secret, value),
    accountId,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(createdAt + SESSION_SECONDS * 1_000).toISOString(),
  }
  await state.insertSession(record, MAX_SESSIONS)
  return value
}

/** Ends the session of a cookie's value, if there is one. */
export async function endSession({ state, secret }: Deps, value: string | null): Promise<void> {
  if (value !== null) await state.deleteSession(await sessionDigest(secret, value))
}

/** The account that is signed in; null without a session, or when the account was deleted. */
export async function findSignedIn(
  { state, secret, now }: Deps,
  value: string | null,
): Promise<AccountRecord | null> {
  if (value === null) return null
  const session = await state.findSession(await sessionDigest(secret, value), now())
  return session ? state.findAccount(session.accountId) : null
}

/** The account that is signed in, which must be the one that the page shows. Throws a `AccountRefusal`. */
export async function requireSignedIn(incoming: AccountRequest): Promise<AccountRecord> {
  const { deps, session, expected } = incoming
  const account = await findSignedIn(deps, session)
  if (!account) throw new AccountRefusal('session')
  if (expected !== null && expected !== account.id) throw new AccountRefusal('other-account')
  return account
}

function sessionDigest(secret: string, value: string): Promise<string> {
  return digestOf(secret, `session ${value}`)
}
