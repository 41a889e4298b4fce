import { Unreadable } from '../../../chains/unreadable.ts'

// Formulas of Instadapp/fluid-solana-programs@626b177f: crates/library/src/math/tick.rs and bn.rs, programs/vaults/src/state/structs.rs.

/** The ratio of debt to collateral at a tick has 48 bits after the point. */
const RATIO_BITS = 48n
export const MAX_TICK = 16_383
/** 2^64 / 1.0015^(2^i). */
const FACTORS = [
  18419115400608638658n,
  18391528108445969703n,
  18336477419114433396n,
  18226869890870665593n,
  18009616477100071088n,
  17582847377087825313n,
  16759408633341240198n,
  15226414841393184936n,
  12568272644527235157n,
  8563108841104354677n,
  3975055583337633975n,
  856577552520149366n,
  39775317560084773n,
  85764505686420n,
]
const MAX_U128 = (1n << 128n) - 1n

/** 1.0015^tick. Throws `Unreadable` for a tick that there is not. */
export function ratioAt(tick: number): bigint {
  const distance = Math.abs(tick)
  if (!(distance <= MAX_TICK)) throw new Unreadable(`There is no tick ${tick}`)
  const falling = FACTORS.reduce(
    (product, factor, bit) => ((distance >> bit) & 1 ? (product * factor) >> 64n : product),
    1n << 64n,
  )
  if (tick < 0) return falling >> 16n
  const rising = MAX_U128 / falling
  return (rising >> 16n) + (rising % 65_536n === 0n ? 0n : 1n)
}

/** The debt of a collateral at a tick, rounded up as the program does. */
export function debtAt(tick: number, collateral: bigint): bigint {
  return ((ratioAt(tick) * (collateral + 1n)) >> RATIO_BITS) + 1n
}

/** What the liquidation of a tick left of what was there. Factors have a coefficient of 35 bits before an exponent of 15. */
export interface Liquidation {
  isWhole: boolean
  /** Where the rest is. */
  branch: number
  factor: bigint
}

export const BRANCH_STATUS = ['open', 'liquidated', 'merged', 'closed'] as const

/** Where the debt of liquidated ticks is kept. */
export interface Branch {
  status: (typeof BRANCH_STATUS)[number]
  /** Down to where it was liquidated: a tick, and the part of the way from the one below. */
  tick: number
  partials: number
  factor: bigint
  /** The branch into which a merged one went. */
  next: number
}

const EXPONENT_BITS = 15n
const MAX_EXPONENT = (1n << EXPONENT_BITS) - 1n
const ZERO_EXPONENT = 16_384n
const COEFFICIENT_BITS = 35n
/** The factor of a debt that was liquidated entirely. */
export const NOTHING_LEFT = (1n << (COEFFICIENT_BITS + EXPONENT_BITS)) - 1n
const PARTIALS = 0x3fff_ffffn

function parts(factor: bigint) {
  return { coefficient: factor >> EXPONENT_BITS, exponent: factor & MAX_EXPONENT }
}

/** The factor of a debt that went with its branch into another one. */
export function joined(factor: bigint, branch: bigint): bigint {
  const [first, second] = [parts(factor), parts(branch)]
  const product = first.coefficient * second.coefficient
  const shift = product >> 69n > 0n ? COEFFICIENT_BITS : COEFFICIENT_BITS - 1n
  const exponent = first.exponent + second.exponent + shift - ZERO_EXPONENT
  if (exponent < 0n) throw new Unreadable('A factor of Jupiter Lend is too small')
  return exponent > MAX_EXPONENT ? NOTHING_LEFT : ((product >> shift) << EXPONENT_BITS) | exponent
}

/** A debt times the quotient of two factors. */
export function scaled(debt: bigint, factor: bigint, by: bigint): bigint {
  const [above, below] = [parts(factor), parts(by)]
  if (above.coefficient === 0n || below.coefficient === 0n) return 0n
  const exponent = below.exponent - above.exponent
  if (exponent < 0n) throw new Unreadable('A factor of Jupiter Lend is too large')
  return exponent > 128n ? 0n : (debt * above.coefficient) / (below.coefficient << exponent)
}

/** What is left of a debt whose tick was liquidated, and of its collateral. */
export function leftIn(branch: Branch, factor: bigint, debt: bigint): Amounts {
  if (branch.status === 'closed' || factor === NOTHING_LEFT) return NOTHING
  const left = scaled(debt, branch.factor, factor)
  if (left <= debt / 100n) return NOTHING
  const rest = (left * 9999n) / 10_000n
  if (rest === 0n) return NOTHING
  const ratio = ratioAt(branch.tick)
  const below = (ratio * 10_000n) / 10_015n
  const reached = below + ((ratio - below) * BigInt(branch.partials)) / PARTIALS
  return { debt: rest, collateral: (rest << RATIO_BITS) / reached }
}

export interface Amounts {
  collateral: bigint
  debt: bigint
}
export const NOTHING: Amounts = { collateral: 0n, debt: 0n }
