import type { Address } from '../../chains/address.ts'
import { type Call, type Reply, tryDecode } from '../../chains/evm/call.ts'
import { encodeCall, toAddress } from '../../chains/evm/viem.ts'
import type { Day } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { isPrice, type PricedToken, priceKey } from '../model/price.ts'

/** US dollars with eight decimals: the base currency of every Aave v3 market (`BASE_CURRENCY_UNIT`). Aave v2 counts in ether. */
const UNIT = 100_000_000
const MANY = 'function getAssetsPrices(address[] assets) view returns (uint256[])'
const RATE = 'function rate() view returns (uint256)'
const ONE = 'function getAssetPrice(address asset) view returns (uint256)'

/**
 * Prices of tokens of one chain from the oracle of an Aave v3 market, by `priceKey`. All are read in one call; if that fails, because
 * one broken feed reverts it, each is read separately. A token without a valid price is missing. Pure: it yields the calls to make and
 * receives their replies; a reply is null when the chain could not be read.
 */
export function* readOraclePrices(
  oracle: Address,
  tokens: readonly PricedToken[],
  today: Day,
): Generator<Call[], Map<string, Reading<number>>, (Reply | null)[]> {
  const asked = tokens.flatMap((token) => {
    const address = toAddress(token.token)
    return address === null ? [] : [{ key: priceKey(token), address }]
  })
  const addresses = asked.map(({ address }) => address)
  if (asked.length === 0) return new Map()
  const [all = null] = yield [{ to: oracle, data: encodeCall(MANY, [addresses]) }]
  let prices: readonly (bigint | null)[] | null = tryDecode(all, MANY)
  if (prices?.length !== asked.length && all !== null) {
    const replies = yield addresses.map((address) => ({
      to: oracle,
      data: encodeCall(ONE, [address]),
    }))
    prices = replies.map((reply) => tryDecode(reply, ONE))
  }
  return new Map(asked.map(({ key }, index) => [key, toReading(prices?.[index] ?? null, today)]))
}

const SOURCE = 'aave-oracle'

/** A call that returns how much of another token backs one whole token. */
export interface RateCall {
  chain: string
  call: Call
  /** Decimals of the other token. */
  decimals: number
}

export function rateKey({ chain, call: { to, data } }: RateCall): string {
  return `rate|${chain}|${to}|${data}`
}

/** Rates from contracts of one chain, by `rateKey`: whole tokens of the backing per whole token. Pure, as `readOraclePrices`. */
export function* readRates(
  rates: readonly RateCall[],
  today: Day,
): Generator<Call[], Map<string, Reading<number>>, (Reply | null)[]> {
  const replies = yield rates.map(({ call }) => call)
  return new Map(
    rates.map((rate, at) => {
      const rateValue = tryDecode(replies[at] ?? null, RATE)
      const value = rateValue === null ? 0 : Number(rateValue) / 10 ** rate.decimals
      const reading = value > 0 ? known(value, today, 'rate') : missing('upstream-failed', 'rate')
      return [rateKey(rate), reading]
    }),
  )
}

/** An oracle returns zero for an unknown price. */
function toReading(price: bigint | null, today: Day): Reading<number> {
  if (price === null) return missing('upstream-failed', SOURCE)
  if (price === 0n) return missing('not-covered', SOURCE)
  const usd = Number(price) / UNIT
  return isPrice(usd) ? known(usd, today, SOURCE) : missing('refused', SOURCE)
}
