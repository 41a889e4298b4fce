import type { NodeFailures } from '../chains/nodes/node-failures.ts'
import type { ProtocolFactsFile } from '../contract/protocol-facts.ts'
import type { NamedGraph } from '../dependencies/named-graph.ts'
import type { ProtocolScores } from './model/protocol-scores.ts'
import type { CcipRequest } from './names/ccip-request.ts'
import type { EvmDeps } from './read-evm-wallet.ts'
import type { ScreeningDeps } from './sanctions/screen-wallet.ts'
import type { SolanaDeps } from './solana/provider.ts'

/** Milliseconds for each step; `answerMs` bounds all of them together. */
export interface ScanLimits {
  namesMs: number
  chainsMs: number
  pricesMs: number
  answerMs: number
}

/** The answer is due after 8 s; the difference is left for adding up and sending. */
export const SCAN_LIMITS: ScanLimits = {
  namesMs: 2_000,
  chainsMs: 5_000,
  pricesMs: 1_500,
  answerMs: 7_700,
}

/** Everything a scan needs from outside: nodes, lists, scores, prices and a clock. */
export interface ScanDeps extends EvmDeps, SolanaDeps, ScreeningDeps {
  /** Without a trailing slash. */
  pricesUrl: string
  scores: ProtocolScores
  /** What the protocols hold; nothing is said of it when that could not be read. */
  graph?: NamedGraph | null
  /** What is published of protocols that may take something; nothing is said of it when that could not be read. */
  protocolFacts?: ProtocolFactsFile | null
  /** Sends the requests of names to their CCIP gateways; guarded by default. */
  askGateway?: (request: CcipRequest) => Promise<string>
  /** Loads what looks a name up; tests replace it. */
  loadEns?: () => Promise<unknown>
  limits?: ScanLimits
  /** Called at the end of a scan for each chain whose nodes failed. */
  logNodes?: ((line: NodeFailures) => void) | undefined
}
