import { digestOf } from './api-key.ts'

/**
 * What the alerts of a webhook are signed with, as its owner sees it: `whsec_` and the base64 of 32 bytes (Standard Webhooks 1.0,
 * "Signature scheme"). Made from the secret of the state, so that a copy of the state does not reveal it.
 */
export async function webhookSecret(secret: string, webhookId: string): Promise<string> {
  const hex = await digestOf(secret, `webhook ${webhookId}`)
  return `whsec_${Buffer.from(hex, 'hex').toString('base64')}`
}
