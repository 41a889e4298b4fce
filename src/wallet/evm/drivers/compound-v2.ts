import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { UNDERLYING } from '../../../chains/evm/abi.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { loanOf } from './lender-loan.ts'
import { ask, ratio, tokenCalls, tokenFrom } from './reading.ts'
import { unseenPart } from './unseen-part.ts'

const MARKETS = 'function getAllMarkets() view returns (address[])'
const ENTERED = 'function getAssetsIn(address user) view returns (address[])'
const LIQUIDITY =
  'function getAccountLiquidity(address user) view returns (uint256 failure, uint256 liquidity, uint256 shortfall)'
const ORACLE = 'function oracle() view returns (address)'
const SNAPSHOT =
  'function getAccountSnapshot(address user) view returns (uint256 failure, uint256 shares, uint256 debt, uint256 rate)'
const PRICE = 'function getUnderlyingPrice(address market) view returns (uint256)'
const REPAY = 'function getVAIRepayAmount(address user) view returns (uint256)'
const ACCRUED = 'function compAccrued(address user) view returns (uint256)'
/** It claims, and reports what that paid; nothing of it stays. */
const OWED =
  'function getCompBalanceMetadataExt(address comp, address comptroller, address account) returns ((uint256 balance, uint256 votes, address delegate, uint256 allocated))'

/** Exchange rates are fixed point numbers of 18 decimals; so is an amount times its price. */
const WAD = 10n ** 18n

/** Compound v2, or a fork of it, by its comptroller. The markets are read from the comptroller. */
export const compoundV2Entry = entryBase.extend({
  driver: z.literal('compound-v2'),
  comptroller: address,
  /** The market of the chain's native coin, which has no `underlying()`; its amounts are given in the wrapped coin. */
  native: z.strictObject({ market: address, token }).optional(),
  /** Venus: a debt in VAI, which has no market. */
  vai: z.strictObject({ controller: address, token }).optional(),
  /** Compound: COMP, and the contract that reports how much of it a claim would pay. */
  reward: z.strictObject({ lens: address, token }).optional(),
})
export type CompoundV2Entry = z.infer<typeof compoundV2Entry>

/**
 * Supplies and debts as of each market's last interest accrual, which the comptroller uses too. Includes supplies that are not
 * entered as collateral. The health factor is the comptroller's weighted collateral divided by the debt, both in US dollars. Without the
 * answer of the lens only the rewards that were written down are reported, and the protocol is marked as not fully read.
 */
export const compoundV2 = defineDriver({
  name: 'compound-v2',
  entry: compoundV2Entry,
  gap: 'Unclaimed rewards, and comptrollers that are not on our list, are not read.',
  gapOfProtocol: { 'compound-v2': 'Markets that its comptroller does not list are not read.' },
  *read(entry, owner) {
    const { comptroller, native, vai, reward } = entry
    const [marketsReply, enteredReply, liquidityReply, oracleReply, ...more] = yield [
      call(comptroller, MARKETS, []),
      call(comptroller, ENTERED, [owner]),
      call(comptroller, LIQUIDITY, [owner]),
      call(comptroller, ORACLE, []),
      ...(vai ? [call(vai.controller, REPAY, [owner])] : []),
      ...(reward ? [call(comptroller, ACCRUED, [owner])] : []),
    ]
    const markets = decodeOrThrow(marketsReply, MARKETS)
    const entered = new Set<Address>(decodeOrThrow(enteredReply, ENTERED))
    const vaiDebt = vai ? decodeOrThrow(more[0], REPAY) : 0n
    const accrued = reward ? tryDecode(more.at(-1), ACCRUED) : 0n

    const second = yield* ask(
      markets.flatMap((market) => [call(market, SNAPSHOT, [owner]), call(market, UNDERLYING, [])]),
    )
    const held = markets.flatMap((market, index) =>
      heldIn(market, second.slice(2 * index), market === native?.market),
    )

    const oracle = decodeOrThrow(oracleReply, ORACLE)
    // An owner who has left every market has nothing but what was written down then.
    const mayClaim = reward && (held.length > 0 || accrued !== 0n)
    const third = yield* ask([
      ...held.flatMap(({ market, underlying }): Call[] => [
        call(oracle, PRICE, [market]),
        ...tokenCalls(underlying ?? market),
      ]),
      ...(mayClaim ? [call(reward.lens, OWED, [reward.token.address, comptroller, owner])] : []),
    ])
    const owed = mayClaim ? (tryDecode(third.at(-1), OWED)?.allocated ?? null) : 0n
    const found = held.map((each, index) => {
      const [priceReply, symbol, decimals] = third.slice(3 * index, 3 * index + 3)
      const of =
        each.underlying === null && native
          ? native.token
          : tokenFrom(each.underlying ?? each.market, symbol, decimals)
      return { ...each, of, price: tryDecode(priceReply, PRICE) }
    })
    const legs = [
      ...found.flatMap(({ of, supply, market }) =>
        legsOf('supply', of, supply, entered.has(market)),
      ),
      ...found.flatMap(({ of, debt }) => legsOf('borrow', of, debt)),
      ...(vai ? legsOf('borrow', vai.token, vaiDebt) : []),
      ...(reward ? legsOf('reward', reward.token, owed ?? accrued ?? 0n) : []),
    ]
    const unseen = owed === null ? [unseenPart(entry)] : []
    if (legs.length === 0) return unseen
    const sums = sumsOf(found, vaiDebt, liquidityReply)
    const collateral = sums && pledged(found.filter(({ market }) => entered.has(market)))
    return [
      positionOf(entry, {
        legs,
        healthFactor: sums && ratio(sums.limit, sums.debt),
        ...(sums && collateral !== null && loanOf(legs, { ...sums, collateral })),
      }),
      ...unseen,
    ]
  },
})

/** None for a market without anything of the owner; the native coin has no contract. */
function heldIn(market: Address, [snapshot, token]: readonly Reply[], isNative: boolean) {
  const [failure, shares, debt, rate] = decodeOrThrow(snapshot, SNAPSHOT)
  if (failure !== 0n) throw new Unreadable(`${market} returned the error code ${failure}`)
  if (shares === 0n && debt === 0n) return []
  const underlying = isNative ? null : decodeOrThrow(token, UNDERLYING)
  return [{ market, underlying, supply: (shares * rate) / WAD, debt }]
}

/** The value of supplies in US dollars; null when a price cannot be read. */
function pledged(found: { supply: bigint; price: bigint | null }[]): bigint | null {
  let sum = 0n
  for (const { supply, price } of found) {
    if (supply === 0n) continue
    if (price === null || price === 0n) return null
    sum += (supply * price) / WAD
  }
  return sum
}

/** The debt and the most it may be, in US dollars. Null without debt, and when a price or the comptroller's totals cannot be read. */
function sumsOf(
  found: { debt: bigint; price: bigint | null }[],
  vaiDebt: bigint,
  liquidityReply: Reply | undefined,
): { debt: bigint; limit: bigint } | null {
  // The comptroller counts one VAI as one US dollar.
  let debtUsd = vaiDebt
  for (const { debt, price } of found) {
    if (debt === 0n) continue
    if (price === null || price === 0n) return null
    debtUsd += (debt * price) / WAD
  }
  const sums = tryDecode(liquidityReply, LIQUIDITY)
  if (debtUsd === 0n || sums === null || sums[0] !== 0n) return null
  const covered = debtUsd + sums[1] - sums[2]
  return { debt: debtUsd, limit: covered < 0n ? 0n : covered }
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<CompoundV2Entry> = ({ comptroller }) => [
  existence('markets', comptroller, MARKETS, []),
]
