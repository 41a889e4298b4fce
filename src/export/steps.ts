import { MAX_STEP_MOVES, type StepList } from '../contract/changes.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { daysBetween } from '../domain/day.ts'
import type { PastSnapshot } from '../domain/past.ts'
import { riskLevel, roundScore } from '../domain/risk-level.ts'

/** A feed that is read once a week misses no step. */
const STEP_DAYS = 10

/** The largest moves between consecutive snapshots of the last ten days, newest step first. */
export function createSteps({ entries, past, snapshot }: Catalogue): StepList {
  const { snapshots, numbers } = past
  const steps = snapshots.flatMap((to, at) => {
    const from = snapshots[at - 1]
    if (!from || daysBetween(to.day, snapshot.asOf) >= STEP_DAYS) return []
    const isSame = from.methodology === to.methodology
    const moves = isSame ? entries.flatMap((entry) => moveOf(entry, at) ?? []) : []
    moves.sort((a, b) => b.size - a.size || (a.move.id < b.move.id ? -1 : 1))
    return {
      from: idOf(from),
      to: idOf(to),
      moves: moves.slice(0, MAX_STEP_MOVES).map(({ move }) => move),
    }
  })
  return steps.toReversed()

  function moveOf({ record }: Catalogue['entries'][number], at: number) {
    const composite = numbers.get(record.id)?.composite
    const [was, now] = [composite?.[at - 1] ?? Number.NaN, composite?.[at] ?? Number.NaN]
    if (Number.isNaN(was) || Number.isNaN(now) || roundScore(was) === roundScore(now)) return null
    const { slug: id, name, category } = record
    const move = { id, name, category, from: readingOf(was), to: readingOf(now) }
    return { move, size: Math.abs(now - was) }
  }
}

function readingOf(composite: number): StepList[number]['moves'][number]['to'] {
  return { composite: roundScore(composite), riskLevel: riskLevel(composite) }
}

function idOf({ publicId: id, day, methodology }: PastSnapshot): StepList[number]['to'] {
  return { id, day, methodology }
}
