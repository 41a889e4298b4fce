import type { Address, Hex } from '../../address.ts'
import type { Call, Reply } from '../call.ts'
import { call, decodeOrThrow } from '../call.ts'
import compiled from './lens.json' with { type: 'json' }
import { lensCode } from './lens-code.ts'

const CODE = lensCode(compiled)
const POSITIONS =
  'function positions((address holder, address manager, address factory, uint8 shape, bytes4 reward, address owner, uint256 skip, uint256 max) request) view returns (uint256 total, (uint256 id, bool readable, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 insideLast0, uint256 insideLast1, uint128 owed0, uint128 owed1, uint160 sqrtPrice, int24 tick, uint256 global0, uint256 global1, uint256 lower0, uint256 lower1, uint256 upper0, uint256 upper1, uint256 reward)[] found, (address token, bool known, uint256 decimals, bytes symbol)[] tokens)'

/**
 * Positions that fit in one answer even if no two share a token. Creation code may return at most 24,576 bytes, the size limit of a
 * contract (EIP-170).
 */
export const LENS_PAGE = 18n

/** How a fork's contracts answer, by the numbers that the lens has for it. */
const SHAPES = { uniswap: 0, slipstream: 1, algebra: 2 } as const
export type LensShape = keyof typeof SHAPES

export interface LensRequest {
  holder: Address
  manager: Address
  factory: Address
  shape: LensShape
  reward: Hex
  owner: Address
  /** How many positions to skip. */
  skip?: bigint
  max: bigint
}

/** Reads an owner's positions in one request: `Lens.sol` is run from its creation code, never deployed. */
export function askLens(request: LensRequest): Call {
  const asked = { skip: 0n, ...request, shape: SHAPES[request.shape] }
  return { ...call(request.manager, POSITIONS, [asked]), code: CODE }
}

/** The decoded answer of the lens. Throws `Unreadable` when it reverted or its bytes do not fit. */
export function readLens(reply: Reply | undefined) {
  const [total, found, tokens] = decodeOrThrow(reply, POSITIONS)
  return { total, found, tokens }
}

export type LensAnswer = ReturnType<typeof readLens>
export type LensPosition = LensAnswer['found'][number]
export type LensToken = LensAnswer['tokens'][number]
