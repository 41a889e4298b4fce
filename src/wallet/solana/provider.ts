import { beforeAbort } from '../../chains/nodes/before-abort.ts'
import type { NodeAccess } from '../../chains/nodes/node-access.ts'
import type { Finding } from '../model/finding.ts'
import type { SolanaTokenList } from './token-list.ts'

/** A service that reports positions without a receipt token in the wallet. */
export interface SolanaPositionProvider {
  /** The source of its positions is `provider:<id>`. */
  id: string
  /** Protocols it is used for, as in `Finding.protocol`. Findings of other protocols are ignored. */
  platforms: readonly string[]
  /** Throws when the service is down. */
  positions(owner: string, signal: AbortSignal): Promise<ProviderAnswer>
}

export interface ProviderAnswer {
  findings: Finding[]
  /** Protocols that it could not read this time. */
  failed: string[]
}

/** What a provider said of its platforms, or that it did not answer. */
export interface ProviderReading {
  platforms: readonly string[]
  findings: Finding[]
  /** Platforms that it could not read. */
  failed: readonly string[]
  answered: boolean
}

/** Asks a provider until the signal fires. Never throws. */
export async function readProvider(
  provider: SolanaPositionProvider,
  owner: string,
  signal: AbortSignal,
): Promise<ProviderReading> {
  const { platforms } = provider
  try {
    const { findings, failed } = await beforeAbort(provider.positions(owner, signal), signal)
    const allowed = findings.filter(({ protocol }) => platforms.includes(protocol))
    return { platforms, findings: allowed, failed, answered: true }
  } catch {
    return { platforms, findings: [], failed: platforms, answered: false }
  }
}

export interface SolanaDeps extends NodeAccess {
  solana: {
    /** Nodes in order of preference. They may hold keys, so no message names them. */
    urls: readonly string[]
    providers: readonly SolanaPositionProvider[]
    /** The bundled one unless given. */
    tokenList?: SolanaTokenList
  }
}
