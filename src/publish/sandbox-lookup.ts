import type { SandboxHoldings } from '../contract/sandbox-wallet.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { ProtocolScores } from '../wallet/model/protocol-scores.ts'

export function refusal(message: string): PlimsollError {
  return new PlimsollError('EXPORT_FAILED', message)
}

/** Throws `EXPORT_FAILED` for what is no protocol of the sandbox. */
export function requireProtocol(protocol: string, scores: ProtocolScores): void {
  if (scores.has(protocol)) return
  throw refusal(`The sandbox wallet holds ${protocol}, which is not a protocol of the sandbox.`)
}

/** A token by its symbol. Throws `EXPORT_FAILED` when there is none. */
export function tokenOf(symbol: string, { tokens }: SandboxHoldings) {
  const token = tokens[symbol]
  if (token) return token
  throw refusal(`The sandbox wallet holds ${symbol}, which is not a token of the sandbox.`)
}
