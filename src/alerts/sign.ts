import { createHmac } from 'node:crypto'

/**
 * The headers of a delivery: its id, the time of this attempt in seconds since 1970, and the HMAC-SHA-256 over `id.time.body` in base64
 * (Standard Webhooks 1.0, "Signature scheme"). `secret` as its owner sees it, `whsec_` and base64.
 */
export function signedHeaders(
  secret: string,
  { id, body, now }: { id: string; body: string; now: number },
): Record<string, string> {
  const seconds = String(Math.floor(now / 1_000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  }
}
