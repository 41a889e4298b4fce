import { MAX_STEP_CAUSES, MAX_STEP_MOVES, type StepList } from '../contract/changes.ts'
import type { Catalogue, SnapshotEntry } from '../domain/catalogue.ts'
import { daysBetween } from '../domain/day.ts'
import { areComparable, type PastSnapshot, type SignalParts } from '../domain/past.ts'
import { riskLevel, roundScore } from '../domain/risk-level.ts'
import { partsOf } from '../domain/signal-parts.ts'
import { type Announcements, createAnnouncements } from './announcements.ts'
import { largestParts } from './signal-moves.ts'

/** A feed that is read once a week misses no step. */
const STEP_DAYS = 10

const MICRO = 1e6

type StepMove = StepList[number]['moves'][number]

/**
 * The largest moves that were announced with each snapshot of the last ten days, newest first, also of protocols that are no longer
 * listed: each from the score that was announced before it.
 */
export function createSteps(
  catalogue: Catalogue,
  announced: Announcements = createAnnouncements(catalogue.past),
): StepList {
  const { entries, retired, past, snapshot } = catalogue
  const { snapshots } = past
  const all = [...entries, ...retired.map(({ entry }) => entry)]
  const steps = snapshots.flatMap((to, at) => {
    const from = snapshots[at - 1]
    if (!from || daysBetween(to.day, snapshot.asOf) >= STEP_DAYS) return []
    const moves = areComparable(from, to)
      ? all.flatMap((entry) => moveOf(entry, at, announced, snapshots) ?? [])
      : []
    moves.sort((a, b) => b.size - a.size || (a.move.id < b.move.id ? -1 : 1))
    return {
      from: idOf(from),
      to: idOf(to),
      moves: moves
        .slice(0, MAX_STEP_MOVES)
        .map(({ move, entry, since }) => ({ ...move, cause: causeOf(entry, since, at) })),
      moved: moves.length,
    }
  })
  return steps.toReversed()

  /** From the first snapshot since the last announcement whose contributions are kept. */
  function causeOf({ record, score }: SnapshotEntry, since: number, at: number): StepMove['cause'] {
    const kept = past.comparisons.find(
      (one) => one.at >= since && one.at < at && one.parts.has(record.id),
    )
    const before = kept?.parts.get(record.id)
    const after = partsAt(record.id, score, at)
    if (!kept || !before || !after) return null
    const { largest } = largestParts(after, before, MAX_STEP_CAUSES)
    if (largest.length === 0) return null
    return {
      since: snapshots[kept.at]?.day ?? '',
      signals: largest.map(({ named: { id: signal, kind, dimension }, delta }) => ({
        ...{ signal, kind, dimension },
        exactDelta: delta / MICRO,
      })),
    }
  }

  function partsAt(id: string, score: SnapshotEntry['score'], at: number): SignalParts | undefined {
    if (at === snapshots.length - 1) return partsOf(score)
    return past.comparisons.find((one) => one.at === at)?.parts.get(id)
  }
}

/** The move that was announced with a snapshot, if any. */
function moveOf(
  entry: SnapshotEntry,
  at: number,
  announced: Announcements,
  snapshots: readonly PastSnapshot[],
) {
  const own = announced(entry.record.id)
  const [was, now] = [own[at - 1], own[at]]
  if (!was || !now || was === now) return null
  const { slug: id, name, category } = entry.record
  const move = {
    ...{ id, name, category },
    from: readingOf(was.composite),
    to: readingOf(now.composite),
    since: snapshots[was.at]?.day ?? '',
    exactDelta: Math.round((now.composite - was.composite) * MICRO) / MICRO,
    levelChanged: was.level !== now.level,
  }
  return { move, entry, since: was.at, size: Math.abs(move.exactDelta) }
}

function readingOf(composite: number): StepMove['to'] {
  return { composite: roundScore(composite), riskLevel: riskLevel(composite) }
}

function idOf({ publicId: id, day, methodology }: PastSnapshot): StepList[number]['to'] {
  return { id, day, methodology }
}
