/** What the service gives a browser to sign. */
export interface Challenge {
  message: string
  proof: string
  /** Fields of `solana:signIn`; null for Ethereum. */
  signIn: object | null
}

/** A wallet that signs in. */
export interface Signer {
  /** The account, as the request for a challenge names it. */
  connect: () => Promise<
    { kind: 'ethereum'; address: string; chainId: number } | { kind: 'solana'; address: string }
  >
  /** Signature of the message: hex for Ethereum, base64 for Solana. */
  sign: (challenge: Challenge) => Promise<string>
}
