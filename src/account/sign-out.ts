import type { AccountRequest, AccountResult } from './account-request.ts'
import { deleteBody, signOutBody } from './bodies.ts'
import { readBody } from './read-body.ts'
import { AccountRefusal } from './refusal.ts'
import { clearedChallengeCookie, clearedSessionCookie } from './session-cookie.ts'
import { endSession, requireSignedIn } from './sessions.ts'
import { isAddressOf } from './wallet.ts'

/** `POST sign-out`: ends this session, or all of the account's. */
export async function signOut(incoming: AccountRequest): Promise<AccountResult> {
  const { deps, request, session } = incoming
  const { everywhere } = await readBody(request, signOutBody)
  if (everywhere) {
    const { id } = await requireSignedIn(incoming)
    await deps.state.deleteSessions(id)
  } else {
    await endSession(deps, session)
  }
  return { data: { everywhere }, cookies: [clearedSessionCookie()] }
}

/** `POST delete`: deletes the account with its keys, sessions and usage, once its address was typed. */
export async function deleteAccount(incoming: AccountRequest): Promise<AccountResult> {
  const { deps, request } = incoming
  const { confirm } = await readBody(request, deleteBody)
  const { id, wallet } = await requireSignedIn(incoming)
  if (!isAddressOf(confirm, wallet)) throw new AccountRefusal('confirm')
  await deps.state.deleteAccount(id)
  const cookies = [clearedSessionCookie(), clearedChallengeCookie()]
  return { data: { deleted: true }, cookies }
}
