import { type Field, pack, repeat } from './pack.ts'

/** Accounts of Meteora's DAMM v2, field by field in the order of the IDL in @meteora-ag/cp-amm-sdk. */
export const DAMM = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG'

const NO_KEY = '1'.repeat(32)
const wide = (value: bigint): Field[] => [
  [value, 16],
  [value >> 128n, 16],
]

export interface DammPoolFields {
  mints: readonly [string, string]
  liquidity: bigint
  /** The lowest, the present and the highest square root of the price. */
  prices: readonly [bigint, bigint, bigint]
  feeMode?: number
  fees?: readonly [bigint, bigint]
  amounts?: readonly [bigint, bigint]
  reward?: { mint: string; stored: bigint }
}

export function dammPoolData(of: DammPoolFields): Buffer {
  const { fees = [0n, 0n], amounts = [0n, 0n], reward } = of
  const rewardInfo = (mint: string, stored: bigint): Field[] => [
    [1, 1],
    [0, 1],
    repeat(6, [0, 1]),
    [9, 8],
    mint,
    NO_KEY,
    NO_KEY,
    [9, 8],
    [9, 8],
    [9, 16],
    ...wide(stored),
    [9, 8],
    [9, 8],
  ]
  return pack(
    Buffer.from([241, 154, 109, 4, 17, 177, 109, 188]),
    Buffer.alloc(160, 9),
    ...of.mints,
    repeat(4, NO_KEY),
    [of.liquidity, 16],
    [9, 16],
    repeat(4, [9, 8]),
    [of.prices[0], 16],
    [of.prices[2], 16],
    [of.prices[1], 16],
    [9, 8],
    repeat(4, [0, 1]),
    [of.feeMode ?? 0, 1],
    repeat(3, [0, 1]),
    ...wide(fees[0]),
    ...wide(fees[1]),
    [9, 16],
    Buffer.alloc(80, 9),
    NO_KEY,
    [amounts[0], 8],
    [amounts[1], 8],
    [1, 1],
    Buffer.alloc(31),
    ...rewardInfo(reward?.mint ?? NO_KEY, reward?.stored ?? 0n),
    ...rewardInfo(NO_KEY, 0n),
  )
}

export interface DammPositionFields {
  pool: string
  mint: string
  liquidity: readonly [bigint, bigint, bigint]
  fees?: readonly [bigint, bigint]
  pending?: readonly [bigint, bigint]
  reward?: { checkpoint: bigint; pending: bigint }
}

export function dammPositionData(of: DammPositionFields): Buffer {
  const { fees = [0n, 0n], pending = [0n, 0n], reward } = of
  return pack(
    Buffer.from([170, 188, 143, 228, 122, 64, 247, 208]),
    of.pool,
    of.mint,
    ...wide(fees[0]),
    ...wide(fees[1]),
    [pending[0], 8],
    [pending[1], 8],
    ...of.liquidity.map((part): Field => [part, 16]),
    repeat(2, [9, 8]),
    ...wide(reward?.checkpoint ?? 0n),
    [reward?.pending ?? 0n, 8],
    [9, 8],
    ...wide(0n),
    [0, 8],
    [9, 8],
    Buffer.alloc(80, 9),
    [9, 4],
    Buffer.alloc(12),
  )
}
