import { deleteBody, signOutBody } from './bodies.ts'
import { readBody } from './read-body.ts'
import { Refusal } from './refusal.ts'
import { clearedChallengeCookie, clearedSessionCookie } from './session-cookie.ts'
import { endSession, requireSignedIn } from './sessions.ts'
import type { Answer, Visit } from './visit.ts'
import { isAddressOf } from './wallet.ts'

/** `POST sign-out`: ends this session, or all of the account's. */
export async function signOut(visit: Visit): Promise<Answer> {
  const { deps, request, session } = visit
  const { everywhere } = await readBody(request, signOutBody)
  if (everywhere) {
    const { id } = await requireSignedIn(visit)
    await deps.state.deleteSessions(id)
  } else {
    await endSession(deps, session)
  }
  return { data: { everywhere }, cookies: [clearedSessionCookie()] }
}

/** `POST delete`: deletes the account with its keys, sessions and usage, once its address was typed. */
export async function deleteAccount(visit: Visit): Promise<Answer> {
  const { deps, request } = visit
  const { confirm } = await readBody(request, deleteBody)
  const { id, wallet } = await requireSignedIn(visit)
  if (!isAddressOf(confirm, wallet)) {
    throw new Refusal('confirm', 'Type the address of this account to delete it.')
  }
  await deps.state.deleteAccount(id)
  const cookies = [clearedSessionCookie(), clearedChallengeCookie()]
  return { data: { deleted: true }, cookies }
}
