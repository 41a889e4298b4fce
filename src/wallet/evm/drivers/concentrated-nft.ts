import type { Address, Hex } from '../../../chains/address.ts'
import type { LensToken } from '../../../chains/evm/lens/lens.ts'
import type { Token } from '../../model/entry-base.ts'
import type { TokenAmount } from '../../model/finding.ts'
import { amountsForLiquidity, feeGrowthInside, unclaimedFees } from '../../model/liquidity-math.ts'
import { legsOf } from './entry-position.ts'
import { symbolOf } from './reading.ts'

const MAX_DECIMALS = 36n

/** A position of concentrated liquidity and what its pool says: all that its content follows from. */
export interface ConcentratedState {
  tick: number
  tickLower: number
  tickUpper: number
  sqrtPrice: bigint
  liquidity: bigint
  insideLast0: bigint
  insideLast1: bigint
  owed0: bigint
  owed1: bigint
  global0: bigint
  global1: bigint
  lower0: bigint
  lower1: bigint
  upper0: bigint
  upper1: bigint
}

/**
 * What a full withdrawal would pay. Fees that grew since the last change are rewards. What the manager already owes may be fees or what was taken
 * out and not collected, and it does not record which: that counts with the pool, in legs of its own.
 */
export function contentOf(nft: ConcentratedState, token0: Token, token1: Token): TokenAmount[] {
  const { amount0, amount1 } = amountsForLiquidity(nft)
  const { fees0, fees1 } = feesOf(nft)
  return [
    ...legsOf('lp', token0, amount0),
    ...legsOf('lp', token1, amount1),
    ...legsOf('lp', token0, nft.owed0),
    ...legsOf('lp', token1, nft.owed1),
    ...legsOf('reward', token0, fees0),
    ...legsOf('reward', token1, fees1),
  ]
}

/** A token that cannot be read, so that no amount of it has a value; the other one of its pool still has. */
export function opaqueToken(address: Address): Token {
  return { address, symbol: symbolOf(null, address), decimals: 0 }
}

/** The legs of which those in tokens that cannot be read have no value. */
export function withOpaque(
  legs: readonly TokenAmount[],
  tokens: ReadonlyMap<Address, Token>,
): TokenAmount[] {
  const known = new Set<string>([...tokens.values()].map(({ address }) => address))
  return legs.map((leg) => (known.has(leg.token) ? leg : { ...leg, isUnread: true }))
}

export function isInRange({ tick, tickLower, tickUpper }: ConcentratedState): boolean {
  return tick >= tickLower && tick < tickUpper
}

function feesOf(nft: ConcentratedState): { fees0: bigint; fees1: bigint } {
  const { tick, tickLower, tickUpper, liquidity } = nft
  const inside0 = feeGrowthInside({
    tick,
    tickLower,
    tickUpper,
    global: nft.global0,
    lower: nft.lower0,
    upper: nft.upper0,
  })
  const inside1 = feeGrowthInside({
    tick,
    tickLower,
    tickUpper,
    global: nft.global1,
    lower: nft.lower1,
    upper: nft.upper1,
  })
  const { insideLast0, insideLast1 } = nft
  return {
    fees0: unclaimedFees({ liquidity, inside: inside0, insideLast: insideLast0, owed: 0n }),
    fees1: unclaimedFees({ liquidity, inside: inside1, insideLast: insideLast1, owed: 0n }),
  }
}

/** The token by its address; nothing without valid decimals, because no amount of it can be stated. */
export function knownToken({ token: at, known, decimals, symbol }: LensToken): [Address, Token][] {
  if (!known || decimals > MAX_DECIMALS) return []
  return [[at, { address: at, symbol: symbolOf(textOf(symbol), at), decimals: Number(decimals) }]]
}

/** The reply of `symbol()` as text: a string or, in old tokens, 32 bytes. */
function textOf(data: Hex): string {
  const bytes = Buffer.from(data.slice(2), 'hex')
  if (bytes.length < 64) return bytes.toString('utf8')
  return bytes.subarray(64, 64 + bytes.readUInt32BE(60)).toString('utf8')
}
