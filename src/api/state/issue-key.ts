import type { PlanName } from '../../contract/plans.ts'
import { toHex } from '../../domain/hex.ts'
import { createApiKey, digestOf, hintOf } from './api-key.ts'
import type { KeyEnvironment, KeyRecord, StateStore } from './state-store.ts'

const ID_BYTES = 8

export interface KeyRequest {
  environment: KeyEnvironment
  plan: PlanName
  /** Key of the HMAC. */
  secret: string
  now: Date
  randomBytes: (length: number) => Uint8Array
}

/** Creates a key and stores its record. The key itself is not stored: this is the only time it can be shown. */
export async function issueKey(
  store: StateStore,
  { environment, plan, secret, now, randomBytes }: KeyRequest,
): Promise<{ key: string; record: KeyRecord }> {
  const key = createApiKey(environment, randomBytes)
  const record: KeyRecord = {
    id: `key_${toHex(randomBytes(ID_BYTES))}`,
    digest: await digestOf(secret, key),
    hint: hintOf(key),
    environment,
    plan,
    createdAt: now.toISOString(),
    revokedAt: null,
  }
  await store.insertKey(record)
  return { key, record }
}
