import { roundScore } from '../domain/risk-level.ts'
import { tenth } from './figures.ts'
import type { Ledger } from './ledger.ts'
import { levelNumber } from './levels.ts'

/** The levelled line needs this many points above a tank for its figure to fit between. */
const ROOM = 1.3

/** The water of a tank. Lengths are percentages of the picture, from its top. */
export interface Fill {
  /** Surface of the water. */
  y: number
  height: number
  /** Between the water and the levelled line, where the line is above it: what the fuller tanks fill. */
  hatch: { y: number; height: number } | null
  /** Where the figure is. */
  textY: number
}

/** Lengths are percentages of the picture, from its upper left corner, unless it says otherwise. */
export interface Tank extends Fill {
  label: string
  /** 1 to 5, for the colour. */
  level: number
  /** True when too little of it was measured for a colour. */
  isAssumed: boolean
  /** To one decimal. */
  score: number
  x: number
  width: number
  /** Percentages of the weight of the tank, by basis; the rest is missing. */
  measured: number
  typical: number
}

export interface Tanks {
  tanks: Tank[]
  /** The mean that the water levels at, and its height. */
  level: { score: number; y: number }
}

/**
 * The dimensions of a score as tanks side by side: width is weight, height is score, area is what it adds. A dimension without a
 * score has no tank, and the others are wider. Null without a composite.
 */
export function tanksOf({ dimensions, total }: Ledger): Tanks | null {
  if (total === null) return null
  let x = 0
  const tanks = dimensions.flatMap((dimension): Tank[] => {
    const { score, level, weight, label, coverage, typical, contribution } = dimension
    if (score === null || level === null || contribution === null) return []
    const start = tenth(x)
    x += weight * 100
    return [
      {
        label,
        level: levelNumber(level),
        isAssumed: dimension.assumed,
        score,
        x: start,
        width: tenth(tenth(x) - start),
        ...fillOf(score, total),
        measured: tenth(100 * coverage),
        typical: tenth(100 * typical),
      },
    ]
  })
  return { tanks, level: { score: roundScore(total), y: heightOf(total) } }
}

/** A tank that is filled to a score, beside others that level at `mean`. */
export function fillOf(score: number, mean: number): Fill {
  const [y, line] = [heightOf(score), heightOf(mean)]
  return {
    y,
    height: tenth(100 - y),
    hatch: line < y ? { y: line, height: tenth(y - line) } : null,
    textY: mean > score && mean - score < ROOM ? line : y,
  }
}

/** The height of a score in the picture. */
export function heightOf(score: number): number {
  return tenth(100 - score * 10)
}
