import type { StateSettings } from '../config/state.ts'
import { PlimsollError } from '../domain/errors.ts'
import { issueKey, type KeyRequest } from './issue-key.ts'
import type { KeyRecord, KeyStore } from './state-store.ts'
import { randomBytes, withState, withStateUnchecked } from './with-state.ts'

/** A key record without its digest. */
export type ListedKey = Omit<KeyRecord, 'digest'>

/** Creates a key. Returns it with its record; it cannot be read again. Throws `STATE_UNUSABLE`. */
export async function createKey(
  settings: StateSettings,
  wanted: Pick<KeyRequest, 'environment' | 'plan'>,
): Promise<{ key: string; record: ListedKey }> {
  const { key, record } = await withState(settings, (store, secret) =>
    issueKey(store, { ...wanted, secret, now: new Date(), randomBytes }),
  )
  return { key, record: withoutDigest(record) }
}

/** Lists all keys, oldest first. Throws `STATE_UNUSABLE`. */
export async function listKeys(settings: StateSettings): Promise<ListedKey[]> {
  const records = await withStateUnchecked(settings, (store) => store.listKeys())
  return records.map(withoutDigest)
}

/**
 * Changes the plan of a key, or revokes it; one that is revoked keeps its date. Throws `STATE_UNUSABLE`, also for an unknown id, for the plan
 * of a revoked key and, but for revoking, for another secret:
 * a key must be revoked on a full disk too, where nothing can be marked.
 */
export async function changeKey(
  settings: StateSettings,
  id: string,
  changes: Parameters<KeyStore['updateKey']>[1],
): Promise<ListedKey> {
  const open = changes.plan === undefined ? withStateUnchecked : withState
  const record = await open(settings, async (store) => {
    const revoked = (await store.listKeys()).find((key) => key.id === id && key.revokedAt !== null)
    return revoked ?? store.updateKey(id, changes)
  })
  // The message does not repeat the id: it may be the key itself, given by mistake.
  if (!record) throw new PlimsollError('STATE_UNUSABLE', 'There is no key of this id. Try list.')
  if (record.revokedAt !== null && changes.plan !== undefined) {
    const message = `The key was revoked on ${record.revokedAt} and stays so. Create another one.`
    throw new PlimsollError('STATE_UNUSABLE', message)
  }
  return withoutDigest(record)
}

export function withoutDigest({ digest: _, ...rest }: KeyRecord): ListedKey {
  return rest
}
