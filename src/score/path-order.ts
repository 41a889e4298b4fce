import type { ControlPath } from '../domain/control.ts'
import { compareText } from '../domain/text-order.ts'
import { METHODOLOGY } from './methodology.ts'
import { pathPoints } from './signals/path-points.ts'

/**
 * How weak a path is, as risk points: 0 no one, 9.5 one key at once. These are the points of the score where leaving takes no time, so
 * a page names the same path as the score. A delay that is not known counts as none.
 */
export function pathWeakness(path: ControlPath): number {
  return pathPoints(path, 0, METHODOLOGY)
}

/** Sorts the weakest path first. Equally weak ones follow in an order that does not depend on where they were. */
export function byWeakness(a: ControlPath, b: ControlPath): number {
  return pathWeakness(b) - pathWeakness(a) || compareText(identity(a), identity(b))
}

function identity(path: ControlPath): string {
  return JSON.stringify([path.actor, path.address, path.delaySeconds, path.voteSeconds, path.via])
}
