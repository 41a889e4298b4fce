import { digestOf } from '../state/api-key.ts'
import { isSameText } from './same-text.ts'

/**
 * Shows that this server composed a message for one browser, so that no challenge has to be stored: the HMAC of the message and of
 * the value of the browser's challenge cookie. 64 hex digits.
 */
export function proofOf(secret: string, browser: string, message: string): Promise<string> {
  return digestOf(secret, `sign-in\n${browser}\n${message}`)
}

/** Whether a proof belongs to this browser and this message. */
export async function isProof(
  sent: string,
  secret: string,
  browser: string,
  message: string,
): Promise<boolean> {
  return isSameText(sent, await proofOf(secret, browser, message))
}

/** The name under which a nonce is spent. */
export async function spentName(secret: string, nonce: string): Promise<string> {
  return `nonce ${await digestOf(secret, `nonce ${nonce}`)}`
}
