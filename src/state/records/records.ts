import type { AccountStore } from '../account-store.ts'
import type { KeyStore } from '../state-store.ts'
import type { WebhookStore } from '../webhook-store.ts'
import { accountRecords } from './accounts.ts'
import { keyRecords } from './keys.ts'
import type { RecordStore } from './record-store.ts'
import { sessionRecords } from './sessions.ts'
import { webhookRecords } from './webhooks.ts'

/** Keys, accounts and webhooks in a store of records. `forgetUsage` deletes what was counted for an account. */
export function createRecords(
  store: RecordStore,
  forgetUsage: (owner: string) => Promise<void>,
): KeyStore & AccountStore & WebhookStore {
  const sessions = sessionRecords(store)
  const webhooks = webhookRecords(store)
  const accounts = accountRecords(store, async ({ account: { id }, lists }) => {
    for (const held of lists.webhooks) await webhooks.deleteWebhook(held.id)
    await sessions.deleteSessions(id)
    await forgetUsage(id)
  })
  return { ...keyRecords(store), ...accounts, ...sessions, ...webhooks }
}
