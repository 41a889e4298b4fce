import type { Address } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import { chunksOf } from '../chunks.ts'
import { lensCode } from './lens-code.ts'
import compiled from './v4positions.json' with { type: 'json' }

const CODE = lensCode(compiled)
const POSITIONS =
  'function positions(address manager, uint256[] ids) view returns ((uint256 id, (address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 insideLast0, uint256 insideLast1, uint160 sqrtPrice, int24 tick, uint256 global0, uint256 global1, uint256 lower0, uint256 lower1, uint256 upper0, uint256 upper1)[] found, (address token, bool known, uint256 decimals, bytes symbol)[] tokens)'

/** Positions that fit in one answer (24,576 bytes, EIP-170) even if no two share a token. */
const PAGE = 18

/** Reads positions of Uniswap v4 by id: `V4Positions.sol` is run from its creation code, never deployed. */
export function askV4Positions(manager: Address, ids: readonly bigint[]): Call[] {
  return chunksOf(ids, PAGE).map((page) => ({
    ...call(manager, POSITIONS, [manager, page]),
    code: CODE,
  }))
}

/** The decoded answer of one call. Throws `Unreadable` when it reverted or its bytes do not fit. */
export function readV4Positions(reply: Reply | undefined) {
  const [found, tokens] = decodeOrThrow(reply, POSITIONS)
  return { found, tokens }
}

export type V4Position = ReturnType<typeof readV4Positions>['found'][number]
