import { type EthereumMessage, ethereumMessage, parseEthereumMessage } from './ethereum-message.ts'
import { parseSolanaMessage, type SolanaMessage, solanaMessage } from './solana-message.ts'

export type SignInMessage = EthereumMessage | SolanaMessage

/** The text that a wallet signs. Throws a `Refusal` for a domain that an Ethereum message cannot name. */
export function composeMessage(message: SignInMessage): string {
  return message.kind === 'ethereum' ? ethereumMessage(message) : solanaMessage(message)
}

/** The fields of a text; null unless it is exactly what `composeMessage` writes for them. */
export function parseMessage(text: string): SignInMessage | null {
  const parsed = parseEthereumMessage(text) ?? parseSolanaMessage(text)
  if (parsed === null) return null
  try {
    return composeMessage(parsed) === text ? parsed : null
  } catch {
    return null
  }
}
