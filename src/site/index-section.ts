import type { RecordedIncident } from '../contract/incident-list.ts'
import type { IndexHistory } from '../contract/index-history.ts'
import type { Day } from '../domain/day.ts'
import { count } from '../domain/format.ts'
import { day } from './figures.ts'
import { type HistoryChart, historyChart, type Scale } from './history-chart.ts'
import { type HistoryEvent, lettered, methodEvents } from './history-events.ts'
import { incidentTitle } from './incident-text.ts'

/** Largest losses that the chart names. */
const MAX_LOSSES = 3

/** Rows of the table under the chart. */
export const MAX_ROWS = 12

const INDEX_SCALE: Scale = { snap: 0.2, least: 0.8, digits: 1, lastDigits: 2 }

export interface IndexSection {
  /** Null: there are not two days to draw. */
  chart: HistoryChart | null
  events: HistoryEvent[]
  sentence: string
  /** Newest first. */
  rows: { day: Day; index: number | null; scored: number }[]
}

/** The global risk index over the snapshots, with changes of method and the largest losses of that time. */
export function indexSection(
  { days, methodologies, index, scored }: IndexHistory,
  incidents: readonly RecordedIncident[],
): IndexSection {
  const [first, last] = [days[0], days.at(-1)]
  const events = lettered([
    ...methodEvents(methodologies),
    ...largestLosses(incidents, first ?? '', last ?? ''),
  ]).shown
  const breaks = new Set(methodologies.slice(1).map(({ from }) => from))
  const chart = historyChart({ days, values: index, breaks }, INDEX_SCALE, events)
  const rows = days.map((on, at) => ({
    day: on,
    index: index[at] ?? null,
    scored: scored[at] ?? 0,
  }))
  return {
    chart,
    events,
    sentence: sentenceOf(rows, chart),
    rows: rows.slice(-MAX_ROWS).toReversed(),
  }
}

function largestLosses(incidents: readonly RecordedIncident[], from: Day, to: Day) {
  return incidents
    .filter(({ day: on, lossUsd }) => on >= from && on <= to && lossUsd !== null && lossUsd > 0)
    .toSorted((a, b) => (b.lossUsd ?? 0) - (a.lossUsd ?? 0))
    .slice(0, MAX_LOSSES)
    .map((incident) => ({
      kind: 'incident' as const,
      day: incident.day,
      text: `${incidentTitle(incident)}.`,
    }))
}

function sentenceOf(rows: IndexSection['rows'], chart: HistoryChart | null): string {
  const known = rows.flatMap(({ day: on, index, scored }) =>
    index === null ? [] : { on, value: index.toFixed(2), scored },
  )
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return 'No snapshot has a score yet.'
  const now = `${last.value} on ${day(last.on)}, the mean of ${count(last.scored)} scores`
  if (!chart || first === last) return `${now}. A line needs a second snapshot.`
  return `${now}; ${first.value} on ${day(first.on)}, of ${count(first.scored)}. The scale shows ${chart.low} to ${chart.high} of 0 to 10.`
}
