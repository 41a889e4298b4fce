import { Unreadable } from '../../../chains/unreadable.ts'
import type { ProgramReader } from '../program-reader.ts'
import { fieldsOf } from './account-fields.ts'
import { concentratedPools } from './concentrated-pools.ts'
import { countersAt } from './pool-content.ts'
import { lockedPositions } from './raydium-locks.ts'

/**
 * Raydium's concentrated liquidity (CLMM). The address is that of raydium-io/raydium-sdk-V2 and DefiLlama's adapter, the layouts those
 * of raydium-io/raydium-clmm and the SDK.
 */
const PROGRAM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'

const POSITION = {
  name: 'Raydium position',
  program: PROGRAM,
  discriminator: [70, 111, 150, 126, 230, 15, 25, 117],
  bytes: 217,
  pool: 41,
  tickLower: 73,
  tickUpper: 77,
  liquidity: 81,
  /** Of the fees of both tokens, and of three rewards: a counter of 16 bytes and an amount of 8. */
  earned: [
    { last: 97, owed: 129 },
    { last: 113, owed: 137 },
    { last: 145, owed: 161 },
    { last: 169, owed: 185 },
    { last: 193, owed: 209 },
  ],
}
const POOL = {
  name: 'Raydium pool',
  program: PROGRAM,
  discriminator: [247, 237, 227, 245, 215, 195, 222, 70],
  bytes: 904,
  mintA: 73,
  mintB: 105,
  tickSpacing: 235,
  sqrtPrice: 253,
  tick: 269,
  /** Of the fees of both tokens, then of three rewards of 169 bytes. */
  counters: [
    { mint: 73, growth: 277 },
    { mint: 105, growth: 293 },
    { mint: 454, growth: 550 },
    { mint: 623, growth: 719 },
    { mint: 792, growth: 888 },
  ],
}
const TICK_ARRAY = {
  name: 'Raydium tick array',
  program: PROGRAM,
  discriminator: [192, 155, 85, 205, 49, 249, 129, 42],
  bytes: 10_124,
  ticks: 44,
}
/** A tick has its number, the net and gross liquidity, five growths, and fields of limit orders. */
const TICK = { bytes: 168, gross: 20, growths: [36, 52, 68, 84, 100] }

/** Positions in concentrated pools, and what those earned that are locked for good. */
export const raydiumClmm: ProgramReader = concentratedPools({
  proof: 'raydium-clmm.test.ts',
  protocol: 'raydium',
  program: PROGRAM,
  further: lockedPositions,
  readPosition(account) {
    const fields = fieldsOf(account, POSITION)
    return {
      pool: fields.key(POSITION.pool),
      tickLower: fields.i32(POSITION.tickLower),
      tickUpper: fields.i32(POSITION.tickUpper),
      liquidity: fields.u128(POSITION.liquidity),
      earned: POSITION.earned.map(({ last, owed }) => ({
        last: fields.u128(last),
        owed: fields.u64(owed),
      })),
    }
  },
  pools: {
    bytes: POOL.bytes,
    read(account) {
      const fields = fieldsOf(account, POOL)
      return {
        sqrtPrice: fields.u128(POOL.sqrtPrice),
        tick: fields.i32(POOL.tick),
        tickSpacing: fields.u16(POOL.tickSpacing),
        kind: `tick spacing ${fields.u16(POOL.tickSpacing)}`,
        mints: [fields.key(POOL.mintA), fields.key(POOL.mintB)],
        counters: countersAt(fields, POOL.counters),
      }
    },
  },
  tickArrays: {
    ticks: 60,
    bytes: TICK_ARRAY.bytes,
    seed(start) {
      const seed = Buffer.alloc(4)
      seed.writeInt32BE(start)
      return seed
    },
    readTick(account, index) {
      const fields = fieldsOf(account, TICK_ARRAY)
      const at = TICK_ARRAY.ticks + index * TICK.bytes
      if (fields.u128(at + TICK.gross) === 0n) {
        throw new Unreadable(`The tick ${index} of an array is not in use`)
      }
      return TICK.growths.map((growth) => fields.u128(at + growth))
    },
  },
})
