import words from '../content/words.json' with { type: 'json' }
import type { RecordedIncident } from '../contract/incident-list.ts'
import type { IncidentNotes } from '../contract/incident-notes.ts'
import { points, usd } from '../domain/format.ts'
import { LEVEL_WORD } from '../domain/risk-level.ts'
import { day, share } from './figures.ts'
import { formatScoreDay, type ScoreBefore } from './scores-before.ts'

/** The newest score before a loss, or why there is none, in words. */
export function formatScoreBefore({ before }: RecordedIncident, score?: ScoreBefore): string {
  if (score) {
    return `${points(score.composite)}, ${LEVEL_WORD[score.riskLevel].toLowerCase()}, ${formatScoreDay(score)}`
  }
  return before.status === 'scored' ? '' : words.scoreBefore[before.status]
}

/** What came back, in words; empty when nothing is known to have come back. */
export function formatReturned({ returnedUsd }: Pick<RecordedIncident, 'returnedUsd'>): string {
  return returnedUsd === null || returnedUsd === 0 ? '' : `${usd(returnedUsd)} returned`
}

type Loss = Pick<RecordedIncident, 'lossUsd' | 'tvlBeforeUsd' | 'tvlBeforeDay'>

/** How large the loss was by the TVL before it; empty when either is unknown. */
export function formatLossShare({ lossUsd, tvlBeforeUsd, tvlBeforeDay }: Loss): string {
  if (lossUsd === null || lossUsd <= 0 || !tvlBeforeUsd || tvlBeforeDay === null) return ''
  const part = lossUsd / tvlBeforeUsd
  const words = part >= 1 ? 'all' : part < 0.0005 ? 'less than 0.1\u00a0%' : share(part)
  return `${words} of the TVL of ${day(tvlBeforeDay)}`
}

/** The same, or how the loss counts without it. Takes the day of the TVL in use, or null without one. */
export function lossShareText(loss: Loss, tvlAsOf: string | null): string {
  if (loss.lossUsd === null || loss.lossUsd <= 0) return 'counts as a full loss'
  const unknown =
    tvlAsOf === null
      ? 'TVL unknown: counts as a full loss'
      : `TVL before it unknown: share estimated from that of ${day(tvlAsOf)}`
  return formatLossShare(loss) || unknown
}

/** What a reader must know of the record itself, as sentences; empty when there is nothing. */
export function noteText({ readings, reportedLossUsd, unlistedSince }: IncidentNotes): string {
  return [
    readings === 1 ? 'Read once so far; it counts in scores once a second reading has it.' : '',
    reportedLossUsd === undefined
      ? ''
      : `The source says ${usd(reportedLossUsd)}, which is more than can have been lost.`,
    unlistedSince === undefined ? '' : `Not listed by the source since ${day(unlistedSince)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** One line, such as `Harbour lost $1.20m`. */
export function incidentTitle(incident: RecordedIncident): string {
  const name = incident.protocol?.name ?? incident.name
  return incident.lossUsd === null
    ? `${name}: a loss of unknown size`
    : `${name} lost ${usd(incident.lossUsd)}`
}

/** A paragraph of plain text for a feed, with the newest score before the loss. */
export function incidentText(incident: RecordedIncident, score?: ScoreBefore): string {
  const { cause, chain } = incident
  const where = chain === null ? '' : ` on ${chain}`
  const loss = incident.lossUsd === null ? 'amount unknown' : usd(incident.lossUsd)
  const facts = [loss, formatReturned(incident), formatLossShare(incident)]
    .filter(Boolean)
    .join(', ')
  const what = `${cause ?? 'Cause unknown'}${where}, ${day(incident.day)}. Loss: ${facts}.`
  const before = `Score before: ${formatScoreBefore(incident, score)}.`
  return [what, noteText(incident), before].filter(Boolean).join(' ')
}
