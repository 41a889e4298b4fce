import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { BALANCE, SYMBOL } from '../../../chains/evm/abi.ts'
import { call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { loanOf } from './lender-loan.ts'
import { ask, ratio, symbolOf, tokenCalls, tokenFrom } from './reading.ts'
import { unseenPart } from './unseen-part.ts'

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
/** Collateral factors are fractions of 10^18. */
const FACTOR_SCALE = 10n ** 18n

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
  gap: 'Markets that are not on our list are not read.',
  receiptTokens: ({ comet }) => [comet],
  *read(entry, owner) {
    const { comet, base, reward } = entry
    const [supplyReply, debtReply, basicReply, feedReply, rewardReply] = yield [
      call(comet, BALANCE, [owner]),
      call(comet, DEBT, [owner]),
      call(comet, BASIC, [owner]),
      call(comet, BASE_FEED, []),
      ...(reward ? [call(reward.contract, REWARD, [comet, owner])] : []),
    ]
    const supply = decodeOrThrow(supplyReply, BALANCE)
    const debt = decodeOrThrow(debtReply, DEBT)
    const [, , , assetsIn, moreAssetsIn] = decodeOrThrow(basicReply, BASIC)
    // It reverts for a market that pays no reward. Another answer that cannot be read must not hide the whole position.
    const owed = tryDecode(rewardReply, REWARD)
    const isOwed = owed !== null && owed.owed > 0n
    const isRewardLost = owed === null && rewardReply?.ok === true

    const used = slots(assetsIn + (moreAssetsIn << 16))
    const second = yield* ask([
      ...used.map((index) => call(comet, ASSET, [index])),
      ...(isOwed ? tokenCalls(owed.token) : []),
      ...(debt > 0n ? [call(comet, PRICE, [decodeOrThrow(feedReply, BASE_FEED)])] : []),
    ])
    const infos = used.map((_, index) => decodeOrThrow(second[index], ASSET))
    const paid = isOwed ? paidToken(entry, owed.token, second.slice(used.length)) : null
    const basePrice = debt > 0n ? tryDecode(second.at(-1), PRICE) : null

    const third = yield* ask(
      infos.flatMap(({ asset, priceFeed }) => [
        call(comet, COLLATERAL, [owner, asset]),
        call(comet, PRICE, [priceFeed]),
        call(asset, SYMBOL, []),
      ]),
    )
    const collaterals = infos.map((info, index) => {
      const [amountReply, priceReply, symbolReply] = third.slice(3 * index, 3 * index + 3)
      const [amount] = decodeOrThrow(amountReply, COLLATERAL)
      const symbol = symbolOf(tryDecode(symbolReply, SYMBOL), info.asset)
      return { info, amount, price: tryDecode(priceReply, PRICE), of: tokenOf(entry, info, symbol) }
    })

    const legs = [
      ...legsOf('supply', base, supply, false),
      ...collaterals.flatMap(({ of, amount }) => legsOf('collateral', of, amount, true)),
      ...legsOf('borrow', base, debt),
      ...(isOwed && paid ? legsOf('reward', paid, owed.owed) : []),
    ]
    const unseen = isRewardLost || (isOwed && paid === null) ? [unseenPart(entry)] : []
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

/** The token of a reward, as listed or as its contract describes it; null when it has no decimals. */
function paidToken(
  { reward }: CompoundV3Entry,
  asked: Address,
  [symbol, decimals]: Reply[],
): Token | null {
  if (reward?.token?.address === asked) return reward.token
  return decimals?.ok ? tokenFrom(asked, symbol, decimals) : null
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
    limit += (value * info.liquidateFactor) / FACTOR_SCALE
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
