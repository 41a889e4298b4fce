import type { Changes, Move } from '../contract/changes.ts'
import type { IncidentList, RecordedIncident } from '../contract/incident-list.ts'
import type { Stats } from '../contract/stats.ts'
import { roundScore } from '../domain/risk-level.ts'
import { day } from './figures.ts'

const MOVES = 6
const INCIDENTS = 5

/** The largest moves of the week, largest first: at most six. */
export function largestMoves(changes: Changes | null): Move[] {
  return (changes?.moves ?? [])
    .toSorted((a, b) => Math.abs(b.exactDelta) - Math.abs(a.exactDelta))
    .slice(0, MOVES)
}

/** The newest losses of protocols in this snapshot, newest first: at most five. */
export function newestIncidents({ incidents }: IncidentList): RecordedIncident[] {
  return incidents
    .filter(({ protocol }) => protocol !== null)
    .toSorted((a, b) => b.day.localeCompare(a.day))
    .slice(0, INCIDENTS)
}

/** How the global index moved in the week before, as a sentence; one that says so when there is no earlier index. */
export function indexTrend({
  globalRiskDelta7d: delta,
  globalRiskDelta7dSince: since,
}: Stats): string {
  if (delta === null || since === null) return 'There is no earlier index to compare with.'
  const moved = roundScore(Math.abs(delta) * 10) / 10
  const from = `since ${day(since)}`
  if (moved === 0) return `Unchanged ${from}.`
  return `${moved.toFixed(2)} ${delta > 0 ? 'riskier' : 'safer'} ${from}.`
}
