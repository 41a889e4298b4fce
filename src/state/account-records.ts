import * as z from 'zod'
import { PLAN_NAMES } from '../contract/plans.ts'
import { parseJson } from '../domain/json.ts'
import type { AccountRecord, SessionRecord } from './account-store.ts'
import { unusable } from './unusable.ts'

const account = z.object({
  id: z.string(),
  wallet: z.string(),
  plan: z.enum(PLAN_NAMES),
  createdAt: z.string(),
})

/** Loose, since a list is written whole: what only a later version knows of an entry stays. */
const held = z.looseObject({ id: z.string(), digest: z.string().optional(), createdAt: z.string() })

const lists = z.object({
  keys: z.array(held),
  webhooks: z.array(held),
  isClosed: z.boolean().optional(),
})

const session = z.object({
  digest: z.string(),
  accountId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
})

/** A key or webhook in the list of its account; of a key also its digest. */
export type HeldRecord = z.infer<typeof held>

export interface StoredAccount {
  account: AccountRecord
  lists: z.infer<typeof lists>
}

/** An account from a store. Throws `STATE_UNUSABLE` when it is damaged. */
export function decodeAccount(text: string): StoredAccount {
  const value = parseJson(text)
  const parsed = account.safeParse(value)
  const held = lists.safeParse(value)
  if (!parsed.success || !held.success) {
    throw unusable('an account in it is damaged or of another version')
  }
  return { account: parsed.data, lists: held.data }
}

/** A session from a store. Throws `STATE_UNUSABLE` when it is damaged. */
export function decodeSession(text: string): SessionRecord {
  const parsed = session.safeParse(parseJson(text))
  if (!parsed.success) throw unusable('a session in it is damaged')
  return parsed.data
}
