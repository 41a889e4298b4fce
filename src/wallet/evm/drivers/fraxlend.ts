import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { ASSET } from '../../../chains/evm/abi.ts'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { loanOf } from './loan.ts'
import { shareOf } from './pool-token.ts'
import { type AnswersOf, answersTo, may, membersOf, must, tokenAt } from './questions.ts'
import { ratio, WAD } from './reading.ts'

const PAIRS = 'function getAllPairAddresses() view returns (address[])'
const SNAPSHOT =
  'function getUserSnapshot(address user) view returns (uint256 assetShares, uint256 borrowShares, uint256 collateral)'
const COLLATERAL = 'function collateralContract() view returns (address)'
const SUPPLIED = 'function totalAsset() view returns (uint128 amount, uint128 shares)'
const BORROWED = 'function totalBorrow() view returns (uint128 amount, uint128 shares)'
const TO_ASSET =
  'function toAssetAmount(uint256 shares, bool roundUp, bool previewInterest) view returns (uint256)'
const TO_BORROW =
  'function toBorrowAmount(uint256 shares, bool roundUp, bool previewInterest) view returns (uint256)'
const MAX_LTV = 'function maxLTV() view returns (uint256)'
const RATES =
  'function exchangeRateInfo() view returns (address oracle, uint32 maxOracleDeviation, uint184 lastTimestamp, uint256 lowExchangeRate, uint256 highExchangeRate)'
const FIRST_RATE =
  'function exchangeRateInfo() view returns (uint32 lastTimestamp, uint224 exchangeRate)'

/** A registry has fewer pairs; those after it are not read. */
const MAX_PAIRS = 1000n
/** An LTV is in thousandths of a percent. */
const LTV_UNIT = 100_000n

/** Fraxlend by the registry of its pairs. */
export const fraxlendEntry = entryBase.extend({
  driver: z.literal('fraxlend'),
  registry: address,
})
export type FraxlendEntry = z.infer<typeof fraxlendEntry>

/**
 * An owner's supply, collateral and debt, one finding for each pair, with interest up to the block; of pairs of the first version up to
 * their last accrual. The loan is valued at the lower rate of the pair's oracle of its last use, which liquidations use.
 */
export const fraxlend = defineDriver({
  name: 'fraxlend',
  entry: fraxlendEntry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/fraxlend.json',
  *read(entry, owner) {
    const { total, unread, found } = yield* answersTo(
      membersOf({
        registry: entry.registry,
        listing: selectorOf(PAIRS),
        question: selectorOf(SNAPSHOT),
        words: 3,
        owner,
        max: MAX_PAIRS,
      }),
    )
    if (total === 0n) throw new Unreadable('The registry lists no pair')
    const read = yield* answersTo(
      found.map(({ member, words: [supplyShares, debtShares, collateral] }) => ({
        ...pairAt(member, supplyShares, debtShares),
        collateral,
      })),
    )
    const pairs = yield* answersTo(
      read.map((each) => ({ ...each, lent: tokenAt(each.asset), pledged: tokenAt(each.pledge) })),
    )
    const findings = pairs
      .map((each) => loanFinding(entry, each))
      .filter(({ legs }) => legs.length > 0)
    return unread > 0n || total > MAX_PAIRS ? [...findings, unseenPart(entry)] : findings
  },
})

function pairAt(pair: Address, supplyShares: bigint, debtShares: bigint) {
  return {
    pair,
    supplyShares,
    debtShares,
    asset: must(pair, ASSET, []),
    pledge: must(pair, COLLATERAL, []),
    supplied: must(pair, SUPPLIED, []),
    borrowed: must(pair, BORROWED, []),
    // The first version has no preview of interest.
    supply: may(pair, TO_ASSET, [supplyShares, false, true]),
    debt: may(pair, TO_BORROW, [debtShares, true, true]),
    maxLtv: must(pair, MAX_LTV, []),
    rates: may(pair, RATES, []),
    firstRates: may(pair, FIRST_RATE, []),
  }
}

interface Pair extends AnswersOf<ReturnType<typeof pairAt>> {
  collateral: bigint
  lent: Token
  pledged: Token
}

function loanFinding(entry: FraxlendEntry, of: Pair): Finding {
  const { pair, lent, pledged, collateral, maxLtv } = of
  const supply = of.supply ?? shareOf(of.supplied[0], of.supplyShares, of.supplied[1])
  const debt = of.debt ?? shareOf(of.borrowed[0], of.debtShares, of.borrowed[1])
  const legs = [
    ...legsOf('supply', lent, supply, false),
    ...legsOf('collateral', pledged, collateral, true),
    ...legsOf('borrow', lent, debt),
  ]
  // Units of collateral for 10^18 units of the asset.
  const rate = of.rates?.[3] ?? of.firstRates?.[1] ?? 0n
  // A pair without a limit never liquidates.
  const owed = rate === 0n ? null : debt * rate * LTV_UNIT
  const limit = maxLtv === 0n ? null : collateral * WAD * maxLtv
  return positionOf(entry, {
    market: `${pledged.symbol}/${lent.symbol}`,
    ref: pair,
    receiptToken: supply > 0n ? pair : null,
    legs,
    healthFactor: owed && limit !== null ? ratio(limit, owed) : null,
    ...(owed && loanOf(legs, { collateral: collateral * WAD * LTV_UNIT, debt: owed, limit })),
  })
}
