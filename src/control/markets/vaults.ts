import { ASSET, BALANCE, DECIMALS, SYMBOL } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import type { Erc4626Entry } from '../../wallet/evm/drivers/erc4626.ts'
import type { CallResult } from '../chain-reader.ts'
import { NO_FACTS, plausibleWait } from './draft.ts'
import { type FactReader, factReader } from './gaps.ts'
import { kindCalls, kindOf, lendingVault } from './lending-vaults.ts'
import { askGroups, type MarketReading, tokenIn, valueIn, valueOrThrow } from './reading.ts'

const ASSETS = 'function totalAssets() view returns (uint256)'
const PAUSED = 'function paused() view returns (bool)'
const COOLDOWN = 'function cooldownDuration() view returns (uint24)'

/**
 * A vault of ERC-4626, with what can be withdrawn from it now: of one that lends on Morpho, what that could return to it; of any other
 * vault only where it holds all of its assets itself. A lower balance says nothing there: the rest may lie where it can be called back
 * at once, and `maxWithdraw` of a holder is about the holder. `withLoans`: also the markets that it lends on, of which its own part.
 */
export function* vaultMarkets(
  entry: Pick<Erc4626Entry, 'vault' | 'asset' | 'market' | 'cooldown'>,
  withLoans = false,
): MarketReading {
  const { vault } = entry
  const [assetsResult, assetResult, ...rest] = yield [
    call(vault, ASSETS, []),
    call(vault, ASSET, []),
    ...kindCalls(vault),
    ...(entry.cooldown ? [call(vault, COOLDOWN, [])] : []),
  ]
  const supplied = valueOrThrow(assetsResult, ASSETS)
  const asset = valueOrThrow(assetResult, ASSET)
  const kind = kindOf(rest)
  const [tokenResults = [], pausedResults = []] = yield* askGroups([
    [call(asset, SYMBOL, []), call(asset, DECIMALS, []), call(asset, BALANCE, [vault])],
    kind === null ? [call(vault, PAUSED, [])] : [],
  ])
  const token = tokenIn(asset, tokenResults, entry.asset)
  const common = {
    ...NO_FACTS,
    address: vault,
    name: entry.market ?? token.symbol,
    asset: token.symbol,
    assetAddress: asset,
    decimals: token.decimals,
    supplied,
  }
  if (kind) return yield* lendingVault(kind, common, tokenResults[2], withLoans)

  const facts = factReader()
  const [pause] = pausedResults
  // A vault without this getter has no such pause.
  const isPausable = pause !== undefined && pause.kind !== 'reverted'
  const draft = {
    ...common,
    available: wholeBalance(valueIn(tokenResults[2], BALANCE), supplied),
    paused: isPausable ? facts.read('paused', pause, PAUSED) : null,
    withdrawSeconds: entry.cooldown ? cooldownIn(facts, rest.at(-1)) : null,
  }
  return { drafts: [{ ...draft, gap: facts.gap() }], failed: [] }
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
