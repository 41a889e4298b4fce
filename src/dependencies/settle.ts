import { solveLinear } from './solve-linear.ts'

/** Losses that grow by less have come to rest. */
export const STILL = 1e-9
/** A ring that has not come to rest by then is set to its limit. */
const MAX_ROUNDS = 200
/** How far a limit may be from what its own sweep gives. */
const NEAR = 1e-7

/** Something whose loss follows from the losses of others. */
export interface Part {
  losses: Map<string, number>
  id: string
  loss: () => number
}

/**
 * Raises the losses of the parts from nothing to the least fixed point; returns the rounds. In a ring they may grow by a little less each
 * round and never rest: what still grows is then solved as the linear system that it is there. Where that is no fixed point, an upper
 * bound is all of the value, and any other is what was reached, which is no more than the fixed point.
 */
export function settleParts(parts: readonly Part[], isUpper: boolean): number {
  let rounds = 0
  let still = STILL
  while (true) {
    const growing = new Set<Part>()
    let isMoving = true
    for (let round = 0; isMoving && round < MAX_ROUNDS; round++) {
      const raised = parts.filter((part) => raise(part, still))
      // In a ring a loss need not grow in each round.
      if (round >= MAX_ROUNDS / 2) for (const part of raised) growing.add(part)
      isMoving = raised.length > 0
      rounds++
    }
    if (!isMoving) break
    if (solve([...growing], parts)) still = NEAR
    else if (isUpper) for (const { losses, id } of growing) losses.set(id, 1)
    else break
  }
  return rounds
}

function raise({ losses, id, loss: of }: Part, still: number): boolean {
  const loss = of()
  if (loss <= (losses.get(id) ?? 0) + still) return false
  losses.set(id, loss)
  return true
}

/** Sets parts to the solution of the linear system that they are where they stand; false, and as before, where that is no fixed point. */
function solve(parts: readonly Part[], all: readonly Part[]): boolean {
  const at = ({ losses, id }: Part) => losses.get(id) ?? 0
  const before = parts.map(at)
  const values = parts.map(({ loss }) => loss())
  // Of each part by each other: what it is less when the other is less by a little.
  const slopes = parts.map(({ losses, id }, place) => {
    const step = Math.min(1e-3, (before[place] ?? 0) / 2)
    losses.set(id, (before[place] ?? 0) - step)
    const lower = parts.map(({ loss }) => loss())
    losses.set(id, before[place] ?? 0)
    return values.map((value, index) => (value - (lower[index] ?? 0)) / step)
  })
  const solved = solveLinear(
    parts.map((_, row) =>
      parts.map((_, column) => Number(row === column) - (slopes[column]?.[row] ?? 0)),
    ),
    parts.map((_, row) => [
      slopes.reduce(
        (rest, slope, place) => rest - (slope[row] ?? 0) * (before[place] ?? 0),
        values[row] ?? 0,
      ),
    ]),
  )
  const set = (value: (place: number) => number) => {
    parts.forEach(({ losses, id }, place) => {
      losses.set(id, value(place))
    })
  }
  // Less than was reached is the fixed point of a series without a limit.
  set((place) => Math.min(1, Math.max(before[place] ?? 0, solved?.[place]?.[0] ?? 0)))
  // Takes away what the slopes, which are differences, are off.
  for (const { losses, id, loss } of parts) losses.set(id, loss())
  const isFixed = all.every((part) => Math.abs(part.loss() - at(part)) < NEAR)
  if (!isFixed) set((place) => before[place] ?? 0)
  return isFixed
}
