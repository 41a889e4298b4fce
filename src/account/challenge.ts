import type * as z from 'zod'
import { SCAN_CHAINS } from '../chains/scan-chains.ts'
import { toHex } from '../domain/hex.ts'
import type { AccountRequest, AccountResult } from './account-request.ts'
import { challengeBody } from './bodies.ts'
import { proofOf } from './proof.ts'
import { readBody } from './read-body.ts'
import { AccountRefusal } from './refusal.ts'
import { CHALLENGE_SECONDS, challengeCookie, newCookieValue } from './session-cookie.ts'
import { composeMessage, type SignInMessage } from './sign-in-message.ts'
import { signInFields } from './solana-message.ts'

/** 128 random bits, 32 letters and digits. */
const NONCE_BYTES = 16

/**
 * `POST challenge`: a message to sign, and the proof that this server made it for this browser. Nothing is stored: the
 * proof shows `sign-in` that the message is ours.
 */
export async function challenge({ deps, request, site }: AccountRequest): Promise<AccountResult> {
  const { secret, now, randomBytes } = deps
  const body = await readBody(request, challengeBody)
  const issuedAt = now()
  const message = messageFor(body, {
    domain: site.domain,
    uri: `${site.origin}/account/`,
    nonce: toHex(randomBytes(NONCE_BYTES)),
    issuedAt,
    expiresAt: issuedAt + CHALLENGE_SECONDS * 1_000,
  })
  const text = composeMessage(message)
  const browser = newCookieValue(randomBytes)
  const data = {
    message: text,
    proof: await proofOf(secret, browser, text),
    expiresAt: new Date(message.expiresAt).toISOString(),
    ...(message.kind === 'solana' ? { signIn: signInFields(message) } : {}),
  }
  return { data, cookies: [challengeCookie(browser)] }
}

function messageFor(
  body: z.output<typeof challengeBody>,
  fields: Omit<SignInMessage, 'kind' | 'address' | 'chainId'>,
): SignInMessage {
  const { address } = body
  if (body.kind === 'solana') return { ...fields, kind: 'solana', address }
  const { chainId } = body
  if (!isChain(chainId)) throw wrongChain()
  return { ...fields, kind: 'ethereum', address, chainId }
}

/** Whether one may sign in on this chain: those that the wallet scan reads, so that their nodes are known. */
export function isChain(chainId: number): boolean {
  return SCAN_CHAINS.some((chain) => chain.chainId === chainId)
}

export function wrongChain(): AccountRefusal {
  const names = SCAN_CHAINS.map(({ name }) => name).join(', ')
  return new AccountRefusal('chain', `Switch your wallet to one of these chains: ${names}.`)
}
