import type { AlertTable } from '../contract/alert-table.ts'
import type { InternalFetch } from '../http/internal-fetch.ts'
import type { FullState } from '../state/full-state.ts'
import type { Attempt, WebhookRecord } from '../state/webhook-store.ts'
import type { VerifyContractWallet } from './contract-wallet.ts'
import type { RefusalReason } from './refusal.ts'

export type AccountState = FullState

/** What webhooks need beside the state. */
export interface AlertServices {
  /** The published `live/search.json`, parsed. May reject. */
  loadIndex: () => Promise<unknown>
  /** The published `live/alerts.json`; null when there is none. */
  loadTable: () => Promise<AlertTable | null>
  /** Posts a challenge to a webhook, or a greeting to a chat. Never rejects; without a problem it was echoed or taken. */
  sendChallenge: (webhook: WebhookRecord, token: string) => Promise<Attempt>
  /** Sends the mail that asks an address, with a token. Null where no e-mail is sent. Never rejects; the problem is of our own server. */
  sendConfirmation:
    | ((webhook: WebhookRecord, token: string) => Promise<{ problem: string | null }>)
    | null
  /** Sends one signed test to a webhook. Never rejects: what went wrong is in the attempt. */
  sendTest: (webhook: WebhookRecord) => Promise<Attempt>
}

/** What scans of the wallet page need. */
export interface ScanServices {
  /** Asks the function `/_fn/wallet`. */
  fetchInternal: InternalFetch
  /** Scans that all visitors have in a day. */
  aDay: number
}

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
  /** Null where alerts are not sent: no webhook can be made. */
  alerts: AlertServices | null
  scans: ScanServices
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
  reason?: RefusalReason
  /** What failed; never sent to the client. */
  error?: string
}
