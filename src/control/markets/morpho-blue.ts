import { type Address, type Hex, ZERO_ADDRESS } from '../../chains/address.ts'
import { BALANCE, DECIMALS, SYMBOL } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import type { MorphoBlueEntry } from '../../wallet/evm/drivers/morpho-blue.ts'
import type { CallResult } from '../chain-reader.ts'
import { hasPlausibleDecimals, type MarketDraft, plausibleShare } from './draft.ts'
import { factReader } from './gaps.ts'
import {
  askGroups,
  boundedList,
  eachMarket,
  type MarketReading,
  MarketUnread,
  symbolIn,
  valueIn,
  valueOrThrow,
} from './reading.ts'

export const MORPHO_MARKET =
  'function market(bytes32 id) view returns (uint128 supplyAssets, uint128 supplyShares, uint128 borrowAssets, uint128 borrowShares, uint128 lastUpdate, uint128 fee)'
export const MORPHO_PARAMS =
  'function idToMarketParams(bytes32 id) view returns (address loanToken, address collateralToken, address oracle, address irm, uint256 lltv)'

const MAX_MARKETS = 200
/** What its shares count in. */
export const WAD = 10n ** 18n

interface Place {
  id: Hex
  results: CallResult[]
  loan: Address
  collateral: Address
}

/**
 * The listed markets of Morpho Blue, as of the last accrual of interest of each. One share, the LLTV, limits borrowing and starts
 * liquidation. Morpho cannot be paused or frozen and has no caps: its code has no such function and no owner of the funds.
 */
export function* morphoBlueMarkets(entry: MorphoBlueEntry): MarketReading {
  const { morpho } = entry
  const ids = boundedList(entry.markets, MAX_MARKETS)
  const first = yield* askGroups(
    ids.map((id) => [call(morpho, MORPHO_PARAMS, [id]), call(morpho, MORPHO_MARKET, [id])]),
  )
  const places = ids.map((id, index): Place => {
    const results = first[index] ?? []
    const params = valueIn(results[0], MORPHO_PARAMS)
    return {
      id,
      results,
      loan: params?.[0] ?? ZERO_ADDRESS,
      collateral: params?.[1] ?? ZERO_ADDRESS,
    }
  })
  const tokens = yield* askGroups(
    places.map(({ loan, collateral }) =>
      loan === ZERO_ADDRESS
        ? []
        : [
            call(loan, SYMBOL, []),
            call(loan, DECIMALS, []),
            call(loan, BALANCE, [morpho]),
            ...(collateral === ZERO_ADDRESS ? [] : [call(collateral, SYMBOL, [])]),
          ],
    ),
  )
  return eachMarket(
    places,
    ({ id }) => ({ address: morpho, name: id }),
    (place, index) => draftOf(entry, place, tokens[index] ?? []),
  )
}

function draftOf(
  entry: MorphoBlueEntry,
  { results, loan, collateral }: Place,
  [symbolResult, decimalsResult, balanceResult, collateralSymbol]: CallResult[],
): MarketDraft {
  const [, , oracle, , lltv] = valueOrThrow(results[0], MORPHO_PARAMS)
  const [supplied, , borrowed] = valueOrThrow(results[1], MORPHO_MARKET)
  const symbolOf = (token: Address, result: CallResult | undefined) =>
    entry.tokens.find(({ address }) => address === token)?.symbol ?? symbolIn(result, token)
  const decimals = valueOrThrow(decimalsResult, DECIMALS)
  if (!hasPlausibleDecimals(decimals)) throw new MarketUnread('implausible')
  const asset = symbolOf(loan, symbolResult)
  const facts = factReader()
  const threshold = plausibleShare(lltv, WAD)
  if (threshold === null) facts.lose('liquidationThreshold', 'implausible')
  const pledge = collateral === ZERO_ADDRESS ? 'idle' : symbolOf(collateral, collateralSymbol)
  return {
    address: entry.morpho,
    name: `${pledge}/${asset}`,
    asset,
    assetAddress: loan,
    ...(collateral !== ZERO_ADDRESS && { collateralAddress: collateral }),
    decimals,
    supplied,
    available: idleAssets(supplied, borrowed, facts.read('availableShare', balanceResult, BALANCE)),
    borrowed,
    price: null,
    loanToValue: threshold,
    liquidationThreshold: threshold,
    supplyCap: null,
    frozen: false,
    paused: false,
    withdrawSeconds: 0,
    priceFeed: oracle === ZERO_ADDRESS ? null : oracle,
    gap: facts.gap(),
  }
}

/** What is not lent, and not more than Morpho holds of the token for all markets together. */
function idleAssets(supplied: bigint, borrowed: bigint, balance: bigint | null): bigint | null {
  if (balance === null) return null
  const idle = supplied > borrowed ? supplied - borrowed : 0n
  return idle < balance ? idle : balance
}
