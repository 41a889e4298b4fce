import * as z from 'zod'
import { PLAN_NAMES } from '../contract/plans.ts'
import type { AccountRecord, SessionRecord } from './account-store.ts'
import { unusable } from './unusable.ts'

const account = z.object({
  id: z.string(),
  wallet: z.string(),
  plan: z.enum(PLAN_NAMES),
  createdAt: z.string(),
})

const session = z.object({
  digest: z.string(),
  accountId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})

/** An account from a store. Throws `STATE_UNUSABLE` when it is damaged. */
export function parseAccount(value: unknown): AccountRecord {
  const parsed = account.safeParse(value)
  if (!parsed.success) throw unusable('an account in it is damaged')
  return parsed.data
}

/** A session from a store, null when it expired. Throws `STATE_UNUSABLE` when it is damaged. */
export function parseSession(value: unknown, now: number): SessionRecord | null {
  const parsed = session.safeParse(value)
  if (!parsed.success) throw unusable('a session in it is damaged')
  return isOver(parsed.data, now) ? null : parsed.data
}

/** A time that cannot be read is over. */
function isOver({ expiresAt }: SessionRecord, now: number): boolean {
  return !(Date.parse(expiresAt) > now)
}
