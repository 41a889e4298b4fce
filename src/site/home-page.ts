import type { Changes, Move } from '../contract/changes.ts'
import type { IncidentList, RecordedIncident } from '../contract/incident-list.ts'
import type { ProtocolSummary } from '../contract/protocol-summary.ts'
import type { Stats } from '../contract/stats.ts'
import type { Day } from '../domain/day.ts'

import { count, usd } from '../domain/format.ts'
import { isOldTvl } from '../domain/old-tvl.ts'
import { roundScore } from '../domain/risk-level.ts'
import { day } from './figures.ts'
import { isRoundingStep } from './moves.ts'

const MOVES = 6
const INCIDENTS = 5
const PROTOCOLS = 15

/** The largest moves of the week, largest first: at most six, and none that only crossed a rounding limit. */
export function largestMoves(changes: Changes | null): Move[] {
  return (changes?.moves ?? [])
    .filter((move) => !isRoundingStep(move))
    .toSorted((a, b) => Math.abs(b.exactDelta) - Math.abs(a.exactDelta))
    .slice(0, MOVES)
}

/** The protocols with the largest TVL of the last 180 days, of rows in order of TVL. */
export function largestProtocols(rows: readonly ProtocolSummary[], asOf: Day): ProtocolSummary[] {
  return rows.filter((row) => !isOldTvl(row, asOf)).slice(0, PROTOCOLS)
}

/** How much of the TVL of all protocols is old, as a sentence; empty when nothing is. */
export function olderTvlSentence({ olderTvlUsd }: Stats): string {
  return olderTvlUsd ? `${usd(olderTvlUsd)} of it is more than a year old.` : ''
}

/** How many protocols are not active and so not counted as scored, as a sentence; empty when none is. */
export function endedSentence(inactive: number): string {
  return inactive === 0 ? '' : `Without ${count(inactive)} that are dead, drained or winding down.`
}

/** The newest losses of protocols in this snapshot, newest first: at most five. */
export function newestIncidents({ incidents }: IncidentList): RecordedIncident[] {
  return incidents
    .filter(({ protocol }) => protocol !== null)
    .toSorted((a, b) => b.day.localeCompare(a.day))
    .slice(0, INCIDENTS)
}

/** How the global index moved in the week before, as a sentence; one that says so when there is no index of that week. */
export function indexTrend({
  globalRiskDelta7d: delta,
  globalRiskDelta7dSince: since,
}: Stats): string {
  if (delta === null || since === null) return 'There is no index of a week ago to compare with.'
  const moved = roundScore(Math.abs(delta) * 10) / 10
  const from = `since ${day(since)}`
  if (moved === 0) return `Unchanged ${from}.`
  return `${moved.toFixed(2)} ${delta > 0 ? 'riskier' : 'safer'} ${from}.`
}
