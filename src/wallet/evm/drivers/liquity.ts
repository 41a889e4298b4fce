import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { type Call, call, decodeOrThrow, tryDecode } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { loanFields } from './cdp-loan.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
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
    const pools = poolCalls(entry, owner)
    const [troveReply, ...rest] = yield [
      call(troveManager, TROVE, [owner]),
      ...(surplusPool ? [call(surplusPool, SURPLUS, [owner])] : []),
      ...pools,
    ]
    const [debt, held] = decodeOrThrow(troveReply, TROVE)
    const surplus = surplusPool ? decodeOrThrow(rest.shift(), SURPLUS) : 0n
    const others = poolFindings(
      entry,
      rest.map((reply) => decodeOrThrow(reply, DEPOSIT)),
    )
    const legsWith = (owed: bigint) => [
      ...legsOf('collateral', entry.collateral, held, true),
      ...legsOf('borrow', entry.debt, owed),
      ...legsOf('reward', entry.collateral, surplus),
    ]
    if (debt === 0n) {
      const legs = legsWith(0n)
      return legs.length === 0 ? others : [positionOf(entry, { legs }), ...others]
    }

    const [ratioReply, priceReply, ...reserveReplies] = yield [
      call(troveManager, MIN_RATIO, []),
      priceFeed ? call(priceFeed, LAST_PRICE, []) : call(troveManager, FETCH_PRICE, []),
      ...RESERVES.map((each) => call(troveManager, each, [])),
    ]
    const reserve = RESERVES.map((each, at) => tryDecode(reserveReplies[at], each) ?? 0n)
      .filter((each) => each < debt)
      .reduce((sum, each) => sum + each, 0n)
    const least = decodeOrThrow(ratioReply, MIN_RATIO)
    if (least < WAD) throw new Unreadable('A trove may have less collateral than debt')
    // A price that cannot be read must not hide the trove.
    const price = tryDecode(priceReply, LAST_PRICE) ?? 0n
    const words = loanFields({
      collateralValue: held * price,
      debtValue: debt * WAD,
      liquidationLtv: ratio(WAD, least),
      liquidationPrice: held === 0n ? null : ratio(debt * least, held * WAD),
    })
    return [positionOf(entry, { legs: legsWith(debt - reserve), ...words }), ...others]
  },
})

function poolCalls({ stabilityPool, staking }: LiquityEntry, owner: Address): Call[] {
  return [
    ...(stabilityPool
      ? [DEPOSIT, COLLATERAL_GAIN, REWARD_GAIN].map((each) => call(stabilityPool, each, [owner]))
      : []),
    ...(staking
      ? [STAKE, STAKE_COLLATERAL, STAKE_DEBT].map((each) => call(staking.contract, each, [owner]))
      : []),
  ]
}

/** The findings of the amounts that `poolCalls` asked for, in their order. */
function poolFindings(entry: LiquityEntry, amounts: readonly bigint[]): Finding[] {
  const { collateral, debt, stabilityPool, staking } = entry
  const next = amounts.values()
  const take = (): bigint => next.next().value ?? 0n
  const inPool = stabilityPool
    ? [
        ...legsOf('supply', debt, take(), false),
        ...legsOf('reward', collateral, take()),
        ...rewardLegs(entry, take()),
      ]
    : []
  const staked = staking
    ? [
        ...legsOf('stake', staking.token, take()),
        ...legsOf('reward', collateral, take()),
        ...legsOf('reward', debt, take()),
      ]
    : []
  return [
    ...(inPool.length > 0
      ? [positionOf(entry, { product: 'vault', market: 'Stability Pool', legs: inPool })]
      : []),
    ...(staked.length > 0
      ? [
          positionOf(entry, {
            product: 'staking',
            market: staking?.token.symbol ?? null,
            legs: staked,
          }),
        ]
      : []),
  ]
}

function rewardLegs({ staking }: LiquityEntry, amount: bigint) {
  return staking ? legsOf('reward', staking.token, amount) : []
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<LiquityEntry> = ({ troveManager }) => [
  existence('least ratio', troveManager, MIN_RATIO, []),
]
