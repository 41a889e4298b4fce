import type { HistoryColumns } from '../contract/history.ts'
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { Day } from '../domain/day.ts'
import { counted, points, usd } from '../domain/format.ts'
import { day } from './figures.ts'
import { groupLetters, type HistoryChart, historyChart, type Scale } from './history-chart.ts'
import { eventsOf, type HistoryEvents } from './history-events.ts'
import { boundsOf, type HistoryRow, rowsOf } from './history-rows.ts'
import { isGap } from './step-line.ts'
import { type TimeAxis, timeAxis } from './time-axis.ts'
import { type ValueLine, valueLine } from './value-line.ts'

const SCORE_SCALE: Scale = { snap: 0.5, least: 2, digits: 1, lastDigits: 1 }

export interface HistorySection {
  /** Null: there is nothing to draw, and `sentences` say why. */
  chart: HistoryChart | null
  value: ValueLine | null
  /** The events on an axis that begins before the first score. Null when none is earlier. */
  earlier: EarlierStrip | null
  events: HistoryEvents
  /** What the chart shows, for those who do not see it. */
  label: string
  sentences: string[]
  /** Names the events that are not drawn; empty when all are. */
  undrawn: string
  valueSentence: string
  rows: HistoryRow[]
}

export interface EarlierStrip {
  axis: TimeAxis
  /** Where the axis of the scores begins on this one, in percent; both end together. */
  scored: number
  marks: { x: number; kind: string }[]
  letters: { x: number; text: string }[]
  isListing: boolean
}

/** Everything that the section on a protocol's history shows. */
export function historySection(detail: ProtocolDetail, history: HistoryColumns): HistorySection {
  const events = eventsOf(detail, history)
  const breaks = new Set(history.methodologies.slice(1).map(({ from }) => from))
  const chart = historyChart(
    { days: history.days, values: history.composite, breaks },
    SCORE_SCALE,
    events.shown,
    boundsOf(history),
  )
  const value = chart && valueLine(history.days, history.tvlUsd, chart.axis)
  return {
    chart,
    value,
    earlier: chart && earlierStrip(detail.listedAt, history.days, events),
    events,
    label: labelOf(history),
    sentences: sentencesOf(history, chart),
    undrawn: undrawnSentence(events),
    valueSentence: valueSentence(detail, history, value),
    rows: rowsOf(history),
  }
}

function earlierStrip(
  listedAt: string | null,
  days: readonly Day[],
  { shown }: HistoryEvents,
): EarlierStrip | null {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  const oldest = shown[0]?.day
  if (oldest === undefined || oldest >= first) return null
  const listed = listedAt?.slice(0, 10) ?? oldest
  const axis = timeAxis(listed < oldest ? listed : oldest, last)
  const inside = shown.filter(({ day: on }) => on <= last)
  return {
    axis,
    scored: axis.at(first),
    marks: inside.map(({ day: on, kind }) => ({ x: axis.at(on), kind })),
    letters: groupLetters(inside, axis),
    isListing: listedAt !== null && axis.from === listed,
  }
}

function labelOf({ days, composite }: HistoryColumns): string {
  const known = days.flatMap((on, index) => {
    const score = composite[index] ?? null
    return score === null ? [] : { on, score }
  })
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return 'No score.'
  const scores = known.map(({ score }) => score)
  const ends = `Score ${points(first.score)} on ${day(first.on)}, ${points(last.score)} on ${day(last.on)}`
  return `${ends}; between ${points(Math.min(...scores))} and ${points(Math.max(...scores))} on ${counted(known.length, 'day')}.`
}

function sentencesOf(history: HistoryColumns, chart: HistoryChart | null): string[] {
  const { days, composite, retired } = history
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return ['No published snapshot has it yet.']
  const gaps = days.flatMap((on, at) => {
    const next = days[at + 1] ?? on
    return isGap(on, next) ? `none between ${day(on)} and ${day(next)}` : []
  })
  const without = composite.filter((score) => score === null).length
  const only = composite[0] ?? null
  const sentences =
    days.length === 1
      ? [
          only === null
            ? `One snapshot has it, of ${day(first)}, without a score.`
            : `The first score is of ${day(first)}: ${points(only)}. A line needs a second one.`,
        ]
      : [
          `${[`${counted(days.length, 'snapshot')} from ${day(first)} to ${day(last)}`, ...gaps].join(', ')}.`,
        ]
  if (days.length > 1 && without === days.length)
    sentences.push('None of them has enough data for a score.')
  else if (days.length > 1 && without > 0) sentences.push(`${without} of them without a score.`)
  if (chart) {
    const part = `The scale shows ${chart.low} to ${chart.high}`
    sentences.push(
      chart.low === '0.0' && chart.high === '10.0' ? `${part}.` : `${part} of 0 to 10, enlarged.`,
    )
  }
  sentences.push(...bandSentences(history, chart))
  if (retired) sentences.push(`It is no longer listed since ${day(retired.day)}.`)
  return sentences
}

/** Says what the band and the bracket are, and how many scores have no band. */
function bandSentences(history: HistoryColumns, chart: HistoryChart | null): string[] {
  if (!chart || (chart.band === '' && !chart.range)) return []
  const condition =
    'if what is missing were as good as the best tenth of comparable protocols, or as bad as the worst. It is no forecast.'
  if (chart.band === '')
    return [`The bracket is the range of the score on the last day ${condition}`]
  const bounds = boundsOf(history)
  const without = history.composite.filter((score, at) => score !== null && !bounds[at]).length
  return [
    `The band is the range of the score on each day ${condition}`,
    chart.range ? 'The bracket is that of the last day.' : '',
    without > 0 ? `Of ${counted(without, 'score')} no range is on record.` : '',
  ].filter(Boolean)
}

function undrawnSentence({ older, undated: { incidents, audits } }: HistoryEvents): string {
  const parts = [
    older > 0 && counted(older, 'older event'),
    incidents > 0 && `${counted(incidents, 'incident')} without a date`,
    audits > 0 && `${counted(audits, 'audit')} without a date`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `Not drawn: ${parts.join(', ')}.`
}

/** Says what the line of TVL shows, or why there is none. A snapshot may repeat an older reading. */
function valueSentence(
  { tvlAsOf }: ProtocolDetail,
  { days, tvlUsd }: HistoryColumns,
  line: ValueLine | null,
): string {
  const known = tvlUsd.filter((value) => value !== null)
  const reading = tvlAsOf === null ? '' : ` The newest TVL is of ${day(tvlAsOf)}.`
  if (line) return `TVL as each snapshot had it.${reading}`
  const [amount] = known
  if (amount === undefined) return 'TVL is not known in any of them.'
  const where =
    days.length === 1
      ? 'in it'
      : known.length === days.length
        ? `in all ${days.length} snapshots`
        : known.length === 1
          ? 'in one snapshot, and not known in the others'
          : `in ${known.length} snapshots, and not known in the others`
  return `TVL is ${usd(amount)} ${where}.${reading}`
}
