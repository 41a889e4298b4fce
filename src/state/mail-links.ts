import { digestOf } from './api-key.ts'
import type { WebhookRecord } from './webhook-store.ts'

type Receiver = Pick<WebhookRecord, 'id' | 'url'>

/** Hex digits of the mark of an address: 128 bits. */
const MARK_DIGITS = 32

/** What a link to end mails names: the webhook, and the mark of the address that it was sent to. */
export interface Unsubscription {
  webhookId: string
  mark: string
}

/** Names an address (`mailto:`) in a link, without the address. */
export async function markOf(secret: string, url: string): Promise<string> {
  return (await digestOf(secret, `mail address ${url}`)).slice(0, MARK_DIGITS)
}

/** The query of the link that ends the mails of a webhook to its address. It holds for ever: it is signed, and nothing of it is stored. */
export async function unsubscribeQuery(secret: string, { id, url }: Receiver): Promise<string> {
  const mark = await markOf(secret, url)
  const token = await unsubscribeToken(secret, { webhookId: id, mark })
  return String(new URLSearchParams({ w: id, a: mark, t: token }))
}

export function unsubscribeToken(
  secret: string,
  { webhookId, mark }: Unsubscription,
): Promise<string> {
  return digestOf(secret, `unsubscribe ${webhookId} ${mark}`)
}

/** What is stored of a token that confirms an address: it counts for this webhook and address only. */
export function confirmationDigest(
  secret: string,
  { id, url }: Receiver,
  token: string,
): Promise<string> {
  return digestOf(secret, `confirm ${id} ${url} ${token}`)
}

/** The query of the link by which an address is never asked again, by any account. It holds for ever. */
export async function neverQuery(secret: string, url: string): Promise<string> {
  const mark = await markOf(secret, url)
  return String(new URLSearchParams({ a: mark, t: await neverToken(secret, mark) }))
}

export function neverToken(secret: string, mark: string): Promise<string> {
  return digestOf(secret, `never mail ${mark}`)
}
