import type { WalletCoverage } from '../contract/wallet-scan.ts'
import type { ScanChain } from './chains.ts'
import type { RegistryChainKey } from './contracts/chains.ts'
import type { RegistryFile } from './contracts/contracts.ts'
import type { Fetch } from './evm/client/transport.ts'
import type { ChainFinding } from './model/position.ts'
import type { ProtocolScores } from './model/protocol-scores.ts'
import type { GatewayRequest } from './names/gateway-request.ts'
import type { NodeFailures, NoteFailure } from './nodes/node-failures.ts'
import type { PriceCache } from './prices/cache.ts'
import type { SanctionIndex } from './sanctions/list.ts'
import type { SolanaPositionProvider } from './solana/provider.ts'
import type { SolanaRegistry } from './solana/registry.ts'

/** Milliseconds for each step; `answerMs` for all of them, whatever the others say. */
export interface ScanLimits {
  namesMs: number
  chainsMs: number
  pricesMs: number
  answerMs: number
}

/** The answer is due after 8 s; what is left of them is for adding up and sending. */
export const SCAN_LIMITS: ScanLimits = {
  namesMs: 2_000,
  chainsMs: 5_000,
  pricesMs: 1_500,
  answerMs: 7_700,
}

/** Everything of the world that a scan needs. */
export interface ScanDeps {
  /** For nodes, prices and the info API of Hyperliquid. */
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  chains: readonly ScanChain[]
  registry: (chain: RegistryChainKey) => RegistryFile
  solana: {
    urls: readonly string[]
    providers: readonly SolanaPositionProvider[]
    /** The bundled one unless given. */
    registry?: SolanaRegistry
  }
  hyperliquidUrl: string
  /** Without a trailing slash. */
  pricesUrl: string
  priceCache: PriceCache
  /** Null when no list is published. */
  sanctions: SanctionIndex | null
  scores: ProtocolScores
  /** How gateways of names are asked; guarded by default. */
  askGateway?: (request: GatewayRequest) => Promise<string>
  limits?: ScanLimits
  /** Told at the end of a scan of each chain whose nodes failed. */
  logNodes?: ((line: NodeFailures) => void) | undefined
  /** Counts the failures of the nodes of a chain; for the parts of a scan. */
  failuresOn?: (chain: string) => NoteFailure
}

/** What was found, and where was looked. */
export interface WalletReading {
  findings: ChainFinding[]
  coverage: WalletCoverage[]
}

/** When a step is over, and when the answer is due. */
export interface Deadlines {
  step: AbortSignal
  answer: AbortSignal
}
