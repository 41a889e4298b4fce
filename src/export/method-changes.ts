import type { Changes } from '../contract/changes.ts'
import type { Past, PastNumbers, PastSnapshot } from '../domain/past.ts'
import { riskLevel } from '../domain/risk-level.ts'

type MethodChange = Changes['methodChanges'][number]

/** The changes of method between a place in `past.snapshots` and the newest snapshot, oldest first. */
export function methodChanges({ snapshots, numbers }: Past, from: number): MethodChange[] {
  return snapshots.flatMap((after, at) => {
    const before = snapshots[at - 1]
    if (at <= from || !before || before.methodology === after.methodology) return []
    return { before: idOf(before), after: idOf(after), ...stepOf([...numbers.values()], at) }
  })
}

function stepOf(
  all: readonly PastNumbers[],
  at: number,
): Pick<MethodChange, 'rescored' | 'levelChanges' | 'meanDelta'> {
  const pairs = all
    .map(({ composite }) => ({ was: composite[at - 1], now: composite[at] }))
    .filter((pair): pair is { was: number; now: number } => isKnown(pair.was) && isKnown(pair.now))
  const sum = pairs.reduce((total, { was, now }) => total + now - was, 0)
  return {
    rescored: pairs.length,
    levelChanges: pairs.filter(({ was, now }) => riskLevel(was) !== riskLevel(now)).length,
    meanDelta: pairs.length === 0 ? null : twoDecimals(sum / pairs.length),
  }
}

function isKnown(score: number | undefined): score is number {
  return score !== undefined && !Number.isNaN(score)
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100
}

function idOf({ publicId: id, day, methodology }: PastSnapshot): MethodChange['after'] {
  return { id, day, methodology }
}
