import type { RawAccount } from './accounts.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, UPGRADEABLE_LOADER } from './program-ids.ts'

/** The kind of account at an address. Only a wallet can be scanned. */
export type SolanaKind = 'wallet' | 'program' | 'mint' | 'token-account'

/** Account sizes in bytes, in both token programs. In an account with extensions, the byte at `SIZE.account` gives the type. */
const SIZE = { mint: 82, account: 165 }
const EXTENDED = { mint: 1, account: 2 }

/**
 * The kind of account at an address. An unused address (null) is a wallet, and so is an account of another program, because it may
 * own tokens.
 */
export function classifySolana(account: RawAccount | null): SolanaKind {
  if (account === null) return 'wallet'
  const { owner, executable, data } = account
  if (executable || owner === UPGRADEABLE_LOADER) return 'program'
  if (owner !== TOKEN_PROGRAM && owner !== TOKEN_2022_PROGRAM) return 'wallet'
  const extension = data[SIZE.account]
  if (data.byteLength === SIZE.mint || extension === EXTENDED.mint) return 'mint'
  const holdsTokens = data.byteLength === SIZE.account || extension === EXTENDED.account
  return holdsTokens ? 'token-account' : 'wallet'
}
