import { PlimsollError } from '../domain/errors.ts'
import type { AccountStore } from './account-store.ts'
import { digestOf } from './api-key.ts'

/** The name of the record that holds the mark. */
export const SECRET_MARK = 'accounts/secret'

const MARKED = 'the secret of this state'

/**
 * Whether the state was made with this secret. A state without a mark, which is new or of a version before, gets one. Rejects with
 * `STATE_UNUSABLE` when the store is unreachable.
 */
export async function isSecretOf(
  store: Pick<AccountStore, 'markSecret'>,
  secret: string,
): Promise<boolean> {
  const mark = await digestOf(secret, MARKED)
  return (await store.markSecret(mark)) === mark
}

/** `STATE_UNUSABLE`: with another secret no key of the state is known, and nothing may be written. */
export function secretChanged(): PlimsollError {
  return new PlimsollError(
    'STATE_UNUSABLE',
    'The state was made with another secret, so no key or account in it would be known: set PLIMSOLL_SECRET to the secret of before (or restore the file .secret beside the state), or give an empty state in STATE_URL.',
  )
}

/** Rejects with `STATE_UNUSABLE` when the state was made with another secret, or is unreachable. */
export async function checkSecret(
  store: Pick<AccountStore, 'markSecret'>,
  secret: string,
): Promise<void> {
  if (!(await isSecretOf(store, secret))) throw secretChanged()
}
