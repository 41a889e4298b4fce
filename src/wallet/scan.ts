import { beforeAbort } from '../chains/nodes/before-abort.ts'
import type { Deadlines } from '../chains/nodes/deadlines.ts'
import { createFailureCount } from '../chains/nodes/node-failures.ts'
import {
  FURTHER_REQUESTS,
  limitRequests,
  MAX_PRICE_REQUESTS,
  OF_EACH_NODE,
} from '../chains/nodes/request-limit.ts'
import { SOLANA } from '../chains/scan-chains.ts'
import { readWalletForm } from '../contract/wallet-address.ts'
import type { WalletCoverage } from '../contract/wallet-scan.ts'
import { dayOf, daysBetween } from '../domain/day.ts'
import { findWallet, type ScannableWallet } from './find-wallet.ts'
import { knownGaps } from './known-gaps.ts'
import { everyChainFailed, mergeCoverage } from './model/coverage.ts'
import { createPortfolio, pricedTokens } from './model/portfolio.ts'
import type { ChainFinding } from './model/position.ts'
import type { Price } from './model/price.ts'
import { withKnownSlugs } from './model/slugs.ts'
import type { WalletReading } from './model/wallet-reading.ts'
import { findPrices } from './prices/find-prices.ts'
import { askPriceOracles } from './prices/oracle-prices.ts'
import { readEvmWallet, readTronWallet } from './read-evm-wallet.ts'
import { LIST_MAX_AGE_DAYS } from './sanctions/list.ts'
import { screenWallet } from './sanctions/screen-wallet.ts'
import { SCAN_LIMITS, type ScanDeps } from './scan-deps.ts'
import { refuse, type ScanOutcome, type ScanRefusal } from './scan-outcome.ts'

const DAY_SECONDS = 86_400

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
    if (wallet.kind !== 'evm' && (await screening).status === 'unknown')
      return refuseUnscreened(wallet.kind, deps)
    const [sanctions, reading] = await Promise.all([screening, readWallet(wallet, deps, deadlines)])
    if (reading.kind === 'refused') return reading
    const scores = withKnownSlugs(deps.scores)
    const coverage = mergeCoverage(reading.coverage, scores)
    if (sanctions.status === 'unknown') return refuseUnscreened(wallet.kind, deps)
    // That an address is sanctioned is worth answering even when no chain could be read.
    if (sanctions.status !== 'listed' && everyChainFailed(coverage)) {
      return refuse('DATA_UNAVAILABLE', 'None of the chains could be read just now.')
    }

    const { findings } = reading
    const fetch = limitRequests(given.fetch, MAX_PRICE_REQUESTS)
    const prices = await priceFindings(findings, { ...deps, fetch }, within(pricesMs))
    const portfolio = createPortfolio({
      findings,
      prices,
      scores,
      coverage,
      sanctions,
      knownGaps: knownGaps(wallet.kind, deps),
    })
    const isName = readWalletForm(input).kind === 'name'
    return {
      kind: 'scanned',
      result: { address: wallet.owner, ...(isName && { resolvedFrom: input }), ...portfolio },
    }
  } finally {
    clearTimeout(timer)
    // Abort what is still running: nothing waits for it.
    end.abort()
    for (const line of count.lines()) deps.logNodes?.(line)
  }
}

async function readWallet(
  wallet: ScannableWallet,
  deps: ScanDeps,
  deadlines: Deadlines,
): Promise<(WalletReading & { kind: 'read' }) | ScanRefusal> {
  if (wallet.kind === 'evm') {
    return { kind: 'read', ...(await readEvmWallet(wallet.owner, deps, deadlines)) }
  }
  if (wallet.kind === 'tron') {
    return { kind: 'read', ...(await readTronWallet(wallet.account, deps, deadlines)) }
  }
  try {
    const { readSolanaWallet } = await beforeAbort(import('./solana/wallet.ts'), deadlines.answer)
    const { kind, ...reading } = await readSolanaWallet(wallet.owner, deps, deadlines)
    if (kind === 'wallet') return { kind: 'read', ...reading }
    const reason = `The address is a ${kind.replace('-', ' ')}, not a wallet, and cannot be scanned.`
    return refuse('UNPROCESSABLE', reason)
  } catch {
    return { kind: 'read', findings: [], coverage: [UNREAD_SOLANA] }
  }
}

/** Prices by `priceKey`; a token without a price when the signal fires is missing. */
async function priceFindings(
  findings: readonly ChainFinding[],
  deps: ScanDeps,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Price>> {
  const tokens = pricedTokens(findings)
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

/** The coverage of Solana when its reader cannot be loaded in time. */
const UNREAD_SOLANA: WalletCoverage = {
  chain: SOLANA.name,
  status: 'unavailable',
  block: null,
  protocols: [],
}

/**
 * An oracle that did not answer may do so in a moment. Where there is none, a list that is too old stays so until a newer one is
 * published, and retrying soon is useless.
 */
function refuseUnscreened(
  kind: ScannableWallet['kind'],
  { sanctions: list, now }: ScanDeps,
): ScanRefusal {
  const day = list?.asOf ?? null
  const isOld = day !== null && daysBetween(day, dayOf(now())) > LIST_MAX_AGE_DAYS
  const reasons = [
    isOld
      ? `the published list is of ${day}, and a list older than ${LIST_MAX_AGE_DAYS} days cannot clear an address: a newer one must be published first`
      : 'no list is published that can be used',
    ...(kind === 'evm' ? ['no oracle answered'] : []),
  ]
  return refuse(
    'DATA_UNAVAILABLE',
    `It is not known whether the address is sanctioned: ${reasons.join('; ')}.`,
    isOld && kind !== 'evm' ? DAY_SECONDS : undefined,
  )
}
