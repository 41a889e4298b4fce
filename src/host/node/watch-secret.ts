import type { AccountStore } from '../../state/account-store.ts'
import { isSecretOf, secretChanged } from '../../state/secret-mark.ts'

const RETRY_MS = 30_000

export interface WatchOptions {
  state: Pick<AccountStore, 'markSecret'>
  secret: string
  log: (error: unknown) => void
  /** Overrides the pause between two questions, in milliseconds. */
  retryMs?: number
}

/**
 * Compares the secret with that of the state before the server listens. Rejects with `STATE_UNUSABLE` for another one. A store that is
 * down does not keep the server from starting: it is asked again until it answers, and another secret is then logged. Returns what
 * ends that.
 */
export async function watchSecret({
  state,
  secret,
  log,
  retryMs = RETRY_MS,
}: WatchOptions): Promise<() => void> {
  const known = await isSecretOf(state, secret).catch((error: unknown) => {
    log(error)
    return null
  })
  if (known === false) throw secretChanged()
  if (known === true) return () => undefined
  let isOver = false
  // Asked again only after an answer, however long a store takes.
  const ask = async () => {
    // It was logged at the start that the store is down, and each request logs it again.
    const same = await isSecretOf(state, secret).catch(() => null)
    if (isOver) return
    if (same === null) timer = setTimeout(ask, retryMs).unref()
    else if (!same) log(secretChanged())
  }
  let timer = setTimeout(ask, retryMs).unref()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
