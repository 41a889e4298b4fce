import { Unreadable } from '../../../chains/unreadable.ts'
import type { RawAccount } from '../accounts.ts'
import type { ProgramReader } from '../program-reader.ts'
import { type AccountFields, fieldsOf } from './account-fields.ts'
import { concentratedPools } from './concentrated-pools.ts'
import layouts from './layouts.json' with { type: 'json' }
import { bundledPositions } from './orca-bundles.ts'
import { countersAt } from './pool-content.ts'

/** Orca's Whirlpools. The address and all layouts are those of orca-so/whirlpools, its program and published clients. */
const PROGRAM = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'

// POSITION: Each is a counter of 16 bytes and an amount of 8: of both tokens' fees, and of three rewards. WHIRLPOOL: Of the fees of both
// tokens, then of three rewards of 128 bytes. DYNAMIC: An array in which an unused tick takes only its first byte. The bitmap has a bit
// for each used one.
const { POSITION, WHIRLPOOL, FIXED, DYNAMIC } = layouts.orca
/** A tick has a byte that says whether it is in use, the net and gross liquidity, and five growths. */
const TICK = { bytes: 113, growths: [33, 49, 65, 81, 97] }

/** Positions in Whirlpools that an NFT of their own represents, or one for a bundle of them. */
export const orca: ProgramReader = concentratedPools({
  proof: 'orca.test.ts',
  protocol: 'orca',
  program: PROGRAM,
  readPosition(account) {
    const fields = fieldsOf(account, POSITION)
    return {
      pool: fields.key(POSITION.whirlpool),
      tickLower: fields.i32(POSITION.tickLower),
      tickUpper: fields.i32(POSITION.tickUpper),
      liquidity: fields.u128(POSITION.liquidity),
      earned: POSITION.earned.map((at) => ({ last: fields.u128(at), owed: fields.u64(at + 16) })),
    }
  },
  further: (wallet) => bundledPositions(wallet, PROGRAM),
  pools: {
    bytes: WHIRLPOOL.bytes,
    read(account) {
      const fields = fieldsOf(account, WHIRLPOOL)
      return {
        sqrtPrice: fields.u128(WHIRLPOOL.sqrtPrice),
        tick: fields.i32(WHIRLPOOL.tick),
        tickSpacing: fields.u16(WHIRLPOOL.tickSpacing),
        kind: `${fields.u16(WHIRLPOOL.feeRate) / 10_000}%`,
        mints: [fields.key(WHIRLPOOL.mintA), fields.key(WHIRLPOOL.mintB)],
        counters: countersAt(fields, WHIRLPOOL.counters),
      }
    },
  },
  tickArrays: {
    ticks: 88,
    bytes: DYNAMIC.maxBytes,
    seed: (start) => Buffer.from(String(start)),
    readTick(account, index) {
      const { fields, at } = tickIn(account, index)
      if (fields.u8(at) !== 1) throw new Unreadable(`The tick ${index} of an array is not in use`)
      return TICK.growths.map((growth) => fields.u128(at + growth))
    },
  },
})

function tickIn(
  account: RawAccount | null | undefined,
  index: number,
): { fields: AccountFields; at: number } {
  const isDynamic = account?.data[0] === DYNAMIC.discriminator[0]
  if (!isDynamic) return { fields: fieldsOf(account, FIXED), at: FIXED.ticks + index * TICK.bytes }
  const fields = fieldsOf(account, DYNAMIC)
  const before = fields.u128(DYNAMIC.bitmap) & ((1n << BigInt(index)) - 1n)
  const used = before.toString(2).replaceAll('0', '').length
  return { fields, at: DYNAMIC.ticks + index + used * (TICK.bytes - 1) }
}
