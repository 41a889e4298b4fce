import type { Address } from '../../chains/address.ts'
import { memoizeWeak } from '../../chains/memoize-weak.ts'
import { SCAN_CHAINS, type ScanChainKey } from '../../chains/scan-chains.ts'
import type { ChainWithNodes } from '../../chains/wallet-nodes.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { type ContractList, scannedEntries } from '../evm/contracts/contract-list.ts'
import { isPrice, type PricedToken, priceKey } from '../model/price.ts'
import { type Backings, backingsOn } from './backing.ts'
import { type RateCall, rateKey } from './oracle.ts'

export interface OracleLists {
  chains: readonly ChainWithNodes[]
  contracts: (chain: ScanChainKey) => ContractList
}

/** The tokens of one chain: which oracle lists each, and what backs each. */
interface PriceSources {
  listed: ReadonlyMap<string, { oracle: Address; token: PricedToken }>
  backingOf: Backings
}
export type PriceSourcesByChain = (chain: string) => PriceSources | undefined

/** Creates the price sources of a chain on first use. Those of a contract list are kept between scans. */
export function createPriceSources(deps: OracleLists): PriceSourcesByChain {
  const sources = new Map<string, PriceSources>()
  return (name) => {
    const made = sources.get(name)
    if (made) return made
    const chain = deps.chains.find((each) => each.name === name)
    const source = chain
      ? priceSourcesOfList(deps.contracts(chain.key))
      : priceSourcesOf(name, null)
    sources.set(name, source)
    return source
  }
}

const priceSourcesOfList = memoizeWeak((contracts: ContractList): PriceSources => {
  const name = SCAN_CHAINS.find(({ key }) => key === contracts.chain)?.name ?? contracts.chain
  return priceSourcesOf(name, contracts)
})

function priceSourcesOf(chain: string, contracts: ContractList | null): PriceSources {
  return { listed: listedTokens(chain, contracts), backingOf: backingsOn(chain, contracts) }
}

function listedTokens(chain: string, contracts: ContractList | null): PriceSources['listed'] {
  const listed = new Map<string, { oracle: Address; token: PricedToken }>()
  for (const entry of contracts ? scannedEntries(contracts) : []) {
    if (entry.driver !== 'aave' || entry.version !== 3 || !entry.oracle) continue
    for (const { address, decimals } of entry.assets) {
      if (listed.has(address)) continue
      const token = { chain, token: address, decimals }
      listed.set(address, { oracle: entry.oracle, token })
    }
  }
  return listed
}

/** The token that an oracle lists, and the rates that lead to it. */
export interface Trace {
  base: PricedToken
  rates: RateCall[]
  isListed: boolean
}

/** Enough for a bridged share of a vault of a receipt token; no known token has more layers. */
const MAX_BACKINGS = 3

/** Follows the backing of a token to one that an oracle lists; null when there is none. */
export function traceToOracle(token: PricedToken, sources: PriceSourcesByChain): Trace | null {
  const rates: Trace['rates'] = []
  let at = token
  for (let steps = 0; steps <= MAX_BACKINGS; steps++) {
    const source = sources(at.chain)
    if (source?.listed.has(at.token)) return { base: at, rates, isListed: steps === 0 }
    const backing = source?.backingOf(at)
    if (!backing) return null
    const { of, rate } = backing
    if (rate) rates.push({ chain: at.chain, call: rate(at.decimals), decimals: of.decimals })
    at = of
  }
  return null
}

const BACKING_SOURCE = 'aave-oracle-of-backing'

/** The oracle's price of the base times the rates. `said` has the prices by `priceKey` and the rates by `rateKey`. */
export function priceOf(
  { base, rates, isListed }: Trace,
  said: ReadonlyMap<string, Reading<number>>,
): Reading<number> {
  const price = said.get(priceKey(base)) ?? missing('upstream-failed', BACKING_SOURCE)
  if (isListed || !price.known) return price
  let usd = price.value
  for (const rate of rates) {
    const reading = said.get(rateKey(rate))
    if (!reading?.known) return missing('upstream-failed', BACKING_SOURCE)
    usd *= reading.value
  }
  return isPrice(usd) ? known(usd, price.asOf, BACKING_SOURCE) : missing('refused', BACKING_SOURCE)
}
