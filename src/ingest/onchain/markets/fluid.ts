import { call } from '../../../wallet/evm/client/call.ts'
import type { FluidEntry } from '../../../wallet/evm/drivers/fluid.ts'
import { symbolOf } from '../../../wallet/evm/drivers/reading.ts'
import { type Draft, hasPlausibleDecimals } from './draft.ts'
import {
  askGroups,
  boundedList,
  eachMarket,
  type MarketReading,
  MarketUnread,
  symbolIn,
  valueOrThrow,
} from './reading.ts'

/** The resolver's structs, as the wallet's driver reads them for a user. */
export const FLUID_LENDING =
  'function getFTokensEntireData() view returns ((address token, bool eip2612, bool isNative, string name, string symbol, uint256 decimals, address asset, uint256 totalAssets, uint256 totalSupply, uint256 toShares, uint256 toAssets, uint256 rewardsRate, uint256 supplyRate, int256 rebalance, (bool withInterest, uint256 supply, uint256 withdrawalLimit, uint256 lastUpdate, uint256 expandPercent, uint256 expandDuration, uint256 baseLimit, uint256 withdrawableUntilLimit, uint256 withdrawable, uint256 decayEnd, uint256 decayAmount) liquidity)[])'
const SYMBOL = 'function symbol() view returns (string)'

const MAX_TOKENS = 200
/** By this address Fluid refers to the native coin of the chain. */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * The lending tokens of Fluid. `withdrawable` is what its liquidity layer lets a token withdraw now: within its withdrawal limit, which
 * grows with time, and within the layer's balance. Its vaults, which borrow from the same layer, are not read, so the shares of
 * collateral are not known.
 */
export function* fluidMarkets(entry: FluidEntry): MarketReading {
  const { native, lendingResolver } = entry
  const [result] = yield [call(lendingResolver, FLUID_LENDING, [])]
  const tokens = boundedList(valueOrThrow(result, FLUID_LENDING), MAX_TOKENS)
  const symbols = yield* askGroups(
    tokens.map(({ asset }) => (asset === NATIVE ? [] : [call(asset, SYMBOL, [])])),
  )
  return eachMarket(
    tokens,
    ({ token }) => ({ address: token }),
    ({ token, symbol, decimals, asset, totalAssets, liquidity }, index): Draft => {
      if (!hasPlausibleDecimals(decimals)) throw new MarketUnread('implausible')
      const isNative = asset === NATIVE
      return {
        address: token,
        name: symbolOf(symbol, token),
        asset: isNative ? native.symbol : symbolIn(symbols[index]?.[0], asset),
        assetAddress: isNative ? native.address : asset,
        decimals: Number(decimals),
        supplied: totalAssets,
        available: liquidity.withdrawable,
        borrowed: null,
        price: null,
        loanToValue: null,
        liquidationThreshold: null,
        supplyCap: null,
        frozen: null,
        paused: null,
        withdrawSeconds: 0,
        priceFeed: null,
        gap: null,
      }
    },
  )
}
