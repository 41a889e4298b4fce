import type { Address } from '../chains/address.ts'
import type { Deadlines } from '../chains/nodes/deadlines.ts'
import { createFailureCount } from '../chains/nodes/node-failures.ts'
import {
  FURTHER_REQUESTS,
  limitRequests,
  MAX_PRICE_REQUESTS,
  OF_EACH_NODE,
} from '../chains/nodes/request-limit.ts'
import { listedAddresses } from './evm/contracts/listed-addresses.ts'
import { receiptFinder } from './evm/contracts/receipts.ts'
import { findWallet } from './find-wallet.ts'
import { knownGaps } from './known-gaps.ts'
import { approvedTokens } from './model/approval-rows.ts'
import { everyChainFailed, mergeCoverage } from './model/coverage.ts'
import { pricedHoldings } from './model/holdings.ts'
import { createPortfolio, pricedTokens } from './model/portfolio.ts'
import type { Price } from './model/price.ts'
import type { ScanOutcome, ScanRefusal } from './model/scan-outcome.ts'
import { withKnownSlugs } from './model/slugs.ts'
import type { WalletReading } from './model/wallet-reading.ts'
import { findPrices } from './prices/find-prices.ts'
import { askPriceOracles } from './prices/oracle-prices.ts'
import { readWallet } from './read-wallet.ts'
import { screenWallet } from './sanctions/screen-wallet.ts'
import { SCAN_LIMITS, type ScanDeps } from './scan-deps.ts'

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
    const prices = await findPricesOf(reading, { ...deps, fetch }, within(pricesMs))
    const portfolio = createPortfolio(
      {
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
      },
      knownGaps(wallet.kind, deps),
    )
    const { owner: address, resolvedFrom } = wallet
    return {
      kind: 'scanned',
      result: {
        address,
        ...(resolvedFrom !== undefined && { resolvedFrom }),
        ...('checksum' in wallet && { checksum: wallet.checksum }),
        ...portfolio,
      },
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

/** Prices of all tokens of a reading, by `priceKey`; a token without a price when the signal fires is missing. */
async function findPricesOf(
  { findings, holdings, approvals = [] }: WalletReading,
  deps: ScanDeps,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Price>> {
  const tokens = [
    ...pricedTokens(findings),
    ...pricedHoldings(holdings),
    ...approvedTokens(approvals),
  ]
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
