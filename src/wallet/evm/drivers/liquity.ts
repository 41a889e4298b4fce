import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { loanFields } from './cdp-loan.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { type AnswersOf, answersTo, may, must } from './questions.ts'
import { ratio } from './reading.ts'

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
const DEPOSIT = 'function getCompoundedLUSDDeposit(address owner) view returns (uint256)'
const COLLATERAL_GAIN = 'function getDepositorETHGain(address owner) view returns (uint256)'
const REWARD_GAIN = 'function getDepositorLQTYGain(address owner) view returns (uint256)'
const STAKE = 'function stakes(address owner) view returns (uint256)'
const STAKE_COLLATERAL = 'function getPendingETHGain(address owner) view returns (uint256)'
const STAKE_DEBT = 'function getPendingLUSDGain(address owner) view returns (uint256)'

const WAD = 10n ** 18n

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
  stabilityPool: address.optional(),
  /** Where the token that the stability pool pays can be staked. */
  staking: z.strictObject({ contract: address, token }).optional(),
})
export type LiquityEntry = z.infer<typeof liquityEntry>

/**
 * A trove, its leftover collateral, and the deposits in the stability pool and the staking contract. The debt is what closing the trove
 * takes: the reserve in it was never paid out (`closeTrove` of `BorrowerOperations`). The LTV counts it, as the contract does.
 */
export const liquity = defineDriver({
  name: 'liquity',
  entry: liquityEntry,
  gap: null,
  *read(entry, owner) {
    const { troveManager, priceFeed, surplusPool } = entry
    const { trove, surplus, inPool, staked } = yield* answersTo({
      trove: must(troveManager, TROVE, [owner]),
      surplus: surplusPool ? must(surplusPool, SURPLUS, [owner]) : 0n,
      inPool: entry.stabilityPool ? poolOf(entry.stabilityPool, owner) : null,
      staked: entry.staking ? stakeOf(entry.staking.contract, owner) : null,
    })
    const [debt, held] = trove
    const others = poolFindings(entry, inPool, staked)
    const legsWith = (owed: bigint) => [
      ...legsOf('collateral', entry.collateral, held, true),
      ...legsOf('borrow', entry.debt, owed),
      ...legsOf('reward', entry.collateral, surplus),
    ]
    if (debt === 0n) {
      const legs = legsWith(0n)
      return legs.length === 0 ? others : [positionOf(entry, { legs }), ...others]
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
    return [positionOf(entry, { legs: legsWith(debt - reserve), ...words }), ...others]
  },
})

function poolOf(stabilityPool: Address, owner: Address) {
  return {
    deposit: must(stabilityPool, DEPOSIT, [owner]),
    collateral: must(stabilityPool, COLLATERAL_GAIN, [owner]),
    reward: must(stabilityPool, REWARD_GAIN, [owner]),
  }
}

function stakeOf(contract: Address, owner: Address) {
  return {
    stake: must(contract, STAKE, [owner]),
    collateral: must(contract, STAKE_COLLATERAL, [owner]),
    debt: must(contract, STAKE_DEBT, [owner]),
  }
}

function poolFindings(
  entry: LiquityEntry,
  inPool: AnswersOf<ReturnType<typeof poolOf>> | null,
  staked: AnswersOf<ReturnType<typeof stakeOf>> | null,
): Finding[] {
  const { collateral, debt, staking } = entry
  const poolLegs = inPool
    ? [
        ...legsOf('supply', debt, inPool.deposit, false),
        ...legsOf('reward', collateral, inPool.collateral),
        ...(staking ? legsOf('reward', staking.token, inPool.reward) : []),
      ]
    : []
  const stakeLegs =
    staking && staked
      ? [
          ...legsOf('stake', staking.token, staked.stake),
          ...legsOf('reward', collateral, staked.collateral),
          ...legsOf('reward', debt, staked.debt),
        ]
      : []
  const stakeOfToken = { product: 'staking' as const, market: staking?.token.symbol ?? null }
  return [
    positionOf(entry, { product: 'vault', market: 'Stability Pool', legs: poolLegs }),
    positionOf(entry, { ...stakeOfToken, legs: stakeLegs }),
  ].filter(({ legs }) => legs.length > 0)
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<LiquityEntry> = ({ troveManager }) => [
  existence('least ratio', troveManager, MIN_RATIO, []),
]
