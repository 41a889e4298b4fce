import { type Address, ZERO_ADDRESS } from '../../chains/address.ts'
import { SYMBOL } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import type { ResultOf } from '../../chains/evm/viem.ts'
import { AAVE_V4_RESERVE, type AaveV4Entry } from '../../wallet/evm/drivers/aave-v4.ts'
import type { CallResult, ChainCall } from '../chain-reader.ts'
import { hasPlausibleDecimals, type MarketDraft, plausibleShare, priceOf } from './draft.ts'
import { factReader } from './gaps.ts'
import {
  askGroups,
  eachMarket,
  type MarketReading,
  MarketUnread,
  symbolIn,
  valueIn,
  valueOrThrow,
} from './reading.ts'

const COUNT = 'function getReserveCount() view returns (uint256)'
const ORACLE = 'function ORACLE() view returns (address)'
const CONFIGURATION =
  'function getReserveConfig(uint256 reserve) view returns ((uint24 collateralRisk, bool paused, bool frozen, bool borrowable, bool receiveShares))'
const FACTORS =
  'function getDynamicReserveConfig(uint256 reserve, uint32 key) view returns ((uint16 collateralFactor, uint32 maxLiquidationBonus, uint16 liquidationFee))'
const SUPPLIED = 'function getReserveSuppliedAssets(uint256 reserve) view returns (uint256)'
const DEBT = 'function getReserveTotalDebt(uint256 reserve) view returns (uint256)'
const LIQUIDITY = 'function getAssetLiquidity(uint256 asset) view returns (uint256)'
const ADDED = 'function getAddedAssets(uint256 asset) view returns (uint256)'
const SPOKE =
  'function getSpokeConfig(uint256 asset, address spoke) view returns ((uint40 addCap, uint40 drawCap, uint24 riskPremiumThreshold, bool active, bool halted))'
const PRICE = 'function getReservePrice(uint256 reserve) view returns (uint256)'
const SOURCE = 'function getReserveSource(uint256 reserve) view returns (address)'

/** As in the wallet's reader of spokes. */
const MAX_RESERVES = 256n
const BASIS_POINTS = 10_000n
/** `ORACLE_DECIMALS`: a spoke takes no oracle with others. */
const PRICE_UNIT = 10n ** 8n
/** `MAX_ALLOWED_SPOKE_CAP`. */
const NO_CAP = 2 ** 40 - 1

interface Place {
  id: bigint
  results: CallResult[]
  reserve: ResultOf<typeof AAVE_V4_RESERVE> | null
}

/**
 * The reserves of one spoke of Aave V4, or of a copy of it. Its hubs hold what is supplied through all of their spokes, and pay in the
 * order in which holders ask: of each supply the share counts as available that the hub has of all that was added. One share, the collateral factor, limits
 * borrowing and starts liquidation; it is the newest one, which a position takes when it changes.
 */
export function* aaveV4Markets({
  spoke,
  tokens,
}: Pick<AaveV4Entry, 'spoke' | 'tokens'>): MarketReading {
  const [countResult, oracleResult] = yield [call(spoke, COUNT, []), call(spoke, ORACLE, [])]
  const count = valueOrThrow(countResult, COUNT)
  // A spoke that is listed has reserves: none is as false as too many.
  if (count === 0n || count > MAX_RESERVES) throw new MarketUnread('implausible')
  const oracle = valueIn(oracleResult, ORACLE)
  const ids = Array.from({ length: Number(count) }, (_, index) => BigInt(index))
  const first = yield* askGroups(ids.map((id) => [call(spoke, AAVE_V4_RESERVE, [id])]))
  const places = ids.map((id, index): Place => {
    const results = first[index] ?? []
    return { id, results, reserve: valueIn(results[0], AAVE_V4_RESERVE) }
  })
  const second = yield* askGroups(places.map((place) => factCalls(spoke, oracle, place)))
  return eachMarket(
    places,
    ({ id, reserve }) => ({
      address: spoke,
      name: `reserve ${id}`,
      ...(reserve && { asset: reserve.underlying }),
    }),
    (place, index) => {
      const symbol = tokens.find(({ address }) => address === place.reserve?.underlying)?.symbol
      return draftOf(spoke, place, second[index] ?? [], symbol)
    },
  )
}

/** `draftOf` reads the results in this order. */
function factCalls(spoke: Address, oracle: Address | null, { id, reserve }: Place): ChainCall[] {
  if (reserve === null) return []
  const { underlying, hub, assetId, dynamicConfigKey } = reserve
  const asset = BigInt(assetId)
  return [
    call(spoke, CONFIGURATION, [id]),
    call(spoke, FACTORS, [id, dynamicConfigKey]),
    call(spoke, SUPPLIED, [id]),
    call(spoke, DEBT, [id]),
    call(hub, LIQUIDITY, [asset]),
    call(hub, ADDED, [asset]),
    call(hub, SPOKE, [asset, spoke]),
    call(underlying, SYMBOL, []),
    ...(oracle === null ? [] : [call(oracle, SOURCE, [id]), call(oracle, PRICE, [id])]),
  ]
}

function draftOf(
  spoke: Address,
  { results: [reserveResult], reserve }: Place,
  [
    configResult,
    factorsResult,
    suppliedResult,
    debt,
    liquidity,
    added,
    ofHub,
    ...rest
  ]: CallResult[],
  symbol: string | undefined,
): MarketDraft {
  const { underlying, decimals } = reserve ?? valueOrThrow(reserveResult, AAVE_V4_RESERVE)
  if (!hasPlausibleDecimals(decimals)) throw new MarketUnread('implausible')
  const supplied = valueOrThrow(suppliedResult, SUPPLIED)
  const [symbolResult, source, price] = rest
  const facts = factReader()
  const configuration = facts.read('paused', configResult, CONFIGURATION)
  const spokeConfig = facts.read('paused', ofHub, SPOKE)
  const factors = facts.read('liquidationThreshold', factorsResult, FACTORS)
  const factor = factors && plausibleShare(BigInt(factors.collateralFactor), BASIS_POINTS)
  if (factors && factor === null) facts.lose('liquidationThreshold', 'implausible')
  const held = facts.read('availableShare', liquidity, LIQUIDITY)
  const all = facts.read('availableShare', added, ADDED)
  // Without the oracle, there is no result either.
  const feed = facts.read('feed', source, SOURCE)
  const value = priceOf(valueIn(price, PRICE), PRICE_UNIT)
  const asset = symbol ?? symbolIn(symbolResult, underlying)
  return {
    address: spoke,
    name: asset,
    asset,
    assetAddress: underlying,
    decimals,
    supplied,
    available: held === null || all === null ? null : partOf(supplied, held, all),
    borrowed: valueIn(debt, DEBT),
    price: value === null ? null : { value, unit: 'usd' },
    loanToValue: factor,
    liquidationThreshold: factor,
    supplyCap:
      spokeConfig === null || spokeConfig.addCap === NO_CAP
        ? null
        : BigInt(spokeConfig.addCap) * 10n ** BigInt(decimals),
    frozen: configuration?.frozen ?? null,
    paused:
      configuration && spokeConfig
        ? configuration.paused || !spokeConfig.active || spokeConfig.halted
        : null,
    withdrawSeconds: 0,
    priceFeed: feed === ZERO_ADDRESS ? null : feed,
    gap: facts.gap(),
  }
}

/** The share of a supply that the hub holds of all that was added; not more than all of it. */
function partOf(supplied: bigint, held: bigint, added: bigint): bigint {
  return held >= added ? supplied : (supplied * held) / added
}
