import type { WalletSettings } from '../../../config/wallet.ts'
import { aliasIndex } from '../../../contract/alias-index.ts'
import { type ProtocolFactsFile, protocolFactsFile } from '../../../contract/protocol-facts.ts'
import { sanctionList } from '../../../contract/sanction-list.ts'
import type { NamedGraph } from '../../../dependencies/named-graph.ts'
import { openSpenders } from '../../../wallet/evm/approvals/spender-list.ts'
import { openContracts } from '../../../wallet/evm/contracts/open-contracts.ts'
import { createFoundBefore } from '../../../wallet/evm/second-witness.ts'
import { type ProtocolScores, readProtocolScores } from '../../../wallet/model/protocol-scores.ts'
import { createPriceCache } from '../../../wallet/prices/cache.ts'
import { indexSanctions, type SanctionIndex } from '../../../wallet/sanctions/list.ts'
import { scanWallet } from '../../../wallet/scan.ts'
import { SCAN_LIMITS, type ScanDeps, type ScanLimits } from '../../../wallet/scan-deps.ts'
import { jupiterProvider } from '../../../wallet/solana/jupiter.ts'
import { isScreenerIndex } from '../screener/screener-index.ts'
import { isGraphFile, openGraph } from '../stress/open-graph.ts'
import type { RunScan } from './scan-queue.ts'

/** Published documents of the live set that a scan needs. */
export type ScanDocument =
  | 'screener.json'
  | 'aliases.json'
  | 'sanctions.json'
  | 'graph.json'
  | 'protocol-facts.json'

export interface ScannerOptions {
  settings: WalletSettings
  /** Folder with the contract lists, for a bundle; by default `data/wallet/contracts`. */
  contractsFolder?: string
  /**
   * Reads and parses a document of the live set; rejects when it cannot. Must return the same object while the published
   * document is the same: what is derived from it is cached per object.
   */
  loadDocument: (name: ScanDocument) => Promise<unknown>
  fetch: ScanDeps['fetch']
  /** Milliseconds since 1970. */
  now: () => number
  /** Takes the reason why there is no sanctions list, no graph, or no facts of protocols. */
  log: (error: unknown) => void
  /** Takes, at the end of a scan, a line for each chain whose nodes failed. */
  logNodes?: ScanDeps['logNodes']
  /** Read at the start of each scan; by default `SCAN_LIMITS`. */
  scanLimits?: ScanLimits
}

/**
 * Scans live wallets with the published scores, sanctions list and graph. Without the list only the on-chain oracles can clear an
 * address, without the graph nothing is said of what it stands on, and without the facts nothing of losses of those who may take something; without scores a scan rejects. Import this module with the first scan only: its dependencies are large.
 */
export function createScanner(options: ScannerOptions): RunScan {
  const { settings, fetch, now, logNodes, scanLimits = SCAN_LIMITS } = options
  const { nodes, jupiterKey, pricesUrl, hyperliquidUrl } = settings
  const providers = jupiterKey === null ? [] : [jupiterProvider({ fetch, apiKey: jupiterKey })]
  const world = {
    fetch,
    now,
    chains: nodes.chains,
    contracts: openContracts(options.contractsFolder),
    spenders: openSpenders(options.contractsFolder),
    solana: { urls: nodes.solana, providers },
    hyperliquidUrl,
    pricesUrl,
    priceCache: createPriceCache(),
    foundBefore: createFoundBefore(),
    logNodes,
  }
  const findPublished = createPublished(options)
  return async (address, msLeft) => {
    const published = await findPublished()
    const limits = limitsFor(msLeft(), scanLimits)
    return await scanWallet(address, { ...world, ...published, limits })
  }
}

/** In whole milliseconds. A scan that starts late has less time for its chains, so that some is left for prices. */
export function limitsFor(msLeft: number, limits: ScanLimits): ScanLimits {
  const answerMs = Math.max(0, Math.min(limits.answerMs, Math.floor(msLeft)))
  const chainsMs = Math.max(0, Math.min(limits.chainsMs, answerMs - limits.pricesMs))
  return { ...limits, answerMs, chainsMs }
}

type Published = Pick<ScanDeps, 'scores' | 'sanctions' | 'graph' | 'protocolFacts'>

/** What is derived from the documents, once for each published version. */
function createPublished({ loadDocument, log }: ScannerOptions): () => Promise<Published> {
  const scoresOf = keepLast(readScores)
  const sanctionsOf = keepLast(readSanctions)
  const graphOf = keepLast(readGraph)
  const factsOf = keepLast(readFacts)
  const orNull = (document: Promise<unknown>) =>
    document.catch((error: unknown) => {
      log(error)
      return null
    })
  return async () => {
    const [screener, aliases, sanctions, graph, facts] = await Promise.all([
      loadDocument('screener.json'),
      loadDocument('aliases.json'),
      orNull(loadDocument('sanctions.json')),
      orNull(loadDocument('graph.json')),
      orNull(loadDocument('protocol-facts.json')),
    ])
    return {
      scores: scoresOf(screener, aliases),
      sanctions: sanctions === null ? null : sanctionsOf(sanctions, log),
      graph: graph === null ? null : graphOf(graph, log),
      protocolFacts: facts === null ? null : factsOf(facts, log),
    }
  }
}

/** The function with its last result cached by its arguments. */
function keepLast<A extends unknown[], R>(make: (...from: A) => R): (...from: A) => R {
  let last: { from: A; made: R } | undefined
  return (...from) => {
    const isSame = last !== undefined && from.every((each, at) => each === last?.from[at])
    if (!isSame || last === undefined) last = { from, made: make(...from) }
    return last.made
  }
}

function readScores(screener: unknown, aliases: unknown): ProtocolScores {
  if (!isScreenerIndex(screener))
    throw new Error('screener.json is incomplete or does not match its schema.')
  const former = aliasIndex.safeParse(aliases)
  if (!former.success) throw new Error('aliases.json does not match its schema.')
  return readProtocolScores(screener, former.data)
}

function readSanctions(document: unknown, log: ScannerOptions['log']): SanctionIndex | null {
  const list = sanctionList.safeParse(document)
  if (list.success) return indexSanctions(list.data)
  log(new Error('sanctions.json does not match its schema.'))
  return null
}

function readGraph(document: unknown, log: ScannerOptions['log']): NamedGraph | null {
  if (isGraphFile(document)) return openGraph(document)
  log(new Error('graph.json does not match its schema.'))
  return null
}

function readFacts(document: unknown, log: ScannerOptions['log']): ProtocolFactsFile | null {
  const facts = protocolFactsFile.safeParse(document)
  if (facts.success) return facts.data
  log(new Error('protocol-facts.json does not match its schema.'))
  return null
}
