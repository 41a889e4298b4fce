import type { StateSettings } from '../config/state.ts'
import { PLANS, type PlanName } from '../contract/plans.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { AccountRecord } from './account-store.ts'
import { type ListedKey, withoutDigest } from './manage-keys.ts'
import { readRecentUsage } from './recent-usage.ts'
import type { UsageCounts } from './state-store.ts'
import { monthOf } from './time-window.ts'
import { sumOfDays } from './usage-counts.ts'
import { withState, withStateUnchecked } from './with-state.ts'

export interface ListedAccount extends AccountRecord {
  /** Keys that are not revoked. */
  keys: number
}

export interface ShownAccount {
  account: AccountRecord
  /** Oldest first. `lastUsedDay` is the last day of this or the last month; null for none. */
  keys: (ListedKey & { lastUsedDay: string | null })[]
  usage: {
    /** `YYYY-MM`, UTC. */
    month: string
    requests: number
    counts: UsageCounts
    refused: number
    quota: number
  }
}

/** Lists all accounts, oldest first. Throws `STATE_UNUSABLE`. */
export async function listAccounts(settings: StateSettings): Promise<ListedAccount[]> {
  return withStateUnchecked(settings, async (store) => {
    const [accounts, keys] = await Promise.all([store.listAccounts(), store.listKeys()])
    return accounts.map((account) => ({
      ...account,
      keys: keys.filter((key) => key.accountId === account.id && key.revokedAt === null).length,
    }))
  })
}

/** An account with its keys and its usage of the month of `now`. Throws `STATE_UNUSABLE`, also for an unknown id. */
export async function showAccount(
  settings: StateSettings,
  id: string,
  now: Date,
): Promise<ShownAccount> {
  return withStateUnchecked(settings, async (store) => {
    const [account, keys, { days, lastUsed }] = await Promise.all([
      store.findAccount(id),
      store.listAccountKeys(id),
      readRecentUsage(store, id, now.getTime()),
    ])
    if (!account) throw unknownAccount()
    const counts = sumOfDays(days)
    return {
      account,
      keys: keys.map((key) => ({
        ...withoutDigest(key),
        lastUsedDay: lastUsed.get(key.id) ?? null,
      })),
      usage: {
        month: monthOf(now.getTime()),
        requests: Object.values(counts).reduce((sum, count) => sum + count, 0),
        counts,
        refused: days.reduce((sum, day) => sum + day.refused, 0),
        quota: PLANS[account.plan].quota,
      },
    }
  })
}

/** Deletes an account with its keys, sessions and usage. Throws `STATE_UNUSABLE`, also for an unknown id. */
export async function deleteAccount(settings: StateSettings, id: string): Promise<void> {
  const done = await withState(settings, (store) => store.deleteAccount(id))
  if (!done) throw unknownAccount()
}

/** Changes the plan of an account and of its keys. Throws `STATE_UNUSABLE`, also for an unknown id. */
export async function grantToAccount(
  settings: StateSettings,
  id: string,
  plan: PlanName,
): Promise<AccountRecord> {
  const record = await withState(settings, (store) => store.grantAccount(id, plan))
  if (!record) throw unknownAccount()
  return record
}

/** The message does not repeat the id: it may be something else, given by mistake. */
function unknownAccount(): PlimsollError {
  return new PlimsollError(
    'STATE_UNUSABLE',
    'There is no account of this id. Try npm run accounts -- list.',
  )
}
