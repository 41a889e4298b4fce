import * as z from 'zod'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { loanFields } from './loan.ts'
import { answersTo, may, must } from './questions.ts'
import { ratio, WAD } from './reading.ts'

const TROVE =
  'function getEntireDebtAndColl(address owner) view returns (uint256 debt, uint256 coll, uint256 pendingDebt, uint256 pendingColl)'
export const MIN_RATIO = 'function MCR() view returns (uint256)'
export const LAST_PRICE = 'function lastGoodPrice() view returns (uint256)'
const FETCH_PRICE = 'function fetchPrice() returns (uint256)'
/** What a trove keeps for who liquidates it, as Liquity and Prisma call it. */
const RESERVES = [
  'function LUSD_GAS_COMPENSATION() view returns (uint256)',
  'function DEBT_GAS_COMPENSATION() view returns (uint256)',
] as const
export const SURPLUS = 'function getCollateral(address owner) view returns (uint256)'

/** Liquity, or one collateral of a protocol made from it: prices and ratios have 18 decimals, as have all its tokens. */
export const liquityEntry = entryBase.extend({
  driver: z.literal('liquity'),
  troveManager: address,
  /** The contract that knows the price; without one, the trove manager does. */
  priceFeed: address.optional(),
  collateral: token,
  /** The stablecoin that is borrowed. */
  debt: token,
  /** Collateral that was left over when a trove was closed by others. */
  surplusPool: address.optional(),
})
export type LiquityEntry = z.infer<typeof liquityEntry>

/**
 * A trove and its leftover collateral. The debt is what closing the trove takes: the reserve in it was never paid out (`closeTrove` of `BorrowerOperations`). The LTV counts it, as the contract does.
 */
export const liquity = defineDriver({
  name: 'liquity',
  entry: liquityEntry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/liquity.json',
  *read(entry, owner) {
    const { troveManager, priceFeed, surplusPool } = entry
    const { trove, surplus } = yield* answersTo({
      trove: must(troveManager, TROVE, [owner]),
      surplus: surplusPool ? must(surplusPool, SURPLUS, [owner]) : 0n,
    })
    const [debt, held] = trove
    const legsWith = (owed: bigint) => [
      ...legsOf('collateral', entry.collateral, held, true),
      ...legsOf('borrow', entry.debt, owed),
      ...legsOf('reward', entry.collateral, surplus),
    ]
    if (debt === 0n) {
      const legs = legsWith(0n)
      return legs.length === 0 ? [] : [positionOf(entry, { legs })]
    }

    const { least, price, reserves } = yield* answersTo({
      least: must(troveManager, MIN_RATIO, []),
      // A price that cannot be read must not hide the trove.
      price: priceFeed ? may(priceFeed, LAST_PRICE, []) : may(troveManager, FETCH_PRICE, []),
      reserves: RESERVES.map((each) => may(troveManager, each, [])),
    })
    const reserve = reserves
      .map((each) => each ?? 0n)
      .filter((each) => each < debt)
      .reduce((sum, each) => sum + each, 0n)
    if (least < WAD) throw new Unreadable('A trove may have less collateral than debt')
    const words = loanFields({
      collateralValue: held * (price ?? 0n),
      debtValue: debt * WAD,
      liquidationLtv: ratio(WAD, least),
      liquidationPrice: held === 0n ? null : ratio(debt * least, held * WAD),
    })
    return [positionOf(entry, { legs: legsWith(debt - reserve), ...words })]
  },
})

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<LiquityEntry> = ({ troveManager }) => [
  existence('least ratio', troveManager, MIN_RATIO, []),
]
