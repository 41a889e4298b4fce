import type { AccountView } from '../../account/account-view.ts'
import { isObject } from '../dom/read-values.ts'

export type { AccountView }
export type KeyView = AccountView['keys'][number]
export type UsageView = AccountView['usage']
export type DayView = AccountView['days'][number]
export type GroupCounts = DayView['counts']
export type WebhookView = AccountView['webhooks'][number]
export type DeliveryView = WebhookView['deliveries'][number]
export type AttemptView = NonNullable<DeliveryView['lastAttempt']>

/** Whether the data of an answer is an account: it has every list and every object. The values in them are those of our own service. */
export function isAccountView(data: object): data is AccountView {
  const { account, keys, days, webhooks, limits, usage } = data as Partial<AccountView>
  return (
    typeof account?.address === 'string' &&
    [keys, days].every(Array.isArray) &&
    webhooks?.every((each) => [each?.watch?.thresholds, each?.deliveries].every(Array.isArray)) ===
      true &&
    [limits, usage?.breakdown].every(isObject)
  )
}
