import { type Address, type Hex, ZERO_ADDRESS } from '../../chains/address.ts'
import { SYMBOL } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import type { CallResult, ChainCall } from '../chain-reader.ts'
import { type MarketDraft, NO_FACTS, plausibleShare } from './draft.ts'
import { factReader } from './gaps.ts'
import { MORPHO_MARKET, MORPHO_PARAMS, WAD } from './morpho-blue.ts'
import {
  askGroups,
  eachMarket,
  gapOf,
  type MarketReading,
  MarketUnread,
  type Rounds,
  symbolIn,
  valueIn,
  valueOrThrow,
} from './reading.ts'

/** Virtual assets and shares of Morpho Blue (SharesMathLib). */
const VIRTUAL_ASSETS = 1n
const VIRTUAL_SHARES = 10n ** 6n

/** What is lent on one market. */
export interface Loan {
  core: Address
  id: Hex
  /** Who has it there: a vault, or an adapter of one. */
  holder: Address
  own: bigint
  /** What the market could return to anyone. */
  idle: bigint
  params: CallResult | undefined
}

/** What of a loan could be returned now. */
export function returnedBy({ own, idle }: Loan): bigint {
  return own < idle ? own : idle
}

/** What a holder lends on each market, as of the last accrual of its interest. */
export function* readLoans(
  core: Address,
  holder: Address,
  ids: readonly Hex[],
  shares: { ask: (id: Hex) => ChainCall; sharesIn: (result: CallResult | undefined) => bigint },
): Rounds<Loan[]> {
  const results = yield* askGroups(
    ids.map((id) => [
      shares.ask(id),
      call(core, MORPHO_MARKET, [id]),
      call(core, MORPHO_PARAMS, [id]),
    ]),
  )
  return ids.map((id, index): Loan => {
    const [held, state, params] = results[index] ?? []
    const [assets, all, borrowed] = valueOrThrow(state, MORPHO_MARKET)
    return {
      ...{ core, id, holder, params },
      own: (shares.sharesIn(held) * (assets + VIRTUAL_ASSETS)) / (all + VIRTUAL_SHARES),
      idle: assets > borrowed ? assets - borrowed : 0n,
    }
  })
}

/**
 * The markets on which a vault lends, with its own part of each as the supply. Their asset is what backs the loans; amounts are in what is
 * lent. What can be withdrawn of them is in the vault.
 */
export function* loanMarkets(
  loans: readonly Loan[],
  vault: Omit<MarketDraft, 'gap'>,
): MarketReading {
  const lent = loans.filter(({ own }) => own > 0n)
  const backed = lent.map((loan) => {
    const params = valueIn(loan.params, MORPHO_PARAMS)
    return { ...loan, backing: params?.[1] ?? ZERO_ADDRESS, oracle: params?.[2], lltv: params?.[4] }
  })
  const symbols = yield* askGroups(
    backed.map(({ backing }) => (backing === ZERO_ADDRESS ? [] : [call(backing, SYMBOL, [])])),
  )
  return eachMarket(
    backed,
    ({ core, id }) => ({ address: core, name: id }),
    ({ core, id, holder, own, params, backing, oracle, lltv }, index) => {
      if (oracle === undefined || lltv === undefined) throw new MarketUnread(gapOf(params))
      // What is not lent has no collateral and no price.
      if (backing === ZERO_ADDRESS) return null
      const asset = symbolIn(symbols[index]?.[0], backing)
      const threshold = plausibleShare(lltv, WAD)
      const facts = factReader()
      if (threshold === null) facts.lose('liquidationThreshold', 'implausible')
      return {
        ...NO_FACTS,
        address: core,
        name: `${asset}/${vault.asset}`,
        asset,
        assetAddress: backing,
        ...(vault.assetAddress && { countedIn: vault.assetAddress }),
        position: `${core} ${id} ${holder}`,
        decimals: vault.decimals,
        supplied: own,
        loanToValue: threshold,
        liquidationThreshold: threshold,
        priceFeed: oracle === ZERO_ADDRESS ? null : oracle,
        gap: facts.gap(),
      }
    },
  )
}
