import { RISK_LEVELS, type RiskLevel, riskLevel, UPPER_LIMIT } from './risk-level.ts'

/** A score is announced again once its exact value is this far from the last announced one. */
export const MOVE_STEP = 0.1

/** A level is announced at once when the composite is this far beyond the limit of the last announced level. */
export const LEVEL_MARGIN = 0.2

/** It is also announced when the composite has been at least `beyond` its limit for this many snapshots in a row. */
export const LEVEL_SETTLED = { beyond: 0.05, snapshots: 3 }

/** A composite is rounded half up, so the limit between two levels is half a tenth above the last tenth of the lower one. */
const HALF_TENTH = 0.05

/** Composites have six decimals; a difference of two has the error of binary fractions. */
const BINARY_ERROR = 1e-9

/** What was last announced of a score. The same object until something else is announced. */
export interface AnnouncedScore {
  /** Place of the snapshot whose score it was. */
  at: number
  /** Its composite in full precision. */
  composite: number
  level: RiskLevel
}

/**
 * What was announced of one protocol after each snapshot, oldest first; null before its first score in a run of snapshots that can be compared.
 * That is announced as it is, and a snapshot without a score changes nothing. Both columns have one value a snapshot; NaN is no score.
 */
export function announcedOf(
  composites: ArrayLike<number>,
  runs: readonly unknown[],
): (AnnouncedScore | null)[] {
  let last: AnnouncedScore | null = null
  let beyond = 0
  return runs.map((run, at) => {
    const composite = composites[at] ?? Number.NaN
    if (run !== runs[at - 1]) last = null
    if (Number.isNaN(composite)) return last
    if (last === null) {
      beyond = 0
      last = { at, composite, level: riskLevel(composite) }
      return last
    }
    const distance = distanceBeyond(composite, last.level)
    beyond = distance >= LEVEL_SETTLED.beyond - BINARY_ERROR ? beyond + 1 : 0
    const isOtherLevel =
      distance >= LEVEL_MARGIN - BINARY_ERROR || beyond >= LEVEL_SETTLED.snapshots
    const isMove = Math.abs(composite - last.composite) >= MOVE_STEP - BINARY_ERROR
    if (isOtherLevel) beyond = 0
    if (isOtherLevel || isMove) {
      last = { at, composite, level: isOtherLevel ? riskLevel(composite) : last.level }
    }
    return last
  })
}

/** How far a composite is beyond the limits of a level, in points; negative within them. */
function distanceBeyond(composite: number, level: RiskLevel): number {
  const below = RISK_LEVELS[RISK_LEVELS.indexOf(level) - 1]
  const least = below === undefined ? Number.NEGATIVE_INFINITY : UPPER_LIMIT[below]
  return Math.max(composite - UPPER_LIMIT[level] - HALF_TENTH, least + HALF_TENTH - composite)
}
