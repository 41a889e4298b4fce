import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { BALANCE, SYMBOL } from '../../../chains/evm/abi.ts'
import { call, tryDecode } from '../../../chains/evm/call.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart, withAvailable, withThreshold } from './entry-position.ts'
import { loanOf } from './loan.ts'
import { answersTo, may, mayBeToken, must, Question } from './questions.ts'
import { ratio, symbolOf, WAD } from './reading.ts'

const DEBT = 'function borrowBalanceOf(address owner) view returns (uint256)'
const BASIC =
  'function userBasic(address user) view returns (int104 principal, uint64 trackingIndex, uint64 trackingAccrued, uint16 assetsIn, uint8 moreAssetsIn)'
const BASE_FEED = 'function baseTokenPriceFeed() view returns (address)'
const ASSET =
  'function getAssetInfo(uint8 index) view returns ((uint8 offset, address asset, address priceFeed, uint64 scale, uint64 borrowFactor, uint64 liquidateFactor, uint64 liquidationFactor, uint128 supplyCap))'
const COLLATERAL =
  'function userCollateral(address user, address asset) view returns (uint128 balance, uint128 reserved)'
const PRICE = 'function getPrice(address priceFeed) view returns (uint256)'
const REWARD =
  'function getRewardOwed(address comet, address user) returns ((address token, uint256 owed))'

/** Bits of `assetsIn` (16) and of the byte after it, which markets with up to 24 assets use. */
const ASSET_SLOTS = 24

/** One Comet: a market that lends one base token against several collateral tokens. */
export const compoundV3Entry = entryBase.extend({
  driver: z.literal('compound-v3'),
  comet: address,
  base: token,
  /** The rewards contract, and the token that it pays where a list names it. */
  reward: z.strictObject({ contract: address, token: token.optional() }).optional(),
  /** Collateral tokens; one that is not listed is asked for its symbol. */
  tokens: z.array(token),
})
export type CompoundV3Entry = z.infer<typeof compoundV3Entry>

type AssetInfo = ResultOf<typeof ASSET>

/**
 * Supply, debt, collateral and unclaimed reward at one Comet. The contract itself says which collateral is in use, with its factors
 * and prices, so an asset added by governance needs no new contract list. The health factor is below 1 exactly when
 * `isLiquidatable` returns true.
 */
export const compoundV3 = defineDriver({
  name: 'compound-v3',
  entry: compoundV3Entry,
  reads: ['supply', 'borrow', 'reward'],
  proof: 'recorded/compound-v3.json',
  receiptTokens: ({ comet }) => [comet],
  spenders: ({ comet }) => [{ spender: comet, what: 'market', tokens: null }],
  redeemed: ({ comet, base }) => [[comet, base]],
  *read(entry, owner) {
    const { comet, base, reward } = entry
    const { supply, debt, basic, feed, rewarded } = yield* answersTo({
      supply: must(comet, BALANCE, [owner]),
      debt: must(comet, DEBT, [owner]),
      basic: must(comet, BASIC, [owner]),
      feed: may(comet, BASE_FEED, []),
      rewarded: reward ? rewardOf(reward.contract, comet, owner) : { owed: null, isLost: false },
    })
    const [, , , assetsIn, moreAssetsIn] = basic
    const owed = rewarded.owed && rewarded.owed.owed > 0n ? rewarded.owed : null
    const { infos, paid, basePrice, cash } = yield* answersTo({
      cash: supply > 0n ? may(base.address, BALANCE, [comet]) : null,
      infos: slots(assetsIn + (moreAssetsIn << 16)).map((index) => must(comet, ASSET, [index])),
      paid: owed ? paidToken(entry, owed.token) : null,
      basePrice: debt > 0n && feed ? may(comet, PRICE, [feed]) : null,
    })
    const used = yield* answersTo(
      infos.map((info) => ({
        info,
        held: must(comet, COLLATERAL, [owner, info.asset]),
        price: may(comet, PRICE, [info.priceFeed]),
        symbol: may(info.asset, SYMBOL, []),
      })),
    )
    const collaterals = used.map(({ info, held: [amount], price, symbol }) => {
      const of = tokenOf(entry, info, symbolOf(symbol, info.asset))
      return { info, amount, price, of }
    })

    const legs = [
      ...withAvailable(legsOf('supply', base, supply, false), cash),
      ...collaterals.flatMap(({ of, amount, info }) =>
        withThreshold(
          // Collateral is not lent.
          withAvailable(legsOf('collateral', of, amount, true), amount),
          ratio(info.liquidateFactor, WAD),
        ),
      ),
      ...legsOf('borrow', base, debt),
      ...(owed && paid ? legsOf('reward', paid, owed.owed) : []),
    ]
    const unseen = rewarded.isLost || (owed && paid === null) ? [unseenPart(entry)] : []
    if (legs.length === 0) return unseen
    const values = debt === 0n ? null : valuesOf(collaterals, debt, basePrice, base.decimals)
    return [
      positionOf(entry, {
        legs,
        healthFactor: values && ratio(values.limit, values.debt),
        receiptToken: supply > 0n ? comet : null,
        ...(values && loanOf(legs, values)),
      }),
      ...unseen,
    ]
  },
})

/** It reverts for a market that pays no reward. Another answer that cannot be read must not hide the whole position. */
function rewardOf(contract: Address, comet: Address, owner: Address) {
  return new Question([call(contract, REWARD, [comet, owner])], ([reply]) => {
    const owed = tryDecode(reply, REWARD)
    return { owed, isLost: owed === null && reply?.ok === true }
  })
}

/** The token of a reward, as listed or as its contract describes it; null when it has no decimals. */
function paidToken({ reward }: CompoundV3Entry, asked: Address) {
  return reward?.token?.address === asked ? reward.token : mayBeToken(asked)
}

function slots(bits: number): number[] {
  return Array.from({ length: ASSET_SLOTS }, (_, index) => index).filter(
    (index) => ((bits >> index) & 1) === 1,
  )
}

function tokenOf(entry: CompoundV3Entry, { asset, scale }: AssetInfo, symbol: string): Token {
  const listed = entry.tokens.find(({ address }) => address === asset)
  return listed ?? { address: asset, symbol, decimals: scale.toString().length - 1 }
}

interface Collateral {
  info: AssetInfo
  amount: bigint
  price: bigint | null
}

/** Values by the Comet's prices. Null when one cannot be read: leaving out one collateral would give a wrong factor, not a cautious one. */
function valuesOf(
  collaterals: Collateral[],
  debt: bigint,
  basePrice: bigint | null,
  baseDecimals: number,
): { collateral: bigint; debt: bigint; limit: bigint } | null {
  let collateral = 0n
  let limit = 0n
  for (const { info, amount, price } of collaterals) {
    if (price === null) return null
    const value = (amount * price) / info.scale
    collateral += value
    limit += (value * info.liquidateFactor) / WAD
  }
  const owed = basePrice === null ? 0n : (debt * basePrice) / 10n ** BigInt(baseDecimals)
  return owed === 0n ? null : { collateral, debt: owed, limit }
}

// For `npm run contracts -- --check` alone.
const BASE = 'function baseToken() view returns (address)'

/** @public */
export const claims: ClaimsOf<CompoundV3Entry> = ({ comet, base }) => [
  wordClaim('base token', call(comet, BASE, []), base.address),
]
