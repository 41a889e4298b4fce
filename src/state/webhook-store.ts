import type { AlertForm } from '../contract/alert-forms.ts'
import type { Alert, Watch } from '../contract/alerts.ts'

/** A protocol that a webhook watches. */
export interface WatchedProtocol {
  /** Upstream's numeric id, which a rename does not change. Null in a record of an earlier version, until alerts are made next. */
  id: string | null
  /** As its owner sees it. */
  slug: string
}

/** What a webhook watches, as it is stored. */
export interface StoredWatch extends Omit<Watch, 'protocols' | 'thresholds'> {
  /** Null for every protocol. */
  protocols: WatchedProtocol[] | null
  thresholds: (Omit<Watch['thresholds'][number], 'protocol'> & { protocol: WatchedProtocol })[]
}

/** A link of a confirmation mail, whose token is not kept. */
export interface Confirmation {
  /** HMAC-SHA-256 of the token, the webhook and the address, hex. */
  digest: string
  /** When it ends, in milliseconds since 1970. */
  until: number
}

/** An address of an account that alerts are sent to. Its signing secret is derived from its id, so none is stored. */
export interface WebhookRecord {
  /** `wh_` and 20 hex digits. */
  id: string
  accountId: string
  form: AlertForm
  /** `https:` address, of a chat with its secret; of e-mail `mailto:` and the address. */
  url: string
  watch: StoredWatch
  /** ISO 8601. */
  createdAt: string
  /** Id of the last snapshot that alerts were made of: at first the newest, so that nothing older is sent. */
  seenSnapshot: string
  /** Day of that snapshot. */
  seenDay: string
  /** Why nothing more is sent to it; null while it is in use. */
  stopped: 'failing' | 'paused' | 'unsubscribed' | null
  /** The address that last showed that it wants alerts. Nothing but challenges is sent to any other. */
  provedUrl: string | null
  /** How the last challenge ended. */
  lastProof: Attempt | null
  /** The open link of its last confirmation mail; null for none, and of other forms. */
  confirmation: Confirmation | null
}

/** Whether the receiver at the address of a webhook showed that it wants its alerts. */
export function isProved({ url, provedUrl }: Pick<WebhookRecord, 'url' | 'provedUrl'>): boolean {
  return url === provedUrl
}

/** Some webhooks, and where the next ones begin; null at the end. */
export interface WebhookPage {
  webhooks: WebhookRecord[]
  next: string | null
}

/** Deliveries by their webhooks, in their order, and where the next ones begin; null at the end. */
export interface DuePage {
  due: DeliveryRecord[]
  next: string | null
}

/** One alert on its way to one webhook. */
export interface DeliveryRecord {
  /**
   * Made from the webhook and the change, so that the same change always has the same id, and sent as `webhook-id`.
   * `msg_` and 40 hex digits.
   */
  id: string
  webhookId: string
  alert: Alert
  status: 'waiting' | 'delivered' | 'given-up'
  /** Attempts so far. */
  attempts: number
  /** When the next attempt is due, in milliseconds since 1970. */
  dueAt: number
  lastAttempt: Attempt | null
}

/** What finds a delivery. */
export type DeliveryId = Pick<DeliveryRecord, 'id' | 'webhookId'>

/** How an attempt ended. */
export interface Attempt {
  /** ISO 8601. */
  at: string
  /** HTTP status; null without a response. */
  status: number | null
  /** What went wrong in a few words, never text of the receiver; null when it was delivered. */
  problem: string | null
}

/** How a delivery goes on after an attempt. */
export type Settled = Pick<DeliveryRecord, 'status' | 'attempts' | 'dueAt' | 'lastAttempt'>

/**
 * Webhooks and the alerts on their way to them. Not on the edge. Every method rejects with `STATE_UNUSABLE` when the store is
 * unreachable. `deleteAccount` deletes them too.
 */
export interface WebhookStore {
  /** Stores a webhook, atomically, unless the account has `most`. False when it has. */
  insertWebhook(record: WebhookRecord, most: number): Promise<boolean>
  /** Webhooks of every account, oldest first. */
  listWebhooks(): Promise<WebhookRecord[]>
  /** Oldest first. */
  listAccountWebhooks(accountId: string): Promise<WebhookRecord[]>
  /**
   * Webhooks that are proved and in use and have not seen this snapshot, from `cursor` on; null for the first. A page may be empty, and a
   * webhook may come twice.
   */
  unseenWebhooks(snapshot: string, cursor: string | null): Promise<WebhookPage>
  findWebhook(id: string): Promise<WebhookRecord | null>
  /** Null when there is no such webhook. */
  updateWebhook(
    id: string,
    change: Partial<Omit<WebhookRecord, 'id' | 'accountId' | 'createdAt'>>,
  ): Promise<WebhookRecord | null>
  /** Deletes the webhook with its deliveries; false when there is no such webhook. */
  deleteWebhook(id: string): Promise<boolean>

  /** Never asks an address again whether it wants alerts. `mark` is the HMAC of the address. */
  refuseMail(mark: string): Promise<void>
  refusesMail(mark: string): Promise<boolean>

  /** Stores deliveries that were never stored before; the ids of settled ones are remembered for 90 days. */
  addDeliveries(deliveries: DeliveryRecord[], now: number): Promise<void>
  /**
   * The turn of each webhook: its oldest waiting deliveries, at most `TURN`, when the oldest of all is due. So each webhook gets as much as
   * any other, however much waits for it. From `cursor` on; null for the first. A page may be empty.
   */
  dueDeliveries(now: number, cursor: string | null): Promise<DuePage>
  /**
   * Lends the sending of all alerts to `holder`, or renews it, for `ms` milliseconds of the store's clock; `now` is that of a store in
   * a file. True for one holder at a time. Each delivery is lent as well, so a holder that was paused sends none twice.
   */
  leaseSending(holder: string, now: number, ms: number): Promise<boolean>
  /**
   * Lends a due delivery until `until`: its due time becomes that. True for one caller only, also with several processes; false for a
   * delivery that is not waiting or not due.
   */
  leaseDelivery(delivery: DeliveryId, now: number, until: number): Promise<boolean>
  /** Records how an attempt ended. Does nothing when the webhook was deleted meanwhile. */
  settleDelivery(delivery: DeliveryId, settled: Settled, now: number): Promise<void>
  /** Waiting deliveries of a webhook. */
  countWaiting(webhookId: string): Promise<number>
  /** Deliveries of a webhook, newest first. */
  listDeliveries(webhookId: string, most: number): Promise<DeliveryRecord[]>
}
