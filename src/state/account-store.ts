import type { PlanName } from '../contract/plans.ts'
import type { KeyRecord } from './state-store.ts'

/** Who signed in. Its id is made from the wallet and the secret, so the same wallet finds the same account again. */
export interface AccountRecord {
  /** `acc_` and 20 hex digits of the HMAC of the wallet. */
  id: string
  /**
   * CAIP-10 without a chain where the key is the same on all: `eip155:0x…` for a key pair, `eip155:8453:0x…` for a contract wallet,
   * which may belong to another owner on another chain, and `solana:…`.
   */
  wallet: string
  /** The plan of its keys. */
  plan: PlanName
  /** ISO 8601. */
  createdAt: string
}

/** A signed-in browser. Holds the HMAC of the cookie, never the cookie itself. */
export interface SessionRecord {
  /** HMAC-SHA-256 of the cookie's value, hex. */
  digest: string
  accountId: string
  /** ISO 8601. */
  createdAt: string
  /** ISO 8601. */
  expiresAt: string
}

/**
 * Accounts, their keys and sessions. Not on the edge: only the account page's function and the operator's commands use it. Every
 * method rejects with `STATE_UNUSABLE` when the store is unreachable.
 */
export interface AccountStore {
  /** Stores the account unless it is there already. Returns what is stored. */
  openAccount(record: AccountRecord): Promise<AccountRecord>
  findAccount(id: string): Promise<AccountRecord | null>
  /** Oldest first. */
  listAccounts(): Promise<AccountRecord[]>
  /** Changes the plan of an account and of each of its keys; null when there is no such account. */
  grantAccount(id: string, plan: PlanName): Promise<AccountRecord | null>
  /** Deletes the account with its keys, sessions and usage; false when there is no such account. */
  deleteAccount(id: string): Promise<boolean>

  /** Stores a key of an account, atomically, unless the account has `most` keys that are not revoked. False when it has. */
  insertAccountKey(record: KeyRecord & { accountId: string }, most: number): Promise<boolean>
  /** Keys of an account, revoked ones too, oldest first. */
  listAccountKeys(accountId: string): Promise<KeyRecord[]>

  /** Stores a session. Beyond `most` of the account, those that end first are ended, never the new one. */
  insertSession(record: SessionRecord, most: number): Promise<void>
  /** Null when there is no such session, or it expired. `now` in milliseconds since 1970. */
  findSession(digest: string, now: number): Promise<SessionRecord | null>
  deleteSession(digest: string): Promise<void>
  /** Ends all sessions of an account. */
  deleteSessions(accountId: string): Promise<void>

  /**
   * Spends a name that may be used once, such as a nonce: true for the first caller only, also with several processes. It is kept at
   * least until `until`, milliseconds since 1970, and forgotten some time after.
   */
  spend(name: string, until: number, now: number): Promise<boolean>

  /** Stores a text that names the secret, unless one is stored. Returns the stored one: another secret gives another text. */
  markSecret(mark: string): Promise<string>
}
