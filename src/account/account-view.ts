import { createUsageReport } from '../api/routes/usage/report.ts'
import { ALERT_FORMS } from '../contract/alert-forms.ts'
import { MAX_WEBHOOKS } from '../contract/alert-limits.ts'
import { PLANS } from '../contract/plans.ts'
import { readRecentUsage } from '../state/recent-usage.ts'
import type { AccountRequest } from './account-request.ts'
import { MAX_KEYS } from './limits.ts'
import { requireSignedIn } from './sessions.ts'
import { viewAccount, viewKey } from './views.ts'
import { viewWebhook } from './webhook-view.ts'

/** `GET account`: everything the page shows of the account that is signed in. */
export async function account(incoming: AccountRequest) {
  const { state, now, revokedWithinSeconds, alerts } = incoming.deps
  const record = await requireSignedIn(incoming)
  const [keys, webhooks, { days, lastUsed }] = await Promise.all([
    state.listAccountKeys(record.id),
    state.listAccountWebhooks(record.id),
    readRecentUsage(state, record.id, now()),
  ])
  const { burst, daily, quota, scans } = PLANS[record.plan]
  const data = {
    account: viewAccount(record),
    keys: keys.map((key) => viewKey(key, lastUsed.get(key.id) ?? null)),
    limits: { burst, daily, quota, scans },
    usage: createUsageReport(record, days, now()),
    days: days.map(({ day, counts, refused }) => ({ day, counts, refused })),
    mostKeys: MAX_KEYS,
    hasAlerts: alerts !== null,
    forms: ALERT_FORMS.filter((form) => form !== 'email' || alerts?.sendConfirmation),
    webhooks: await Promise.all(webhooks.map((webhook) => viewWebhook(state, webhook))),
    mostWebhooks: MAX_WEBHOOKS,
    revokedWithinSeconds,
  }
  return { data }
}

/** An account, as its page gets it. */
export type AccountView = Awaited<ReturnType<typeof account>>['data']
