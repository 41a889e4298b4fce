import type { AccountRequest, AccountResult } from './account-request.ts'
import { signInBody } from './bodies.ts'
import { isChain, wrongChain } from './challenge.ts'
import { countRequest } from './limits.ts'
import { isProof, spentName } from './proof.ts'
import { readBody } from './read-body.ts'
import { AccountRefusal } from './refusal.ts'
import { clearedChallengeCookie, sessionCookie } from './session-cookie.ts'
import { endSession, openSession } from './sessions.ts'
import { parseMessage, type SignInMessage } from './sign-in-message.ts'
import type { Site } from './site.ts'
import { verifySignature } from './verify-signature.ts'
import { viewAccount } from './views.ts'
import { accountIdOf } from './wallet.ts'

/** How far the clock of the machine that made the challenge may be ahead of this one's. */
const CLOCK_SKEW_MS = 60_000

/**
 * `POST sign-in`: exchanges a signed challenge for a session. The cheap checks come first, and nothing is stored before the signature
 * is right. The nonce is spent last of all, so that a wallet may try again, and before the session exists.
 */
export async function signIn(incoming: AccountRequest): Promise<AccountResult> {
  const { deps, request, site, session, browser } = incoming
  const { state, secret, now, verifyContractWallet } = deps
  const { message: text, proof, signature } = await readBody(request, signInBody)
  if (browser === null || !(await isProof(proof, secret, browser, text)))
    throw new AccountRefusal('challenge')
  const message = parseMessage(text)
  if (message === null) throw new AccountRefusal('challenge')
  check(message, site, now())

  const wallet = await verifySignature(message, text, signature, verifyContractWallet)
  const id = await accountIdOf(secret, wallet)
  if ((await state.findAccount(id)) === null) await countRequest(incoming, 'sign-up')
  const spent = await spentName(secret, message.nonce)
  if (!(await state.spend(spent, message.expiresAt + CLOCK_SKEW_MS, now())))
    throw new AccountRefusal('spent')

  const account = await state.openAccount({
    id,
    wallet,
    plan: 'free',
    createdAt: new Date(now()).toISOString(),
  })
  await endSession(deps, session)
  const value = await openSession(deps, account.id)
  const cookies = [sessionCookie(value), clearedChallengeCookie()]
  return { data: { account: viewAccount(account) }, cookies }
}

/**
 * A message that this server made may still be of another site with the same secret, or too old. Every message that is not this
 * server's has one answer, so that it says nothing of which part is wrong.
 */
function check(message: SignInMessage, site: Site, now: number): void {
  if (message.domain !== site.domain || !message.uri.startsWith(`${site.origin}/`))
    throw new AccountRefusal('challenge')
  if (message.kind === 'ethereum' && !isChain(message.chainId)) throw wrongChain()
  if (message.issuedAt > now + CLOCK_SKEW_MS) throw new AccountRefusal('early')
  if (message.expiresAt <= now) throw new AccountRefusal('expired')
}
