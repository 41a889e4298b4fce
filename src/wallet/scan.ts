import type { Address } from '../chains/address.ts'
import { memoizeWeak } from '../chains/memoize-weak.ts'
import { beforeAbort } from '../chains/nodes/before-abort.ts'
import type { Deadlines } from '../chains/nodes/deadlines.ts'
import { createFailureCount } from '../chains/nodes/node-failures.ts'
import {
  FURTHER_REQUESTS,
  limitRequests,
  MAX_PRICE_REQUESTS,
  OF_EACH_NODE,
} from '../chains/nodes/request-limit.ts'
import { type ScanChainKey, SOLANA } from '../chains/scan-chains.ts'
import { type ContractList, scannedEntries } from './evm/contracts/contract-list.ts'
import { driverOf, receiptTokens } from './evm/contracts/drivers.ts'
import { listedAddresses } from './evm/contracts/listed-addresses.ts'
import { findWallet, type ScannableWallet } from './find-wallet.ts'
import { knownGaps } from './known-gaps.ts'
import { approvedTokens } from './model/approval-rows.ts'
import { everyChainFailed, mergeCoverage } from './model/coverage.ts'
import { pricedHoldings } from './model/holdings.ts'
import { createPortfolio, pricedTokens } from './model/portfolio.ts'
import type { Price, PricedToken } from './model/price.ts'
import type { ProtocolScore, ProtocolScores } from './model/protocol-scores.ts'
import { PROTOCOLS, slugsOf } from './model/protocols.ts'
import type { ScanOutcome, ScanRefusal } from './model/scan-outcome.ts'
import type { FindReceipt, Receipt } from './model/token-rows.ts'
import type { WalletReading } from './model/wallet-reading.ts'
import { findPrices } from './prices/find-prices.ts'
import { askPriceOracles } from './prices/oracle-prices.ts'
import { type EvmDeps, readEvmWallet } from './read-evm-wallet.ts'
import { screenWallet } from './sanctions/screen-wallet.ts'
import { SCAN_LIMITS, type ScanDeps } from './scan-deps.ts'
import type { SolanaDeps } from './solana/provider.ts'

/** The receipt tokens of a contract list, by address. What is staked elsewhere is in it by the address of the stake. */
const receiptsIn = memoizeWeak((list: ContractList): ReadonlyMap<string, Receipt> => {
  const receipts = new Map<string, Receipt>()
  for (const entry of scannedEntries(list)) {
    const redeemed = new Map(driverOf(entry.driver).redeemed?.(entry))
    for (const address of receiptTokens(entry))
      receipts.set(address, { protocol: entry.protocol, of: redeemed.get(address) })
  }
  return receipts
})

/**
 * Scans a wallet by its address or name, always within `SCAN_LIMITS`: the coverage names what could not be read in time. Refuses
 * when there is nothing to scan, when no source can say whether the owner is sanctioned, and when no chain could be read.
 */
export async function scanWallet(input: string, given: ScanDeps): Promise<ScanOutcome> {
  const count = createFailureCount()
  const deps = {
    ...given,
    failuresOn: count.on,
    fetch: limitRequests(given.fetch, FURTHER_REQUESTS, OF_EACH_NODE),
  }
  const { namesMs, chainsMs, pricesMs, answerMs } = deps.limits ?? SCAN_LIMITS
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(new Error('The answer is due.')), answerMs)
  const within = (ms: number) => AbortSignal.any([end.signal, AbortSignal.timeout(ms)])
  try {
    const wallet = await findWallet(input, deps, () => within(namesMs), end.signal)
    if (wallet.kind === 'refused') return wallet

    const deadlines: Deadlines = { step: within(chainsMs), answer: end.signal }
    const screening = screenWallet(wallet, deps, deadlines)
    // Only the list can clear such an address, so one that it does not clear needs no request.
    const early = wallet.kind === 'evm' ? null : await screening
    if (early && 'code' in early) return early
    const [sanctions, reading] = await Promise.all([screening, readWallet(wallet, deps, deadlines)])
    if ('code' in sanctions) return sanctions
    if ('code' in reading) return reading
    const scores = withKnownSlugs(deps.scores)
    const coverage = mergeCoverage(reading.coverage, scores)
    // That an address is sanctioned is worth answering even when no chain could be read.
    if (sanctions.status !== 'listed' && everyChainFailed(coverage)) return NO_CHAIN

    const { findings, holdings, approvals } = reading
    const fetch = limitRequests(given.fetch, MAX_PRICE_REQUESTS)
    const tokens = [
      ...pricedTokens(findings),
      ...pricedHoldings(holdings),
      ...approvedTokens(approvals ?? []),
    ]
    const prices = await priceTokens(tokens, { ...deps, fetch }, within(pricesMs))
    const portfolio = createPortfolio({
      findings,
      holdings,
      prices,
      scores,
      coverage,
      sanctions,
      graph: deps.graph ?? null,
      isListed: listedIn(deps),
      ...(approvals && { approvals: { chains: approvals, facts: deps.protocolFacts ?? {} } }),
      findReceipt: receiptFinder(deps.chains, deps.contracts),
      knownGaps: knownGaps(wallet.kind, deps),
    })
    const { owner: address, resolvedFrom } = wallet
    return {
      kind: 'scanned',
      result: { address, ...(resolvedFrom !== undefined && { resolvedFrom }), ...portfolio },
    }
  } finally {
    clearTimeout(timer)
    // Abort what is still running: nothing waits for it.
    end.abort()
    for (const line of count.lines()) deps.logNodes?.(line)
  }
}

/** Whether the contract list of a chain names a token; there are lists of EVM chains alone. */
function listedIn({ chains, contracts }: ScanDeps): (chain: string, token: string) => boolean {
  return (name, token) => {
    const chain = chains.find((each) => each.name === name)
    if (!chain) return false
    if (chain.addresses === 'tron') return true
    return listedAddresses(contracts(chain.key)).addresses.has(token as Address)
  }
}

const NO_CHAIN: ScanRefusal = {
  kind: 'refused',
  code: 'DATA_UNAVAILABLE',
  reason: 'None of the chains could be read just now.',
}

/** Prices by `priceKey`; a token without a price when the signal fires is missing. */
async function priceTokens(
  tokens: readonly PricedToken[],
  deps: ScanDeps,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Price>> {
  if (tokens.length === 0) return new Map()
  return await findPrices(tokens, {
    fetch: deps.fetch,
    baseUrl: deps.pricesUrl,
    signal,
    nowMs: deps.now(),
    cache: deps.priceCache,
    oracle: askPriceOracles(tokens, deps, signal),
  })
}

/** Finds receipt tokens in the contract lists of the chains that a scan can read; a list is opened where one of its tokens is asked for. */
export function receiptFinder(
  chains: readonly { key: ScanChainKey; name: string }[],
  contracts: (chain: ScanChainKey) => ContractList,
): FindReceipt {
  return (chain, address) => {
    const known = chains.find(({ name }) => name === chain)
    return known && receiptsIn(contracts(known.key)).get(address.toLowerCase())
  }
}

/**
 * The scores, also by the slugs in `protocols.json`: of the protocol that has the id there, whatever its slug is now, and without one
 * that only took the slug. By slug where no id is known. Pure.
 */
export function withKnownSlugs(scores: ProtocolScores): ProtocolScores {
  const joined = new Map(scores)
  const byId = new Map<string, ProtocolScore>()
  for (const score of scores.values()) {
    for (const id of score.upstreamIds ?? []) byId.set(id, score)
  }
  for (const [slug, { id }] of Object.entries(PROTOCOLS)) {
    const bySlug = slugsOf(slug).flatMap((each) => scores.get(each) ?? [])
    const score =
      id === null ? bySlug[0] : (byId.get(id) ?? bySlug.find(({ upstreamIds }) => !upstreamIds))
    if (score) joined.set(slug, score)
    else joined.delete(slug)
  }
  return joined
}

/** What a wallet holds on the chains of its kind. Refuses an account of Solana that is not a wallet. Never rejects. */
async function readWallet(
  wallet: ScannableWallet,
  deps: EvmDeps & SolanaDeps,
  deadlines: Deadlines,
): Promise<WalletReading | ScanRefusal> {
  if (wallet.kind !== 'solana') return readEvmWallet(wallet, deps, deadlines)
  const { step, answer } = deadlines
  try {
    // Loaded for its own addresses only, because its packages are large.
    const solana = import('./solana/wallet.ts')
    const reading = solana.then(({ readSolanaWallet }) =>
      readSolanaWallet(wallet.owner, deps, step),
    )
    return await beforeAbort(reading, answer)
  } catch {
    const status = answer.aborted ? 'timeout' : 'unavailable'
    return {
      findings: [],
      holdings: [],
      coverage: [{ chain: SOLANA.name, status, block: null, protocols: [] }],
    }
  }
}
