import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { toAddress } from '../chains/evm/viem.ts'
import { type MessageFields, STATEMENT } from './message-fields.ts'
import { AccountRefusal } from './refusal.ts'
import { checksummed } from './viem.ts'

export type EthereumMessage = MessageFields & { kind: 'ethereum'; chainId: number }

/**
 * The text of EIP-4361 (eips.ethereum.org/EIPS/eip-4361). Throws a `AccountRefusal` for a domain that viem does not write: an IPv6
 * address, and a name without a top-level domain of letters.
 */
export function ethereumMessage(message: EthereumMessage): string {
  const { domain, uri, address, chainId, nonce, issuedAt, expiresAt } = message
  try {
    return createSiweMessage({
      domain,
      uri,
      address: checksummed(address),
      chainId,
      nonce,
      statement: STATEMENT,
      version: '1',
      issuedAt: new Date(issuedAt),
      expirationTime: new Date(expiresAt),
    })
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SiweInvalidMessageFieldError')) throw error
    const sentence = `An Ethereum wallet cannot sign in to ${domain}. Open this site by a domain name, or as localhost.`
    throw new AccountRefusal('site', sentence)
  }
}

/** The fields of an EIP-4361 text; null when one is missing. Says nothing of other text in it: compose it again and compare. */
export function parseEthereumMessage(text: string): EthereumMessage | null {
  const found = parseSiweMessage(text)
  const { domain, uri, address, chainId, nonce, issuedAt, expirationTime } = found
  if (!domain || !uri || !address || !chainId || !nonce || !issuedAt || !expirationTime) return null
  if (toAddress(address) === null) return null
  const times = { issuedAt: issuedAt.getTime(), expiresAt: expirationTime.getTime() }
  if (Number.isNaN(times.issuedAt) || Number.isNaN(times.expiresAt)) return null
  return { kind: 'ethereum', domain, uri, address, chainId, nonce, ...times }
}
