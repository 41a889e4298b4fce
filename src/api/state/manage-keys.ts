import { PlimsollError } from '../../errors.ts'
import { issueKey, type KeyRequest } from './issue-key.ts'
import { openState } from './open-state.ts'
import { openSecret } from './secret.ts'
import type { StateSettings } from './settings.ts'
import type { KeyRecord, StateStore } from './state-store.ts'

/** A key record without its digest. */
export type ListedKey = Omit<KeyRecord, 'digest'>

/** Creates a key. Returns it with its record; it cannot be read again. Throws `STATE_UNUSABLE`. */
export async function createKey(
  settings: StateSettings,
  wanted: Pick<KeyRequest, 'environment' | 'plan'>,
): Promise<{ key: string; record: ListedKey }> {
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const secret = openSecret(settings.secret, settings.url, randomBytes)
  const { key, record } = await withState(settings, (store) =>
    issueKey(store, { ...wanted, secret, now: new Date(), randomBytes }),
  )
  return { key, record: withoutDigest(record) }
}

/** Lists all keys, oldest first. Throws `STATE_UNUSABLE`. */
export async function listKeys(settings: StateSettings): Promise<ListedKey[]> {
  const records = await withState(settings, (store) => store.listKeys())
  return records.map(withoutDigest)
}

/** Changes the plan of a key, or revokes it. Throws `STATE_UNUSABLE`, also for an unknown id. */
export async function changeKey(
  settings: StateSettings,
  id: string,
  changes: Parameters<StateStore['updateKey']>[1],
): Promise<ListedKey> {
  const record = await withState(settings, (store) => store.updateKey(id, changes))
  // The message does not repeat the id: it may be the key itself, given by mistake.
  if (!record) throw new PlimsollError('STATE_UNUSABLE', 'There is no key of this id. Try list.')
  return withoutDigest(record)
}

async function withState<T>(
  { url, token }: StateSettings,
  work: (store: StateStore) => Promise<T>,
): Promise<T> {
  const store = await openState(url, { token, instance: crypto.randomUUID(), clock: Date.now })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

function withoutDigest({ digest: _, ...rest }: KeyRecord): ListedKey {
  return rest
}
