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

/** Functions that say what one token (of 18 decimals) is worth. */
const RATES: Record<string, (() => Hex) | undefined> = {
  stEthPerToken: () => encodeCall('function stEthPerToken() view returns (uint256)', []),
  getExchangeRate: () => encodeCall('function getExchangeRate() view returns (uint256)', []),
  exchangeRate: () => encodeCall('function exchangeRate() view returns (uint256)', []),
  getRate: () => encodeCall('function getRate() view returns (uint256)', []),
  rsETHPrice: () => encodeCall('function rsETHPrice() view returns (uint256)', []),
}
/** Functions that say what an amount is worth. */
const CONVERSIONS: Record<string, ((amount: bigint) => Hex) | undefined> = {
  convertToAssets: (amount) =>
    encodeCall('function convertToAssets(uint256) view returns (uint256)', [amount]),
  getPooledAvaxByShares: (amount) =>
    encodeCall('function getPooledAvaxByShares(uint256) view returns (uint256)', [amount]),
  kHYPEToHYPE: (amount) =>
    encodeCall('function kHYPEToHYPE(uint256) view returns (uint256)', [amount]),
  previewRedeem: (amount) =>
    encodeCall('function previewRedeem(uint256) view returns (uint256)', [amount]),
}
const RATE_SCALE = 10n ** 18n

/** Names of the functions that a rate may be read by: a closed list, so that data cannot make up a call. */
export const RATE_FUNCTIONS = [...Object.keys(RATES), ...Object.keys(CONVERSIONS)]

/** A token that stands for a position by itself: a liquid staking token and its kind. */
export const liquidStakingEntry = entryBase.extend({
  driver: z.literal('liquid-staking'),
  token,
  /** How much of which token it stands for. Without it (other chains than its own) it is told, and priced, as itself. */
  rate: z
    .strictObject({ contract: address, function: z.enum(RATE_FUNCTIONS), of: token })
    .optional(),
})
export type LiquidStakingEntry = z.infer<typeof liquidStakingEntry>

/** What the owner holds of a receipt token: in the staked token where the chain knows the rate, else in itself. */
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

/** Asks what one whole token of these decimals stands for, in the smallest unit of what it stands for. */
export function rateOf(rate: { contract: Address; function: string }): (decimals: number) => Call {
  return (decimals) => ({ to: rate.contract, data: dataOf(rate, 10n ** BigInt(decimals)) })
}

function dataOf(rate: { contract: Address; function: string }, amount: bigint): Hex {
  const data = CONVERSIONS[rate.function]?.(amount) ?? RATES[rate.function]?.()
  if (data === undefined) throw new TypeError(`No such rate: ${rate.function}`)
  return data
}
