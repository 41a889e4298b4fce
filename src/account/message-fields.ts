/** What the sign-in messages of both kinds say. */
export interface MessageFields {
  /** Host and port of the site. */
  domain: string
  /** Page of the site that asks. */
  uri: string
  /** Ethereum: with its checksum. Solana: base58. */
  address: string
  /** At least 16 letters and digits, used once. */
  nonce: string
  /** Milliseconds since 1970. */
  issuedAt: number
  expiresAt: number
}

/** Shown by the wallet above its button. */
export const STATEMENT =
  'Sign in to manage your API keys. This costs nothing and sends no transaction.'
