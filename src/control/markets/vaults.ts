import type { Address, Hex } from '../../chains/address.ts'
import { ASSET, BALANCE, DECIMALS, SYMBOL } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import type { Erc4626Entry } from '../../wallet/evm/drivers/erc4626.ts'
import type { CallResult, ChainCall } from '../chain-reader.ts'
import { NO_FACTS, plausibleWait } from './draft.ts'
import { type FactReader, factReader } from './gaps.ts'
import { MORPHO_MARKET } from './morpho-blue.ts'
import {
  askGroups,
  boundedList,
  gapOf,
  type MarketReading,
  MarketUnread,
  tokenIn,
  valueIn,
  valueOrThrow,
} from './reading.ts'

const ASSETS = 'function totalAssets() view returns (uint256)'
const PAUSED = 'function paused() view returns (bool)'
const COOLDOWN = 'function cooldownDuration() view returns (uint24)'
const MORPHO = 'function MORPHO() view returns (address)'
const QUEUE_LENGTH = 'function withdrawQueueLength() view returns (uint256)'
const QUEUE = 'function withdrawQueue(uint256 index) view returns (bytes32)'
const POSITION =
  'function position(bytes32 id, address user) view returns (uint256 supplyShares, uint128 borrowShares, uint128 collateral)'

/** `MAX_QUEUE_LENGTH` of MetaMorpho. */
const MAX_QUEUE = 30n
/** Virtual assets and shares of Morpho Blue (SharesMathLib). */
const VIRTUAL_ASSETS = 1n
const VIRTUAL_SHARES = 10n ** 6n

/**
 * A vault of ERC-4626, with what can be withdrawn from it now: of a MetaMorpho vault, what it holds and what the markets in its withdraw
 * queue could return to it; of any other vault only where it holds all of its assets itself. A lower balance says nothing there: the
 * rest may lie where it can be called back at once, and `maxWithdraw` of a holder is about the holder.
 */
export function* vaultMarkets(
  entry: Pick<Erc4626Entry, 'vault' | 'asset' | 'market' | 'cooldown'>,
): MarketReading {
  const { vault } = entry
  const first = yield [
    call(vault, ASSETS, []),
    call(vault, ASSET, []),
    ...(entry.cooldown ? [call(vault, COOLDOWN, [])] : []),
    call(vault, MORPHO, []),
    call(vault, QUEUE_LENGTH, []),
  ]
  const [assetsResult, assetResult, ...rest] = first
  const [morphoResult, lengthResult] = rest.slice(-2)
  const supplied = valueOrThrow(assetsResult, ASSETS)
  const asset = valueOrThrow(assetResult, ASSET)
  // A revert says that it is no MetaMorpho vault; without an answer its kind is not known.
  for (const result of [morphoResult, lengthResult])
    if (result?.kind === 'failed') throw new MarketUnread('node-failed')
  const morpho = valueIn(morphoResult, MORPHO)
  const length = valueIn(lengthResult, QUEUE_LENGTH)
  if (length !== null && length > MAX_QUEUE) throw new MarketUnread('implausible')

  const isMetaMorpho = morpho !== null && length !== null
  const [tokenResults = [], queueResults = [], pausedResults = []] = yield* askGroups([
    [call(asset, SYMBOL, []), call(asset, DECIMALS, []), call(asset, BALANCE, [vault])],
    Array.from({ length: isMetaMorpho ? Number(length) : 0 }, (_, index) =>
      call(vault, QUEUE, [BigInt(index)]),
    ),
    isMetaMorpho ? [] : [call(vault, PAUSED, [])],
  ])
  const balance = valueIn(tokenResults[2], BALANCE)
  const lent = isMetaMorpho ? yield* queueLiquidity(vault, morpho, queueResults) : null

  const token = tokenIn(asset, tokenResults, entry.asset)
  const facts = factReader()
  const available = isMetaMorpho
    ? sumOf(facts, balance, lent, [tokenResults[2], ...queueResults])
    : wholeBalance(balance, supplied)
  const pause = pausedResults[0]
  // A vault without this getter has no such pause.
  const isPausable = pause !== undefined && pause.kind !== 'reverted'
  const wait = entry.cooldown ? cooldownIn(facts, rest[0]) : null
  return {
    drafts: [
      {
        ...NO_FACTS,
        address: vault,
        name: entry.market ?? token.symbol,
        asset: token.symbol,
        assetAddress: asset,
        decimals: token.decimals,
        supplied,
        available,
        // MetaMorpho has no pause.
        paused: isMetaMorpho ? false : isPausable ? facts.read('paused', pause, PAUSED) : null,
        withdrawSeconds: isMetaMorpho ? 0 : wait,
        gap: facts.gap(),
      },
    ],
    failed: [],
  }
}

/** What the markets of a withdraw queue could return to the vault now; null when one of them cannot be read. */
function* queueLiquidity(
  vault: Address,
  morpho: Address,
  queue: readonly CallResult[],
): Generator<ChainCall[], bigint | null, CallResult[]> {
  const ids: Hex[] = []
  for (const result of queue) {
    const id = valueIn(result, QUEUE)
    if (id === null) return null
    ids.push(id)
  }
  const markets = boundedList(ids, Number(MAX_QUEUE))
  const results = yield* askGroups(
    markets.map((id) => [call(morpho, POSITION, [id, vault]), call(morpho, MORPHO_MARKET, [id])]),
  )
  let whole = 0n
  for (const [position, market] of results) {
    const held = valueIn(position, POSITION)
    const state = valueIn(market, MORPHO_MARKET)
    if (held === null || state === null) return null
    const [assets, shares, borrowed] = state
    const own = (held[0] * (assets + VIRTUAL_ASSETS)) / (shares + VIRTUAL_SHARES)
    const idle = assets > borrowed ? assets - borrowed : 0n
    whole += own < idle ? own : idle
  }
  return whole
}

/** What a MetaMorpho vault holds and what it could call back; a gap where one of these results could not be read. */
function sumOf(
  facts: FactReader,
  balance: bigint | null,
  lent: bigint | null,
  results: readonly (CallResult | undefined)[],
): bigint | null {
  if (balance !== null && lent !== null) return balance + lent
  const unread = results.find((result) => result?.kind !== 'ok')
  facts.lose('availableShare', unread ? gapOf(unread) : 'unreadable')
  return null
}

/**
 * The balance where it covers all assets; null where it does not, or is not known. Of such a vault only "all of it" is ever said, so a
 * balance that could not be read takes away good news.
 */
function wholeBalance(balance: bigint | null, assets: bigint): bigint | null {
  return balance !== null && balance >= assets ? balance : null
}

/** 0 while withdrawals of staked USDe are instant. */
function cooldownIn(facts: FactReader, result: CallResult | undefined): number | null {
  const seconds = facts.read('withdrawSeconds', result, COOLDOWN)
  const wait = seconds === null ? null : plausibleWait(BigInt(seconds))
  if (wait === null) facts.lose('withdrawSeconds', 'implausible')
  return wait
}
