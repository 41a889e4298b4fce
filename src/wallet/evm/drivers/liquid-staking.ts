import * as z from 'zod'
import type { Address, Hex } from '../../model/address.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Call } from '../client/call.ts'
import { call, decodeOrThrow } from '../client/call.ts'
import { encodeCall } from '../client/viem.ts'
import type { Driver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'

const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const ANSWER = 'function answer() view returns (uint256)'

/** Functions that return the value of one token (18 decimals). */
const RATES: Record<string, (() => Hex) | undefined> = {
  stEthPerToken: () => encodeCall('function stEthPerToken() view returns (uint256)', []),
  getExchangeRate: () => encodeCall('function getExchangeRate() view returns (uint256)', []),
  exchangeRate: () => encodeCall('function exchangeRate() view returns (uint256)', []),
  getRate: () => encodeCall('function getRate() view returns (uint256)', []),
  exchangeRatio: () => encodeCall('function exchangeRatio() view returns (uint256)', []),
  rsETHPrice: () => encodeCall('function rsETHPrice() view returns (uint256)', []),
  exchangeRateToLST: () => encodeCall('function exchangeRateToLST() view returns (uint256)', []),
}
/** Functions that return the value of an amount. */
const CONVERSIONS: Record<string, ((amount: bigint) => Hex) | undefined> = {
  convertToAssets: (amount) =>
    encodeCall('function convertToAssets(uint256) view returns (uint256)', [amount]),
  getPooledAvaxByShares: (amount) =>
    encodeCall('function getPooledAvaxByShares(uint256) view returns (uint256)', [amount]),
  kHYPEToHYPE: (amount) =>
    encodeCall('function kHYPEToHYPE(uint256) view returns (uint256)', [amount]),
  mETHToETH: (amount) => encodeCall('function mETHToETH(uint256) view returns (uint256)', [amount]),
  underlyingBalanceFromShares: (amount) =>
    encodeCall('function underlyingBalanceFromShares(uint256) view returns (uint256)', [amount]),
  previewRedeem: (amount) =>
    encodeCall('function previewRedeem(uint256) view returns (uint256)', [amount]),
}
const RATE_SCALE = 10n ** 18n

/** Functions that a rate may be read with: a closed list, so that contract lists cannot define calls of their own. */
export const RATE_FUNCTIONS = [...Object.keys(RATES), ...Object.keys(CONVERSIONS)]

/** A receipt token that is the whole position, such as a liquid staking token. */
export const liquidStakingEntry = entryBase.extend({
  driver: z.literal('liquid-staking'),
  token,
  /** What one token is redeemed for. Left out on chains where no contract knows it: the token is then reported and priced as itself. */
  rate: z
    .strictObject({ contract: address, function: z.enum(RATE_FUNCTIONS), of: token })
    .optional(),
})
export type LiquidStakingEntry = z.infer<typeof liquidStakingEntry>

/** The owner's balance of a receipt token, converted to the staked token where the chain has the rate. */
export const liquidStaking: Driver<LiquidStakingEntry> = function* (entry, owner) {
  const { token: held, rate } = entry
  const [balance] = yield [call(held.address, BALANCE, [owner])]
  const amount = decodeOrThrow(balance, BALANCE)
  if (amount === 0n) return []
  if (!rate) {
    return [positionOf(entry, { legs: legsOf('stake', held, amount), receiptToken: held.address })]
  }
  const convert = CONVERSIONS[rate.function]
  const [reply] = yield [{ to: rate.contract, data: dataOf(rate, amount) }]
  const answer = decodeOrThrow(reply, ANSWER)
  const worth = convert ? answer : (amount * answer) / RATE_SCALE
  const legs = legsOf('stake', rate.of, worth)
  return legs.length === 0 ? [] : [positionOf(entry, { legs, receiptToken: held.address })]
}

/** The call that returns what one whole token of these decimals is redeemed for, in the smallest unit of the other token. */
export function rateOf(rate: { contract: Address; function: string }): (decimals: number) => Call {
  return (decimals) => ({ to: rate.contract, data: dataOf(rate, 10n ** BigInt(decimals)) })
}

function dataOf(rate: { contract: Address; function: string }, amount: bigint): Hex {
  const data = CONVERSIONS[rate.function]?.(amount) ?? RATES[rate.function]?.()
  if (data === undefined) throw new TypeError(`Unknown rate function: ${rate.function}`)
  return data
}
