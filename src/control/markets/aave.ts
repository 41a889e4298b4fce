import { type Address, ZERO_ADDRESS } from '../../chains/address.ts'
import { BALANCE, SUPPLY, SYMBOL } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import type { GapReason } from '../../domain/market.ts'
import type { AaveEntry } from '../../wallet/evm/drivers/aave.ts'
import type { CallResult, ChainCall } from '../chain-reader.ts'
import { decodeAaveConfiguration } from './aave-configuration.ts'
import { hasPlausibleDecimals, type MarketDraft, type OraclePrice, priceOf } from './draft.ts'
import { type FactReader, factReader } from './gaps.ts'
import {
  askGroups,
  boundedList,
  eachMarket,
  gapOf,
  type MarketReading,
  MarketUnread,
  symbolIn,
  valueIn,
  valueOrThrow,
} from './reading.ts'

const RESERVES = 'function getReservesList() view returns (address[])'
const PROVIDER_3 = 'function ADDRESSES_PROVIDER() view returns (address)'
const PROVIDER_2 = 'function getAddressesProvider() view returns (address)'
const PAUSED = 'function paused() view returns (bool)'
const TOKENS =
  'function getReserveTokensAddresses(address asset) view returns (address aToken, address stableDebt, address variableDebt)'
const CONFIGURATION = 'function getConfiguration(address asset) view returns (uint256)'
const ORACLE = 'function getPriceOracle() view returns (address)'
const VIRTUAL = 'function getVirtualUnderlyingBalance(address asset) view returns (uint128)'
const PRICE = 'function getAssetPrice(address asset) view returns (uint256)'
const SOURCE = 'function getSourceOfAsset(address asset) view returns (address)'
const BASE = 'function BASE_CURRENCY() view returns (address)'
const UNIT = 'function BASE_CURRENCY_UNIT() view returns (uint256)'

/** Aave's own limit is 128 reserves; forks have fewer. */
const MAX_RESERVES = 200

interface Reserve {
  asset: Address
  results: CallResult[]
  tokens: readonly [Address, Address, Address] | null
}

/**
 * The reserves of one pool of Aave v2 or v3, or of a fork. What can be withdrawn is the aToken's balance of the asset, or the pool's own
 * record of it (v3.1 and later) if that is lower. Loan to value and threshold are those outside of efficiency modes.
 */
export function* aaveMarkets(entry: AaveEntry): MarketReading {
  const { pool, dataProvider, version } = entry
  const providerCall = version === 3 ? PROVIDER_3 : PROVIDER_2
  const [list, provider, poolPaused] = yield [
    call(pool, RESERVES, []),
    call(pool, providerCall, []),
    ...(version === 2 ? [call(pool, PAUSED, [])] : []),
  ]
  const assets = boundedList(valueOrThrow(list, RESERVES), MAX_RESERVES)
  const addresses = valueIn(provider, providerCall)

  const [oracleResults = [], ...perAsset] = yield* askGroups([
    addresses === null ? [] : [call(addresses, ORACLE, [])],
    ...assets.map((asset) => [
      call(dataProvider, TOKENS, [asset]),
      call(pool, CONFIGURATION, [asset]),
      call(asset, SYMBOL, []),
    ]),
  ])
  const oracle = valueIn(oracleResults[0], ORACLE) ?? entry.oracle ?? null
  const reserves = assets.map((asset, index): Reserve => {
    const results = perAsset[index] ?? []
    return { asset, results, tokens: valueIn(results[0], TOKENS) }
  })

  const [baseResults = [], ...amounts] = yield* askGroups([
    oracle === null ? [] : [call(oracle, BASE, []), call(oracle, UNIT, [])],
    ...reserves.map((reserve) => amountCalls(entry, reserve, oracle)),
  ])
  const [base, unit] = baseResults
  const baseCurrency = { token: valueIn(base, BASE), unit: valueIn(unit, UNIT) }
  const pause = {
    isPaused: version === 2 ? valueIn(poolPaused, PAUSED) : false,
    why: gapOf(poolPaused),
  }

  return eachMarket(
    reserves,
    ({ asset }) => ({ address: pool, asset }),
    (reserve, index) => draftOf(entry, reserve, amounts[index] ?? [], baseCurrency, pause),
  )
}

/** Calls for the amounts and the price of one reserve; `draftOf` reads their results in this order. */
function amountCalls(
  { pool, version }: AaveEntry,
  { asset, tokens }: Reserve,
  oracle: Address | null,
): ChainCall[] {
  if (tokens === null) return []
  const [aToken, stableDebt, variableDebt] = tokens
  return [
    call(aToken, SUPPLY, []),
    call(asset, BALANCE, [aToken]),
    call(variableDebt, SUPPLY, []),
    // Version 3.2 removed stable rates, and version 3.1 introduced the virtual balance.
    ...(stableDebt === ZERO_ADDRESS ? [] : [call(stableDebt, SUPPLY, [])]),
    ...(version === 3 ? [call(pool, VIRTUAL, [asset])] : []),
    ...(oracle === null ? [] : [call(oracle, PRICE, [asset]), call(oracle, SOURCE, [asset])]),
  ]
}

function draftOf(
  entry: AaveEntry,
  { asset, results, tokens }: Reserve,
  amounts: CallResult[],
  base: { token: Address | null; unit: bigint | null },
  pool: { isPaused: boolean | null; why: GapReason },
): MarketDraft {
  const [tokensResult, configurationResult, symbolResult] = results
  const [, stableDebt] = tokens ?? valueOrThrow(tokensResult, TOKENS)
  const configuration = decodeAaveConfiguration(valueOrThrow(configurationResult, CONFIGURATION))
  if (!hasPlausibleDecimals(configuration.decimals)) throw new MarketUnread('implausible')

  const facts = factReader()
  const replies = amounts.values()
  const next = () => replies.next().value
  const supplied = valueOrThrow(next(), SUPPLY)
  const balance = facts.read('availableShare', next(), BALANCE)
  const variable = valueIn(next(), SUPPLY)
  const stable = stableDebt === ZERO_ADDRESS ? 0n : valueIn(next(), SUPPLY)
  const available = entry.version === 3 ? lowerBalance(facts, balance, next()) : balance
  const price = oraclePrice(valueIn(next(), PRICE), base)
  // Without the oracle, there is no result either. A reserve without a source is priced by the oracle itself: it has no feed.
  const source = facts.read('feed', next(), SOURCE)

  const listed = entry.assets.find((each) => each.address === asset)
  const symbol = listed?.symbol ?? symbolIn(symbolResult, asset)
  const { decimals, loanToValue, liquidationThreshold, frozen, paused, active, supplyCap } =
    configuration
  if (liquidationThreshold === null) facts.lose('liquidationThreshold', 'implausible')
  if (pool.isPaused === null && !paused && active) facts.lose('paused', pool.why)
  return {
    address: entry.pool,
    name: [entry.market, symbol].filter(Boolean).join(' '),
    asset: symbol,
    assetAddress: asset,
    decimals,
    supplied,
    available,
    borrowed: variable === null || stable === null ? null : variable + stable,
    price,
    loanToValue,
    liquidationThreshold,
    supplyCap: supplyCap === null ? null : supplyCap * 10n ** BigInt(decimals),
    frozen,
    // The pool refuses withdrawals of a reserve that is not active, too.
    paused: paused || !active ? true : pool.isPaused,
    withdrawSeconds: 0,
    priceFeed: source === ZERO_ADDRESS ? null : source,
    gap: facts.gap(),
  }
}

/** The lower of the balance and the pool's own record, which pools before version 3.1 do not have. */
function lowerBalance(
  facts: FactReader,
  balance: bigint | null,
  result: CallResult | undefined,
): bigint | null {
  if (balance === null || result?.kind === 'reverted') return balance
  const recorded = facts.read('availableShare', result, VIRTUAL)
  if (recorded === null) return null
  return recorded < balance ? recorded : balance
}

/** Version 3 counts in US dollars (no base currency), version 2 on Ethereum and Polygon in ETH. */
function oraclePrice(
  price: bigint | null,
  { token, unit }: { token: Address | null; unit: bigint | null },
): OraclePrice | null {
  const value = unit === null ? null : priceOf(price, unit)
  if (value === null || token === null) return null
  return { value, unit: token === ZERO_ADDRESS ? 'usd' : { token, value: 1 } }
}
