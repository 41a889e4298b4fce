import { roundScore } from '../domain/risk-level.ts'
import { tenth } from './figures.ts'
import type { Ledger } from './ledger.ts'
import { levelNumber } from './levels.ts'

/** The levelled line needs this many points above a tank for its figure to fit between. */
const ROOM = 1.3

/** Lengths are percentages of the picture, from its upper left corner, unless it says otherwise. */
export interface Tank {
  label: string
  /** 1 to 5, for the colour. */
  level: number
  /** True when too little of it was measured for a colour. */
  isAssumed: boolean
  /** To one decimal. */
  score: number
  x: number
  width: number
  /** Surface of the water. */
  y: number
  height: number
  /** Between the water and the levelled line, where the line is above it: what the fuller tanks fill. */
  hatch: { y: number; height: number } | null
  /** Where the figure is. */
  textY: number
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
  const line = heightOf(total)
  let x = 0
  const tanks = dimensions.flatMap((dimension): Tank[] => {
    const { score, level, weight, label, coverage, typical, contribution } = dimension
    if (score === null || level === null || contribution === null) return []
    const width = weight * 100
    const y = heightOf(score)
    const tank = {
      label,
      level: levelNumber(level),
      isAssumed: dimension.assumed,
      score,
      x: tenth(x),
      width: tenth(x + width) - tenth(x),
      y,
      height: 100 - y,
      hatch: line < y ? { y: line, height: y - line } : null,
      textY: total > score && total - score < ROOM ? line : y,
      measured: 100 * coverage,
      typical: 100 * typical,
    }
    x += width
    return [rounded(tank)]
  })
  return { tanks, level: { score: roundScore(total), y: line } }
}

function rounded(tank: Tank): Tank {
  const { hatch } = tank
  return {
    ...tank,
    width: tenth(tank.width),
    height: tenth(tank.height),
    hatch: hatch && { y: hatch.y, height: tenth(hatch.height) },
    measured: tenth(tank.measured),
    typical: tenth(tank.typical),
  }
}

function heightOf(score: number): number {
  return tenth(100 - score * 10)
}
