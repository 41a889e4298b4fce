import { createUsageReport } from '../api/routes/usage/report.ts'
import { monthOf } from '../api/state/time-window.ts'
import { PLANS } from '../contract/plans.ts'
import { lastUsedDays } from './last-used.ts'
import { MOST_KEYS } from './limits.ts'
import { requireSignedIn } from './sessions.ts'
import { viewAccount, viewKey } from './views.ts'
import type { Answer, Visit } from './visit.ts'

/** `GET account`: everything the page shows of the account that is signed in. */
export async function account({ deps, session }: Visit): Promise<Answer> {
  const { state, now, revokedWithinSeconds } = deps
  const record = await requireSignedIn(deps, session)
  const [keys, used, days] = await Promise.all([
    state.listAccountKeys(record.id),
    lastUsedDays(state, record.id, now()),
    state.usage(record.id, monthOf(now())),
  ])
  const { burst, daily, quota, scans } = PLANS[record.plan]
  const data = {
    account: viewAccount(record),
    keys: keys.map((key) => viewKey(key, used.get(key.id) ?? null)),
    limits: { burst, daily, quota, scans },
    usage: createUsageReport(record, days, now()),
    days: days.map(({ day, counts, refused }) => ({ day, counts, refused })),
    mostKeys: MOST_KEYS,
    revokedWithinSeconds,
  }
  return { data }
}
