import type { StateSettings } from '../config/state.ts'
import type { FullState } from './full-state.ts'
import { openState } from './open-state.ts'
import { openSecret } from './secret.ts'
import { checkSecret } from './secret-mark.ts'

/**
 * Opens the store for a command of the operator that writes, and closes it. Throws `STATE_UNUSABLE`, also for another secret, and `CONFIG_INVALID` for settings that cannot be used.
 */
export async function withState<T>(
  settings: StateSettings,
  work: (store: FullState, secret: string) => Promise<T>,
): Promise<T> {
  const secret = openSecret(settings, randomBytes)
  return withStateUnchecked(settings, async (store) => {
    await checkSecret(store, secret)
    return work(store, secret)
  })
}

/** The same for work that does not depend on the secret: reading, and revoking a key, which must also work on a full disk. */
export async function withStateUnchecked<T>(
  { url, token }: StateSettings,
  work: (store: FullState) => Promise<T>,
): Promise<T> {
  const store = await openState(url, { token, instance: crypto.randomUUID(), clock: Date.now })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}
