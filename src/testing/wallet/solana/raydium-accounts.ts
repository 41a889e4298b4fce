import { type Field, pack, repeat } from './pack.ts'

/** Accounts of Raydium's concentrated liquidity, field by field in the order of raydium-io/raydium-clmm. */
export const RAYDIUM_CLMM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'

const NO_KEY = '1'.repeat(32)
const MARKS = {
  pool: [247, 237, 227, 245, 215, 195, 222, 70],
  position: [70, 111, 150, 126, 230, 15, 25, 117],
  tickArray: [192, 155, 85, 205, 49, 249, 129, 42],
}

/**
 * The beginning of a pool of mainnet, SOL and another token, as recorded in sevenlabs-hq/carbon: up to the counters of its fees. It
 * has no rewards.
 */
export const recordedPool = Buffer.concat(
  [
    Buffer.from(
      '9+3j9dfD3kb+gW5mYww7tyTcWeSfbMQwbmA6aqzKBvo+NOK0CtWXnY1p1X/L/E6ZAVjMFMYpI/f675XqC02c31dKdhr6EUfAdwabiFf+q4GE+2h/Y0YYwDXaxDncGus7VZig8AAAAAABN9fc9ZpNv3Q55RMr5kucjfxtBl4VH1YIjzIGv3MbC/pOJxGnEGFz+IaqdeF1I2He+OzEB52xUTZP6rmHnireQQNU9pGaxXcPh4m/mzSPvfXvYgvvpgZ4k/Ne5aVl0qbnQlJThTz69ft3QwWQbvaaFg2qd2kfnMqN/HJsK6una60JBgEAxHqOjCYDAAAAAAAAAAAAADSAqmrmRDoaIwAAAAAAAAAAFgEAAAAAAKquPSS6+wAAAAAAAAAAAADSA7mh+wTVAwAAAAAAAAAA',
      'base64',
    ),
  ],
  1544,
)

export interface PoolFields {
  mints: readonly [string, string]
  tickSpacing: number
  sqrtPrice: bigint
  tick: number
  growth?: readonly [bigint, bigint]
  reward?: { mint: string; growth: bigint }
}

export function poolData({
  mints,
  tickSpacing,
  sqrtPrice,
  tick,
  growth = [0n, 0n],
  reward,
}: PoolFields): Buffer {
  const rewardInfo = (mint: string, total: bigint): Field[] => [
    [0, 1],
    ...Array<Field>(3).fill([0, 8]),
    [0, 16],
    [0, 8],
    [0, 8],
    mint,
    NO_KEY,
    NO_KEY,
    [total, 16],
  ]
  return Buffer.concat(
    [
      pack(
        Buffer.from(MARKS.pool),
        [255, 1],
        NO_KEY,
        NO_KEY,
        ...mints,
        NO_KEY,
        NO_KEY,
        NO_KEY,
        [9, 1],
        [6, 1],
        [tickSpacing, 2],
        [0, 16],
        [sqrtPrice, 16],
        [tick, 4],
        [0, 4],
        [growth[0], 16],
        [growth[1], 16],
        [0, 8],
        [0, 8],
        repeat(4, [0, 16]),
        [0, 1],
        Buffer.alloc(7),
        ...rewardInfo(reward?.mint ?? NO_KEY, reward?.growth ?? 0n),
        ...rewardInfo(NO_KEY, 0n),
        ...rewardInfo(NO_KEY, 0n),
      ),
    ],
    1544,
  )
}

export interface PositionFields {
  mint: string
  pool: string
  tickLower: number
  tickUpper: number
  liquidity: bigint
  last?: readonly [bigint, bigint]
  owed?: readonly [bigint, bigint]
  reward?: { last: bigint; owed: bigint }
}

export function positionData(of: PositionFields): Buffer {
  const { last = [0n, 0n], owed = [0n, 0n], reward } = of
  return Buffer.concat(
    [
      pack(
        Buffer.from(MARKS.position),
        [254, 1],
        of.mint,
        of.pool,
        [of.tickLower, 4],
        [of.tickUpper, 4],
        [of.liquidity, 16],
        [last[0], 16],
        [last[1], 16],
        [owed[0], 8],
        [owed[1], 8],
        [reward?.last ?? 0n, 16],
        [reward?.owed ?? 0n, 8],
        repeat(2, [0, 16], [0, 8]),
        [0, 8],
      ),
    ],
    281,
  )
}

export interface TickFields {
  index: number
  tick: number
  outside?: readonly [bigint, bigint]
  reward?: bigint
}

export function tickArrayData(pool: string, start: number, ticks: readonly TickFields[]): Buffer {
  const records = Array.from({ length: 60 }, (_, index) => {
    const used = ticks.find((each) => each.index === index)
    if (used === undefined) return Buffer.alloc(168)
    const { tick, outside = [0n, 0n], reward = 0n } = used
    const growths: Field[] = [
      [outside[0], 16],
      [outside[1], 16],
      [reward, 16],
      [0, 16],
      [0, 16],
    ]
    return Buffer.concat([pack([tick, 4], [-5, 16], [5, 16], ...growths)], 168)
  })
  const head = pack(Buffer.from(MARKS.tickArray), pool, [start, 4])
  return Buffer.concat([head, ...records], 10_240)
}
