import { Unreadable } from '../../../chains/unreadable.ts'
import type { ProgramReader } from '../program-reader.ts'
import { fieldsOf } from './account-fields.ts'
import { concentratedPools } from './concentrated-pools.ts'
import layouts from './layouts.json' with { type: 'json' }
import { countersAt } from './pool-content.ts'
import { lockedPositions } from './raydium-locks.ts'

/**
 * Raydium's concentrated liquidity (CLMM). The address is that of raydium-io/raydium-sdk-V2 and DefiLlama's adapter, the layouts those
 * of raydium-io/raydium-clmm and the SDK.
 */
const PROGRAM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'

// POSITION: Of the fees of both tokens, and of three rewards: a counter of 16 bytes and an amount of 8. POOL: Of the fees of both tokens,
// then of three rewards of 169 bytes.
const { POSITION, POOL, TICK_ARRAY } = layouts.raydiumClmm
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
