import { type CallBatcher, createCallBatcher } from '../../chains/evm/batch-calls.ts'
import { batched } from '../../chains/evm/batched-fetch.ts'
import { createTransport } from '../../chains/evm/transport.ts'
import type { NodeAccess } from '../../chains/nodes/node-access.ts'
import type { ChainWithNodes } from '../../chains/wallet-nodes.ts'
import { dayOf } from '../../domain/day.ts'
import type { Reading } from '../../domain/reading.ts'
import { type PricedToken, priceKey } from '../model/price.ts'
import type { PriceCache } from './cache.ts'
import { type RateCall, readOraclePrices, readRates } from './oracle.ts'
import {
  createPriceSources,
  type OracleLists,
  type PriceSourcesByChain,
  priceOf,
  traceToOracle,
} from './oracle-trace.ts'

export interface OracleDeps extends OracleLists, NodeAccess {
  priceCache: PriceCache
}

type Readings = Map<string, Reading<number>>

/**
 * Prices of tokens from the oracles of Aave v3 markets, by `priceKey`. A token that a market on its chain lists has that market's price
 * (of the first market in the contract list); otherwise the price of its backing, at the rate that a contract returns. Prices that
 * `askListedPrices` has cached are not requested again. Never rejects, and ends when the signal fires.
 */
export async function askPriceOracles(
  tokens: readonly PricedToken[],
  deps: OracleDeps,
  signal: AbortSignal,
): Promise<Readings> {
  const sources = createPriceSources(deps)
  const traces = tokens.flatMap((token) => {
    const trace = traceToOracle(token, sources)
    return trace ? [{ key: priceKey(token), trace }] : []
  })
  const said: Readings = new Map()
  for (const { trace } of traces) {
    const price = deps.priceCache.find(memoryKey(trace.base), deps.now())
    if (price) said.set(priceKey(trace.base), price)
  }
  const asked = deps.chains.map((chain) => {
    const bases = traces
      .map(({ trace }) => trace.base)
      .filter((base) => base.chain === chain.name && !said.has(priceKey(base)))
    const rates = traces.flatMap(({ trace }) =>
      trace.rates.filter((rate) => rate.chain === chain.name),
    )
    return askChain(chain, { bases, rates }, sources, deps, signal)
  })
  for (const readings of await Promise.all(asked)) {
    for (const [key, reading] of readings) said.set(key, reading)
  }
  return new Map(traces.map(({ key, trace }) => [key, priceOf(trace, said)]))
}

/**
 * Caches the oracle price of every token that the oracles of one chain list, so that a scan has these prices before it knows which
 * tokens it needs. Cached prices are not requested again. Never rejects.
 */
export async function askListedPrices(
  chain: ChainWithNodes,
  deps: OracleDeps,
  signal: AbortSignal,
): Promise<void> {
  const sources = createPriceSources(deps)
  const tokens = [...(sources(chain.name)?.listed.values() ?? [])].map(({ token }) => token)
  const unknown = tokens.filter((token) => !deps.priceCache.find(memoryKey(token), deps.now()))
  const prices = await askChain(chain, { bases: unknown, rates: [] }, sources, deps, signal)
  for (const token of unknown) {
    const price = prices.get(priceKey(token))
    if (price?.known) deps.priceCache.keep(memoryKey(token), price, deps.now())
  }
}

/** Distinguishes the oracle's price from the market price of the same token, which is in the same cache. */
function memoryKey(token: PricedToken): string {
  return `oracle|${priceKey(token)}`
}

interface Questions {
  /** Tokens that oracles of the chain list. */
  bases: readonly PricedToken[]
  rates: readonly RateCall[]
}

/** Prices and rates by `priceKey` and `rateKey`. Sends no request when there is nothing to ask. */
async function askChain(
  chain: ChainWithNodes,
  { bases, rates }: Questions,
  sources: PriceSourcesByChain,
  { fetch, now, failuresOn }: OracleDeps,
  signal: AbortSignal,
): Promise<Readings> {
  const today = dayOf(now())
  const wanted = [...new Map(bases.map((base) => [priceKey(base), base])).values()]
  const byOracle = Map.groupBy(
    wanted,
    ({ token }) => sources(chain.name)?.listed.get(token)?.oracle,
  )
  const readings = [...byOracle].flatMap(([oracle, tokens]) =>
    oracle ? [readOraclePrices(oracle, tokens, today)] : [],
  )
  if (rates.length > 0) readings.push(readRates(rates, today))
  if (readings.length === 0) return new Map()
  const transport = createTransport({
    urls: chain.urls,
    fetch: batched(fetch),
    deadline: signal,
    onFailure: failuresOn?.(chain.name),
  })
  return await runTogether(readings, createCallBatcher(chain, transport, now()))
}

type OracleReading = ReturnType<typeof readOraclePrices>

/** Runs all readings of a chain in parallel; the calls of each round share requests. */
async function runTogether(
  readings: readonly OracleReading[],
  batcher: CallBatcher,
): Promise<Readings> {
  const prices: Readings = new Map()
  let open = readings.map((reading) => ({ reading, step: reading.next() }))
  for (;;) {
    for (const { step } of open) {
      if (step.done) for (const [key, price] of step.value) prices.set(key, price)
    }
    const asking = open.flatMap(({ reading, step }) =>
      step.done ? [] : [{ reading, calls: step.value }],
    )
    if (asking.length === 0) return prices
    const answers = (await batcher.run(asking.flatMap(({ calls }) => calls))).values()
    open = asking.map(({ reading, calls }) => {
      const replies = calls.map(() => answers.next().value)
      const said = replies.map((answer) => (answer && 'ok' in answer ? answer : null))
      return { reading, step: reading.next(said) }
    })
  }
}
