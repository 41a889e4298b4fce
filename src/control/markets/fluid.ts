import { NATIVE_COIN, ZERO_ADDRESS } from '../../chains/address.ts'
import { SYMBOL } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import type { GapReason } from '../../domain/market.ts'
import type { FluidEntry } from '../../wallet/evm/drivers/fluid.ts'
import { symbolOf } from '../../wallet/evm/drivers/reading.ts'
import type { CallResult } from '../chain-reader.ts'
import { hasPlausibleDecimals, type MarketDraft, NO_FACTS } from './draft.ts'
import { factReader } from './gaps.ts'
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

/** The resolver's structs, as the wallet's driver reads them for a user. */
export const FLUID_LENDING =
  'function getFTokensEntireData() view returns ((address token, bool eip2612, bool isNative, string name, string symbol, uint256 decimals, address asset, uint256 totalAssets, uint256 totalSupply, uint256 toShares, uint256 toAssets, uint256 rewardsRate, uint256 supplyRate, int256 rebalance, (bool withInterest, uint256 supply, uint256 withdrawalLimit, uint256 lastUpdate, uint256 expandPercent, uint256 expandDuration, uint256 baseLimit, uint256 withdrawableUntilLimit, uint256 withdrawable, uint256 decayEnd, uint256 decayAmount) liquidity)[])'
const LIQUIDITY = 'function LIQUIDITY_RESOLVER() view returns (address)'
const STATUS = 'function getStatus() view returns (uint256)'
const USER = 'function getUserSupply(address user, address token) view returns (uint256)'

const MAX_TOKENS = 200
/** Status of the liquidity layer (variables.sol). */
const LAYER_PAUSED = 2n
/** The bit of a user's word in the layer that pauses the user (`BITS_USER_SUPPLY_IS_PAUSED`). */
const USER_PAUSED_BIT = 255n

/**
 * The lending tokens of Fluid. `withdrawable` is what its liquidity layer lets a token withdraw now: within its withdrawal limit, which
 * grows with time, and within the layer's balance. Its vaults, which borrow from the same layer, are not read, so the shares of
 * collateral are not known. The layer can pause itself, or one token: both stop deposits and withdrawals, and `withdrawable` says nothing
 * of it.
 */
export function* fluidMarkets(entry: FluidEntry): MarketReading {
  const { native, lendingResolver } = entry
  const [result, layerResult] = yield [
    call(lendingResolver, FLUID_LENDING, []),
    call(lendingResolver, LIQUIDITY, []),
  ]
  const tokens = boundedList(valueOrThrow(result, FLUID_LENDING), MAX_TOKENS)
  const layer = valueIn(layerResult, LIQUIDITY) ?? ZERO_ADDRESS
  const [[statusResult] = [], ...results] = yield* askGroups([
    [call(layer, STATUS, [])],
    ...tokens.map(({ token, isNative, asset }) => [
      call(layer, USER, [token, isNative ? NATIVE_COIN : asset]),
      ...(asset === NATIVE_COIN ? [] : [call(asset, SYMBOL, [])]),
    ]),
  ])
  const status = valueIn(statusResult, STATUS)
  return eachMarket(
    tokens,
    ({ token }) => ({ address: token }),
    ({ token, symbol, decimals, asset, totalAssets, liquidity }, index): MarketDraft => {
      if (!hasPlausibleDecimals(decimals)) throw new MarketUnread('implausible')
      const isNative = asset === NATIVE_COIN
      const [userResult, symbolResult] = results[index] ?? []
      const facts = factReader()
      const isPaused = isPausedBy(status, valueIn(userResult, USER))
      if (isPaused === null) facts.lose('paused', hiddenBy(statusResult, userResult))
      return {
        ...NO_FACTS,
        address: token,
        name: symbolOf(symbol, token),
        asset: isNative ? native.symbol : symbolIn(symbolResult, asset),
        assetAddress: isNative ? native.address : asset,
        decimals: Number(decimals),
        supplied: totalAssets,
        available: liquidity.withdrawable,
        frozen: isPaused,
        paused: isPaused,
        withdrawSeconds: 0,
        gap: facts.gap(),
      }
    },
  )
}

/** Why it is not known whether withdrawals are paused. */
function hiddenBy(...results: (CallResult | undefined)[]): GapReason {
  const [refused] = results.filter((result) => result?.kind !== 'ok')
  return refused ? gapOf(refused) : 'unreadable'
}

function isPausedBy(status: bigint | null, user: bigint | null): boolean | null {
  if (status === LAYER_PAUSED || (user !== null && user >> USER_PAUSED_BIT === 1n)) return true
  // The layer's word of a token that it knows is never zero.
  return status === null || user === null || user === 0n ? null : false
}
