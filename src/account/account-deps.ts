import type { AccountStore } from '../api/state/account-store.ts'
import type { StateStore } from '../api/state/state-store.ts'
import type { VerifyContractWallet } from './contract-wallet.ts'
import type { Reason } from './refusal.ts'

export type AccountState = StateStore & AccountStore

/** Everything the account API needs from outside. */
export interface AccountDependencies {
  state: AccountState
  /** Key of every HMAC. */
  secret: string
  /** Address of the site; null: only a browser on the same machine may sign in. */
  publicUrl: string | null
  /** Milliseconds since 1970. */
  now: () => number
  randomBytes: (length: number) => Uint8Array
  /** Null without nodes: contract wallets cannot sign in. */
  verifyContractWallet: VerifyContractWallet | null
  /** How long another process may go on admitting a revoked key. */
  revokedWithinSeconds: number
  log: (entry: AccountLogEntry) => void
}

/** One line of the log. Contains no address, wallet, cookie, signature or key. */
export interface AccountLogEntry {
  level: 'info' | 'error'
  /** Such as `POST /account/api/keys`; `none` for an unknown path. */
  route: string
  status: number
  durationMs: number
  /** Why it was refused. */
  reason?: Reason
  /** What failed; never sent to the client. */
  error?: string
}
