import { dayOf } from '../domain/day.ts'
import type { Reading } from '../domain/reading.ts'
import type { ScanChain } from './chains.ts'
import { type Asker, createAsker } from './evm/asker.ts'
import { batched } from './evm/batched-fetch.ts'
import type { Address } from './evm/driver.ts'
import { createTransport } from './evm/transport.ts'
import { readOraclePrices } from './prices/oracle.ts'
import { type PricedToken, priceKey } from './prices/price.ts'
import { type RegistryFile, scannedEntries } from './registry/registry.ts'
import type { ScanDeps } from './scan-deps.ts'

type Prices = Map<string, Reading<number>>

/** An oracle and the tokens that it is to be asked about. */
type Questions = ReadonlyMap<Address, PricedToken[]>

/**
 * What the oracles of Aave v3 markets say of the tokens that these markets list, by `priceKey`; a token of several markets
 * is asked of the first one in the registry. What `askListedPrices` has learnt is not asked again. Never rejects, and ends
 * when the signal does.
 */
export async function askPriceOracles(
  tokens: readonly PricedToken[],
  deps: ScanDeps,
  signal: AbortSignal,
): Promise<Prices> {
  const kept: Prices = new Map()
  for (const token of tokens) {
    const price = deps.priceCache.find(memoryKey(token), deps.now())
    if (price) kept.set(priceKey(token), price)
  }
  const unknown = tokens.filter((token) => !kept.has(priceKey(token)))
  const asked = deps.chains.flatMap((chain) => {
    const wanted = unknown.filter((token) => token.chain === chain.name)
    if (wanted.length === 0) return []
    const listed = listedTokens(chain, deps.registry(chain.key))
    const byOracle = questionsFor(wanted, listed)
    return byOracle.size === 0 ? [] : askChain(chain, byOracle, deps, signal)
  })
  return new Map([...kept, ...(await Promise.all(asked)).flatMap((prices) => [...prices])])
}

/**
 * Asks the oracles of one chain about every token that they list and remembers what they say, so that a scan which finds
 * something has these prices already. Nothing is asked that is remembered. Never rejects.
 */
export async function askListedPrices(
  chain: ScanChain,
  deps: ScanDeps,
  signal: AbortSignal,
): Promise<void> {
  const listed = listedTokens(chain, deps.registry(chain.key))
  const tokens = [...listed.values()].map(({ token }) => token)
  const unknown = tokens.filter((token) => !deps.priceCache.find(memoryKey(token), deps.now()))
  const prices = await askChain(chain, questionsFor(unknown, listed), deps, signal)
  for (const token of unknown) {
    const price = prices.get(priceKey(token))
    if (price?.known) deps.priceCache.keep(memoryKey(token), price, deps.now())
  }
}

/** Beside the market's price of the same token. */
function memoryKey(token: PricedToken): string {
  return `oracle|${priceKey(token)}`
}

interface Listed {
  oracle: Address
  token: PricedToken
}

function listedTokens(chain: ScanChain, registry: RegistryFile): Map<string, Listed> {
  const listed = new Map<string, Listed>()
  for (const entry of scannedEntries(registry)) {
    if (entry.driver !== 'aave' || entry.version !== 3 || !entry.oracle) continue
    for (const { address, decimals } of entry.assets) {
      if (listed.has(address)) continue
      const token = { chain: chain.name, token: address, decimals }
      listed.set(address, { oracle: entry.oracle, token })
    }
  }
  return listed
}

function questionsFor(
  tokens: readonly PricedToken[],
  listed: ReadonlyMap<string, Listed>,
): Questions {
  const byOracle = new Map<Address, PricedToken[]>()
  for (const token of new Map(tokens.map((each) => [priceKey(each), each])).values()) {
    const oracle = listed.get(token.token)?.oracle
    if (oracle) byOracle.set(oracle, [...(byOracle.get(oracle) ?? []), token])
  }
  return byOracle
}

async function askChain(
  chain: ScanChain,
  byOracle: Questions,
  { fetch, now, failuresOn }: ScanDeps,
  signal: AbortSignal,
): Promise<Prices> {
  const transport = createTransport({
    urls: chain.urls,
    fetch: batched(fetch),
    deadline: signal,
    onFailure: failuresOn?.(chain.name),
  })
  const asker = createAsker(chain, transport, now())
  const readings = [...byOracle].map(([oracle, tokens]) =>
    readOraclePrices(oracle, tokens, dayOf(now())),
  )
  return await runTogether(readings, asker)
}

type OracleReading = ReturnType<typeof readOraclePrices>

/** All oracles of a chain at once: what they ask next goes together. */
async function runTogether(readings: readonly OracleReading[], asker: Asker): Promise<Prices> {
  const prices: Prices = new Map()
  let open = readings.map((reading) => ({ reading, step: reading.next() }))
  for (;;) {
    for (const { step } of open) {
      if (step.done) for (const [key, price] of step.value) prices.set(key, price)
    }
    const asking = open.flatMap(({ reading, step }) =>
      step.done ? [] : [{ reading, calls: step.value }],
    )
    if (asking.length === 0) return prices
    const answers = (await asker.ask(asking.flatMap(({ calls }) => calls))).values()
    open = asking.map(({ reading, calls }) => {
      const replies = calls.map(() => answers.next().value)
      const said = replies.map((answer) => (answer && 'ok' in answer ? answer : null))
      return { reading, step: reading.next(said) }
    })
  }
}
