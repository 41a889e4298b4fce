import { aliasIndex, sanctionList } from '../../contract/documents.ts'
import { openContracts } from '../../wallet/evm/contracts/open-contracts.ts'
import { type ProtocolScores, readProtocolScores } from '../../wallet/model/protocol-scores.ts'
import { createPriceCache } from '../../wallet/prices/cache.ts'
import { indexSanctions, type SanctionIndex } from '../../wallet/sanctions/list.ts'
import { scanWallet } from '../../wallet/scan.ts'
import { SCAN_LIMITS, type ScanDeps, type ScanLimits } from '../../wallet/scan-deps.ts'
import type { WalletSettings } from '../../wallet/settings.ts'
import { jupiterProvider } from '../../wallet/solana/jupiter.ts'
import type { Scan } from './scan-desk.ts'
import { isScreenerIndex } from './screener-index.ts'

/** Documents of the live set that a scan needs. */
export type ScanDocument = 'screener.json' | 'aliases.json' | 'sanctions.json'

export interface ScannerOptions {
  settings: WalletSettings
  /** Where the contract lists's files are, for a bundle; the ones beside the code unless given. */
  contractsFolder?: string
  /**
   * Reads and parses a document of the live set; rejects when it cannot. As long as the published document is the same it
   * gives the same object: what is made of it is kept with it.
   */
  loadDocument: (name: ScanDocument) => Promise<unknown>
  fetch: ScanDeps['fetch']
  /** Milliseconds since 1970. */
  now: () => number
  /** Told why there is no sanctions list. */
  log: (error: unknown) => void
  /** Told, at the end of a scan, of each chain whose nodes failed. */
  logNodes?: ScanDeps['logNodes']
}

/**
 * Scans of live wallets with what is published. Without a whole sanctions list only the oracles can clear an account; without
 * scores a scan rejects. Load this module with the first scan and not before: what it needs is large.
 */
export function createScanner(options: ScannerOptions): Scan {
  const { settings, fetch, now, logNodes } = options
  const { nodes, jupiterKey, pricesUrl, hyperliquidUrl } = settings
  const providers = jupiterKey === null ? [] : [jupiterProvider({ fetch, apiKey: jupiterKey })]
  const world = {
    fetch,
    now,
    chains: nodes.chains,
    contracts: openContracts(options.contractsFolder),
    solana: { urls: nodes.solana, providers },
    hyperliquidUrl,
    pricesUrl,
    priceCache: createPriceCache(),
    logNodes,
  }
  const findPublished = createPublished(options)
  return async (input, msLeft) => {
    const published = await findPublished()
    return await scanWallet(input, { ...world, ...published, limits: limitsFor(msLeft()) })
  }
}

/** Whole numbers, as timers want them. A scan that begins late gives its chains less time, so that some is left for prices. */
function limitsFor(msLeft: number): ScanLimits {
  const answerMs = Math.max(0, Math.floor(msLeft))
  const chainsMs = Math.max(0, Math.min(SCAN_LIMITS.chainsMs, answerMs - SCAN_LIMITS.pricesMs))
  return { ...SCAN_LIMITS, answerMs, chainsMs }
}

type Published = Pick<ScanDeps, 'scores' | 'sanctions'>

/** What is made of the documents, once for each published version of them. */
function createPublished({ loadDocument, log }: ScannerOptions): () => Promise<Published> {
  const scoresOf = keepLast(readScores)
  const sanctionsOf = keepLast(readSanctions)
  return async () => {
    const [screener, aliases, sanctions] = await Promise.all([
      loadDocument('screener.json'),
      loadDocument('aliases.json'),
      loadDocument('sanctions.json').catch((error: unknown) => {
        log(error)
        return null
      }),
    ])
    return {
      scores: scoresOf(screener, aliases),
      sanctions: sanctions === null ? null : sanctionsOf(sanctions, log),
    }
  }
}

/** The function, which remembers its last answer and what it was made of. */
function keepLast<A extends unknown[], R>(make: (...from: A) => R): (...from: A) => R {
  let last: { from: A; made: R } | undefined
  return (...from) => {
    const isSame = last !== undefined && from.every((each, at) => each === last?.from[at])
    if (!isSame || last === undefined) last = { from, made: make(...from) }
    return last.made
  }
}

function readScores(screener: unknown, aliases: unknown): ProtocolScores {
  if (!isScreenerIndex(screener)) throw new Error('The screener index is not whole.')
  const former = aliasIndex.safeParse(aliases)
  if (!former.success) throw new Error('The index of former slugs is not whole.')
  return readProtocolScores(screener, former.data)
}

function readSanctions(document: unknown, log: ScannerOptions['log']): SanctionIndex | null {
  const list = sanctionList.safeParse(document)
  if (list.success) return indexSanctions(list.data)
  log(new Error('The sanctions list is not whole.'))
  return null
}
