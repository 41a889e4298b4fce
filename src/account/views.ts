import type { AccountRecord } from '../state/account-store.ts'
import type { KeyRecord } from '../state/state-store.ts'
import { readWallet } from './wallet.ts'

/** An account, as its owner sees it. */
export function viewAccount(account: AccountRecord) {
  const { id, wallet, plan, createdAt } = account
  return { id, ...readWallet(wallet), wallet, plan, createdAt }
}

/** A key, as its owner sees it: never with its digest. `lastUsedDay` is `YYYY-MM-DD`, in this or the last month; null for none. */
export function viewKey(record: KeyRecord, lastUsedDay: string | null) {
  const { id, name, hint, environment, plan, createdAt, revokedAt } = record
  return { id, name, hint, environment, plan, createdAt, revokedAt, lastUsedDay }
}
