import type { Finding } from '../model/finding.ts'
import type { NodeAccess } from '../nodes/node-access.ts'
import type { SolanaTokenList } from './token-list.ts'

/** Someone who knows positions that no receipt token in the wallet stands for. */
export interface SolanaPositionProvider {
  /** Positions say `provider:<id>` as their source. */
  id: string
  /** Protocols it is asked for, as in `Finding.protocol`: an allow-list, whatever else it sends. */
  platforms: readonly string[]
  /** Throws when it is down; what throws is only its word that nothing was learnt. */
  positions(owner: string, signal: AbortSignal): Promise<ProviderAnswer>
}

export interface ProviderAnswer {
  findings: Finding[]
  /** Platforms that it could not read this time. */
  failed: string[]
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
