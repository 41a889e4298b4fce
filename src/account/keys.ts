import { issueAccountKey } from '../state/issue-key.ts'
import { readRecentUsage } from '../state/recent-usage.ts'
import type { AccountRequest, AccountResult } from './account-request.ts'
import { newKeyBody, revokeBody } from './bodies.ts'
import { countWork, MAX_KEYS } from './limits.ts'
import { readBody } from './read-body.ts'
import { AccountRefusal } from './refusal.ts'
import { requireSignedIn } from './sessions.ts'
import { viewKey } from './views.ts'

/** `POST keys`: makes a key with the plan of the account. The answer is the only place where the key itself ever is. */
export async function makeKey(incoming: AccountRequest): Promise<AccountResult> {
  const { state, secret, now, randomBytes } = incoming.deps
  const { name, environment } = await readBody(incoming.request, newKeyBody)
  const account = await requireSignedIn(incoming)
  const keys = await state.listAccountKeys(account.id)
  // Looked at before it is counted, so that trying at the limit does not use up the keys of the day.
  if (keys.filter(({ revokedAt }) => revokedAt === null).length >= MAX_KEYS) throw tooMany()
  await countWork(incoming, 'key', account.id)
  const wanted = { environment, name, secret, now: new Date(now()), randomBytes }
  const made = await issueAccountKey(state, account, wanted, MAX_KEYS)
  if (made === null) throw tooMany()
  return { status: 201, data: { key: made.key, record: viewKey(made.record, null) } }
}

/**
 * `POST keys/revoke`: revokes a key of the account. The id is only looked for among the account's own keys, so that the answer and the
 * reads are the same for a key of another account and for none.
 */
export async function revokeKey(incoming: AccountRequest): Promise<AccountResult> {
  const { state, now, revokedWithinSeconds } = incoming.deps
  const { id } = await readBody(incoming.request, revokeBody)
  const account = await requireSignedIn(incoming)
  const own = (await state.listAccountKeys(account.id)).find((key) => key.id === id)
  if (!own) throw new AccountRefusal('key')
  const revokedAt = new Date(now()).toISOString()
  const record = own.revokedAt === null ? await state.updateKey(id, { revokedAt }) : own
  if (!record) throw new AccountRefusal('key')
  const { lastUsed } = await readRecentUsage(state, account.id, now())
  const data = {
    record: viewKey(record, lastUsed.get(id) ?? null),
    withinSeconds: revokedWithinSeconds,
  }
  return { data }
}

function tooMany(): AccountRefusal {
  const message = `An account has at most ${MAX_KEYS} keys. Revoke one that you no longer use.`
  return new AccountRefusal('too-many-keys', message)
}
