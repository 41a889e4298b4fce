import { isSolanaAddress } from '../wallet/solana/base58.ts'
import { type MessageFields, STATEMENT } from './message-fields.ts'

export type SolanaMessage = MessageFields & { kind: 'solana' }

/**
 * The input of the Wallet Standard's `solana:signIn`, from which the wallet writes the text itself
 * (github.com/anza-xyz/wallet-standard, packages/core/features/src/signIn.ts).
 */
export interface SignInFields {
  domain: string
  address: string
  statement: string
  uri: string
  version: '1'
  chainId: 'mainnet'
  nonce: string
  issuedAt: string
  expirationTime: string
}

export function signInFields(message: SolanaMessage): SignInFields {
  const { domain, uri, address, nonce, issuedAt, expiresAt } = message
  return {
    domain,
    address,
    statement: STATEMENT,
    uri,
    version: '1',
    chainId: 'mainnet',
    nonce,
    issuedAt: new Date(issuedAt).toISOString(),
    expirationTime: new Date(expiresAt).toISOString(),
  }
}

/**
 * The text of Sign In With Solana, as a wallet writes it for `signInFields`
 * (github.com/phantom/sign-in-with-solana, ABNF Message Format).
 */
export function solanaMessage(message: SolanaMessage): string {
  const fields = signInFields(message)
  return [
    `${fields.domain} wants you to sign in with your Solana account:`,
    fields.address,
    '',
    fields.statement,
    '',
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    `Expiration Time: ${fields.expirationTime}`,
  ].join('\n')
}

const FORM =
  /^(?<domain>[^\s/@]+) wants you to sign in with your Solana account:\n(?<address>\w+)\n\n.+\n\nURI: (?<uri>\S+)\nVersion: 1\nChain ID: mainnet\nNonce: (?<nonce>[a-zA-Z0-9]{16,64})\nIssued At: (?<issuedAt>\S+)\nExpiration Time: (?<expirationTime>\S+)$/

/** The fields of a Sign In With Solana text; null when one is missing. */
export function parseSolanaMessage(text: string): SolanaMessage | null {
  const groups = FORM.exec(text)?.groups
  const { domain, uri, address, nonce, issuedAt, expirationTime } = groups ?? {}
  if (!domain || !uri || !address || !nonce || !isSolanaAddress(address)) return null
  const times = {
    issuedAt: Date.parse(issuedAt ?? ''),
    expiresAt: Date.parse(expirationTime ?? ''),
  }
  if (Number.isNaN(times.issuedAt) || Number.isNaN(times.expiresAt)) return null
  return { kind: 'solana', domain, uri, address, nonce, ...times }
}
