import * as z from 'zod'
import type { Address, Hex } from '../../../chains/address.ts'
import { BALANCE, NOW } from '../../../chains/evm/abi.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { call, decodeOrThrow } from '../../../chains/evm/call.ts'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { encodeCall } from '../../../chains/evm/viem.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'

const COOLING =
  'function stakersCooldowns(address owner) view returns (uint40 start, uint216 amount)'
const COOLDOWN = 'function getCooldownSeconds() view returns (uint256)'
const WINDOW = 'function UNSTAKE_WINDOW() view returns (uint256)'
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
  sharesToBonds: (amount) =>
    encodeCall('function sharesToBonds(uint256) view returns (uint256)', [amount]),
  calculateTokenAmount: (amount) =>
    encodeCall('function calculateTokenAmount(uint256) view returns (uint256)', [amount]),
  convertSnBnbToBnb: (amount) =>
    encodeCall('function convertSnBnbToBnb(uint256) view returns (uint256)', [amount]),
  convertBnbXToBnb: (amount) =>
    encodeCall('function convertBnbXToBnb(uint256) view returns (uint256)', [amount]),
}
const RATE_SCALE = 10n ** 18n
/** No token that is held is worth less of what it is redeemed for. */
const LEAST_RATE = 1_000_000n

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
  /** The token that each one is redeemed for, one to one: the balance is then reported in it. */
  par: token.optional(),
  /** Staked AAVE: also read what cools down before it can be redeemed. */
  cooldown: z.literal(true).optional(),
})
export type LiquidStakingEntry = z.infer<typeof liquidStakingEntry>

/**
 * The owner's balance of a receipt token, converted to the staked token where the chain has the rate. A rate of next to nothing is not
 * trusted, and the token is then reported as itself.
 */
export const liquidStaking = defineDriver({
  name: 'liquid-staking',
  entry: liquidStakingEntry,
  gap: 'Only its receipt tokens are read: no withdrawals that wait, and no rewards.',
  receiptTokens: ({ token }) => [token.address],
  *read(entry, owner) {
    const { token: held, par = held, rate } = entry
    const [balance] = yield [call(held.address, BALANCE, [owner])]
    const amount = decodeOrThrow(balance, BALANCE)
    if (amount === 0n) return []
    if (!rate) {
      return [positionOf(entry, { legs: legsOf('stake', par, amount), receiptToken: held.address })]
    }
    const convert = CONVERSIONS[rate.function]
    const [reply, ...timed] = yield [
      { to: rate.contract, data: dataOf(rate, amount) },
      ...(entry.cooldown ? coolingCalls(held.address, owner) : []),
    ]
    const answer = decodeOrThrow(reply, ANSWER)
    const worth = convert ? answer : (amount * answer) / RATE_SCALE
    const isBelieved =
      worth * LEAST_RATE * 10n ** BigInt(held.decimals) >= amount * 10n ** BigInt(rate.of.decimals)
    if (!isBelieved) {
      return [
        positionOf(entry, { legs: legsOf('stake', held, amount), receiptToken: held.address }),
      ]
    }
    const cooling = entry.cooldown ? coolingIn(timed, amount) : null
    const waiting = cooling ? (worth * cooling.amount) / amount : 0n
    const legs = legsOf('stake', rate.of, worth - waiting)
    const coolingLegs = legsOf('stake', rate.of, waiting)
    return [
      ...(legs.length === 0 ? [] : [positionOf(entry, { legs, receiptToken: held.address })]),
      ...(cooling && coolingLegs.length > 0
        ? [
            positionOf(entry, {
              legs: coolingLegs,
              receiptToken: held.address,
              ref: 'cooldown',
              withdrawal: cooling.withdrawal,
            }),
          ]
        : []),
    ]
  },
})

function coolingCalls(token: Address, owner: Address): Call[] {
  return [
    call(token, COOLING, [owner]),
    call(token, COOLDOWN, []),
    call(token, WINDOW, []),
    call(MULTICALL3, NOW, []),
  ]
}

/**
 * How many of the owner's tokens cool down, and until when; null for none, and once the window in which they could be redeemed is over
 * (`StakedTokenV3` of Aave).
 */
function coolingIn([cooling, cooldown, window, time]: Reply[], held: bigint) {
  const [start, amount] = decodeOrThrow(cooling, COOLING)
  const now = decodeOrThrow(time, NOW)
  const end = BigInt(start) + decodeOrThrow(cooldown, COOLDOWN)
  if (start === 0 || now > end + decodeOrThrow(window, WINDOW)) return null
  const withdrawal = { unlocksAt: Number(end), isClaimable: now > end }
  return { amount: amount < held ? amount : held, withdrawal }
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
