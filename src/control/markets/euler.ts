import { type Address, ZERO_ADDRESS } from '../../chains/address.ts'
import { ASSET, DECIMALS, SYMBOL } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import type { EulerEntry } from '../../wallet/evm/drivers/euler.ts'
import type { CallResult, ChainCall } from '../chain-reader.ts'
import type { MarketDraft } from './draft.ts'
import { type FactReader, factReader } from './gaps.ts'
import {
  askGroups,
  boundedList,
  eachMarket,
  gapOf,
  type MarketReading,
  tokenIn,
  valueIn,
  valueOrThrow,
} from './reading.ts'

const ASSETS = 'function totalAssets() view returns (uint256)'
const CASH = 'function cash() view returns (uint256)'
const BORROWED = 'function totalBorrows() view returns (uint256)'
const CAPS = 'function caps() view returns (uint16 supplyCap, uint16 borrowCap)'
const HOOKS = 'function hookConfig() view returns (address target, uint32 operations)'
const ORACLE = 'function oracle() view returns (address)'
const UNIT = 'function unitOfAccount() view returns (address)'
const COLLATERALS = 'function LTVList() view returns (address[])'
const BORROW_LTV = 'function LTVBorrow(address collateral) view returns (uint16)'
const LIQUIDATION_LTV = 'function LTVLiquidation(address collateral) view returns (uint16)'
const ADAPTER = 'function getConfiguredOracle(address base, address quote) view returns (address)'

const MAX_VAULTS = 200
const MAX_COLLATERALS = 100
/** Loan to value is in parts of this (`CONFIG_SCALE` of the vault kit). */
const LTV_UNIT = 10_000
/** Operations as bits of `hookConfig` (Constants.sol of the vault kit). */
const OP_DEPOSIT = 1 << 0
const OP_MINT = 1 << 1
const OP_WITHDRAW = 1 << 2
const OP_REDEEM = 1 << 3

interface Place {
  vault: Address
  results: CallResult[]
  asset: Address | null
  oracle: Address | null
  unit: Address | null
  collaterals: Address[]
}

/**
 * The listed vaults of Euler v2. Each lends one asset against several collaterals; the shares are the highest that it allows for any of
 * them. The price feed is the adapter that the vault's router has for the asset.
 */
export function* eulerMarkets(entry: EulerEntry): MarketReading {
  const vaults = boundedList(entry.vaults, MAX_VAULTS)
  const first = yield* askGroups(vaults.map(vaultCalls))
  const places = vaults.map((vault, index) => placeOf(vault, first[index] ?? []))
  const second = yield* askGroups(places.map(assetCalls))
  return eachMarket(
    places,
    ({ vault }) => ({ address: vault }),
    (place, index) => draftOf(place, second[index] ?? []),
  )
}

function vaultCalls(vault: Address): ChainCall[] {
  return [
    call(vault, ASSET, []),
    call(vault, ASSETS, []),
    call(vault, CASH, []),
    call(vault, BORROWED, []),
    call(vault, CAPS, []),
    call(vault, HOOKS, []),
    call(vault, COLLATERALS, []),
    call(vault, ORACLE, []),
    call(vault, UNIT, []),
  ]
}

function placeOf(vault: Address, results: CallResult[]): Place {
  const collaterals = valueIn(results[6], COLLATERALS) ?? []
  return {
    vault,
    results,
    asset: valueIn(results[0], ASSET),
    oracle: valueIn(results[7], ORACLE),
    unit: valueIn(results[8], UNIT),
    collaterals: collaterals.length > MAX_COLLATERALS ? [] : [...new Set(collaterals)],
  }
}

/** Calls for the asset, its price feed and the collaterals; `draftOf` reads their results in this order. */
function assetCalls({ vault, asset, oracle, unit, collaterals }: Place): ChainCall[] {
  if (asset === null) return []
  return [
    call(asset, SYMBOL, []),
    call(asset, DECIMALS, []),
    call(oracle ?? ZERO_ADDRESS, ADAPTER, [asset, unit ?? ZERO_ADDRESS]),
    ...collaterals.map((each) => call(vault, BORROW_LTV, [each])),
    ...collaterals.map((each) => call(vault, LIQUIDATION_LTV, [each])),
  ]
}

function draftOf(
  { vault, results, collaterals, asset: read }: Place,
  [symbolResult, decimalsResult, adapterResult, ...shares]: CallResult[],
): MarketDraft {
  const [assetResult, assets, cash, borrowed, caps, hooks, list] = results
  const asset = read ?? valueOrThrow(assetResult, ASSET)
  const { symbol, decimals } = tokenIn(asset, [symbolResult, decimalsResult])
  const hooked = valueIn(hooks, HOOKS)
  const facts = factReader()
  const isListRead = valueIn(list, COLLATERALS)?.length === collaterals.length
  const count = collaterals.length
  const threshold = (of: CallResult[]) => {
    const share = highest(of, LIQUIDATION_LTV)
    const unread = [list, ...of].find((each) => each?.kind !== 'ok')
    if (share === null) facts.lose('liquidationThreshold', unread ? gapOf(unread) : 'implausible')
    return share
  }
  const highest = (of: CallResult[], signature: typeof BORROW_LTV | typeof LIQUIDATION_LTV) =>
    isListRead ? highestShare(of.map((result) => valueIn(result, signature))) : null
  return {
    address: vault,
    name: symbol,
    asset: symbol,
    assetAddress: asset,
    decimals,
    supplied: valueOrThrow(assets, ASSETS),
    available: facts.read('availableShare', cash, CASH),
    borrowed: valueIn(borrowed, BORROWED),
    price: null,
    loanToValue: highest(shares.slice(0, count), BORROW_LTV),
    liquidationThreshold: threshold(shares.slice(count)),
    supplyCap: capOf(valueIn(caps, CAPS)?.[0] ?? 0),
    frozen: isDisabled(hooked, OP_DEPOSIT | OP_MINT),
    paused: pauseOf(facts, hooks),
    withdrawSeconds: 0,
    priceFeed: feedOf(facts, [results[7], results[8]], adapterResult),
    gap: facts.gap(),
  }
}

/** Null when one of them is not known; 0 without any, since the vault then lends against nothing. */
function highestShare(shares: readonly (number | null)[]): number | null {
  let highest = 0
  for (const share of shares) {
    if (share === null || share > LTV_UNIT) return null
    highest = Math.max(highest, share)
  }
  return highest / LTV_UNIT
}

/**
 * Operations that call a hook are switched off when there is none; with one, it decides, which is not known here. False while one of the
 * operations calls no hook: it does the same by amount or by shares.
 */
function isDisabled(hooks: readonly [Address, number] | null, operations: number): boolean | null {
  if (hooks === null) return null
  const [target, hooked] = hooks
  if ((hooked & operations) !== operations) return false
  return target === ZERO_ADDRESS ? true : null
}

/** Whether withdrawals are switched off. A hook that decides over them hides it. */
function pauseOf(facts: FactReader, result: CallResult | undefined): boolean | null {
  const hooks = facts.read('paused', result, HOOKS)
  const isPaused = isDisabled(hooks, OP_WITHDRAW | OP_REDEEM)
  if (hooks !== null && isPaused === null) facts.lose('paused', 'unreadable')
  return isPaused
}

/** The adapter of the vault's router; the oracle itself where it is no router; null where the vault has none, or needs none. */
function feedOf(
  facts: FactReader,
  [oracleResult, unitResult]: (CallResult | undefined)[],
  adapterResult: CallResult | undefined,
): Address | null {
  const oracle = facts.read('feed', oracleResult, ORACLE)
  if (oracle === null || oracle === ZERO_ADDRESS) return null
  if (facts.read('feed', unitResult, UNIT) === null) return null
  if (adapterResult?.kind === 'reverted') return oracle
  const adapter = facts.read('feed', adapterResult, ADAPTER)
  return adapter === ZERO_ADDRESS ? null : adapter
}

/**
 * A cap in the vault's decimal floating point (AmountCap.sol): the lower 6 bits are an exponent of ten, the other 10 a mantissa in
 * hundredths. Null for 0, which means no cap.
 */
export function capOf(raw: number): bigint | null {
  return raw === 0 ? null : (10n ** BigInt(raw & 63) * BigInt(raw >> 6)) / 100n
}
