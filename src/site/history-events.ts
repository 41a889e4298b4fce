import type { HistoryColumns } from '../contract/history.ts'
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { Day } from '../domain/day.ts'
import { points, usd } from '../domain/format.ts'
import { day as formatDay } from './figures.ts'
import { noteText } from './incident-text.ts'
import { type ScoreBefore, scoreBefore } from './scores-before.ts'

/** Letters for the marks of a chart. Of more events, the newest are drawn. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Up to this many dated audits are events of their own; more are one event a year. */
const SINGLE_AUDITS = 6

export type EventKind = 'incident' | 'audit' | 'method'

interface PlainEvent {
  kind: EventKind
  day: Day
  /** May contain words from outside. */
  text: string
}

export interface HistoryEvent extends PlainEvent {
  letter: string
}

export interface HistoryEvents {
  /** Oldest first. */
  shown: HistoryEvent[]
  /** Number of older events without a letter. */
  older: number
  /** Incidents and audits whose day is not known. */
  undated: { incidents: number; audits: number }
}

/** Incidents, audits and changes of method of a protocol, each with a day and a letter. */
export function eventsOf(detail: ProtocolDetail, history: HistoryColumns): HistoryEvents {
  const incidents = detail.incidents.flatMap((incident) =>
    dated(incident.exploitDate, 'incident', (on) =>
      formatIncident(incident, scoreBefore(history, on)),
    ),
  )
  const audits = detail.audits.flatMap(({ auditor, auditDate }) =>
    dated(auditDate, 'audit', () => (auditor === null ? 'auditor unknown' : `by ${auditor}`)),
  )
  const events = [...incidents, ...auditEvents(audits), ...methodEvents(history.methodologies)]
  const undated = {
    incidents: detail.incidents.length - incidents.length,
    audits: detail.audits.length - audits.length,
  }
  return { ...lettered(events), undated }
}

function auditEvents(audits: PlainEvent[]): PlainEvent[] {
  const single = ({ text, ...audit }: PlainEvent) => ({
    ...audit,
    text: text.startsWith('by ') ? `Audit ${text}` : `Audit, ${text}`,
  })
  if (audits.length <= SINGLE_AUDITS) return audits.map(single)
  const byYear = Object.groupBy(audits, ({ day }) => day.slice(0, 4))
  return Object.values(byYear).flatMap((ofYear = []) => {
    const newest = ofYear.toSorted((a, b) => a.day.localeCompare(b.day)).at(-1)
    if (newest === undefined) return []
    if (ofYear.length === 1) return single(newest)
    return {
      ...newest,
      text: `${ofYear.length} audits in ${newest.day.slice(0, 4)}, the newest ${newest.text}`,
    }
  })
}

/** The versions of the methodology after the first one, each from its day on. */
export function methodEvents(methodologies: HistoryColumns['methodologies']): PlainEvent[] {
  return methodologies.slice(1).map(({ version, from }) => ({
    kind: 'method',
    day: from,
    text: `Method ${version}. Scores before and after it are not comparable.`,
  }))
}

/** The newest events, oldest first, with a letter each, and the number of the others. */
export function lettered(events: PlainEvent[]): Omit<HistoryEvents, 'undated'> {
  const sorted = events.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const shown = sorted.slice(-LETTERS.length)
  return {
    shown: shown.map((event, index) => ({ ...event, letter: LETTERS[index] ?? '' })),
    older: sorted.length - shown.length,
  }
}

function dated(instant: string | null, kind: EventKind, words: (day: Day) => string): PlainEvent[] {
  if (instant === null) return []
  const on = instant.slice(0, 10)
  return [{ kind, day: on, text: words(on) }]
}

function formatIncident(
  incident: ProtocolDetail['incidents'][number],
  before: ScoreBefore | null,
): string {
  const { cause, chain, lossUsd } = incident
  const loss = lossUsd === null ? 'loss unknown' : `${usd(lossUsd)} lost`
  const where = chain === null ? '' : lossUsd === null ? `, on ${chain}` : ` on ${chain}`
  const score =
    before === null ? '' : ` Score of ${formatDay(before.day)}: ${points(before.composite)}.`
  const note = noteText(incident)
  return `Incident: ${cause ?? 'cause unknown'}, ${loss}${where}.${note && ` ${note}`}${score}`
}
