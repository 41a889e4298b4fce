import type { PlanName } from '../contract/plans.ts'
import { toHex } from '../domain/hex.ts'
import type { AccountRecord, AccountStore } from './account-store.ts'
import { createApiKey, digestOf, hintOf } from './api-key.ts'
import type { KeyEnvironment, KeyRecord, KeyStore } from './state-store.ts'

const ID_BYTES = 8

export interface KeyRequest {
  environment: KeyEnvironment
  plan: PlanName
  /** Chosen by its owner; none when absent. */
  name?: string
  /** Key of the HMAC. */
  secret: string
  now: Date
  randomBytes: (length: number) => Uint8Array
}

/** Creates a key and stores its record. The key itself is not stored: this is the only time it can be shown. */
export async function issueKey(
  store: Pick<KeyStore, 'insertKey'>,
  request: KeyRequest,
): Promise<{ key: string; record: KeyRecord }> {
  const { key, record } = await newKey(request, null)
  await store.insertKey(record)
  return { key, record }
}

/** Creates a key of an account, with the plan of the account, unless the account has `most` keys that work: then null. */
export async function issueAccountKey(
  store: Pick<AccountStore, 'insertAccountKey'>,
  account: Pick<AccountRecord, 'id' | 'plan'>,
  request: Omit<KeyRequest, 'plan'>,
  most: number,
): Promise<{ key: string; record: KeyRecord } | null> {
  const made = await newKey({ ...request, plan: account.plan }, account.id)
  return (await store.insertAccountKey(made.record, most)) ? made : null
}

async function newKey<AccountId extends string | null>(
  { environment, plan, name = '', secret, now, randomBytes }: KeyRequest,
  accountId: AccountId,
): Promise<{ key: string; record: KeyRecord & { accountId: AccountId } }> {
  const key = createApiKey(environment, randomBytes)
  const record = {
    id: `key_${toHex(randomBytes(ID_BYTES))}`,
    digest: await digestOf(secret, key),
    hint: hintOf(key),
    environment,
    plan,
    accountId,
    name,
    createdAt: now.toISOString(),
    revokedAt: null,
  }
  return { key, record }
}
