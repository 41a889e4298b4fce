import type { HistoryColumns } from '../contract/history.ts'
import type { IncidentList, RecordedIncident } from '../contract/incident-list.ts'
import type { Day } from '../domain/day.ts'
import { type RiskLevel, riskLevel } from '../domain/risk-level.ts'
import { pageNameOf, readHistory } from './catalogue-files.ts'
import { day as formatDay } from './figures.ts'

/** The newest score of a protocol on a day before its loss. */
export interface ScoreBefore {
  day: Day
  /** Version of the methodology. */
  methodology: string
  /** As published, to one decimal. */
  composite: number
  riskLevel: RiskLevel
  /** True: computed afterwards, from what was known on that day, and so not published before the loss. */
  isBackTested: boolean
}

/** Those of all incidents that have one, by the id of the incident. */
export type ScoresBefore = ReadonlyMap<string, ScoreBefore>

/**
 * The newest score before each loss: the one that was published, or in a sample, whose scores were all computed afterwards, the one of
 * its newest snapshot before the loss. Reads the histories of `folder`; throws `EXPORT_FAILED` where one is absent.
 */
export async function readScoresBefore(
  folder: string,
  { incidents, registered }: IncidentList,
): Promise<ScoresBefore> {
  const found = new Map<string, ScoreBefore>()
  for (const incident of incidents) {
    const score = registered ? null : await backTested(folder, incident)
    const before = score ?? publishedBefore(incident, registered)
    if (before) found.set(incident.id, before)
  }
  return found
}

function publishedBefore({ before }: RecordedIncident, registered: boolean): ScoreBefore | null {
  if (before.status !== 'scored') return null
  const { day, methodology, composite, riskLevel: level } = before
  return { day, methodology, composite, riskLevel: level, isBackTested: !registered }
}

async function backTested(
  folder: string,
  { protocol, before, day }: RecordedIncident,
): Promise<ScoreBefore | null> {
  if (protocol === null || before.status !== 'not-published') return null
  const history = await readHistory(folder, pageNameOf({ id: protocol.slug, slug: protocol.slug }))
  return scoreBefore(history, day)
}

/** The score of the last snapshot before a day, as one that was computed afterwards; null where that snapshot has none. */
export function scoreBefore(
  { days, composite, methodologies }: Pick<HistoryColumns, 'days' | 'composite' | 'methodologies'>,
  before: Day,
): ScoreBefore | null {
  const at = days.findLastIndex((other) => other < before)
  const [day, score] = [days[at], composite[at] ?? null]
  const version = day && methodologies.findLast(({ from }) => from <= day)?.version
  if (day === undefined || score === null || version === undefined) return null
  return {
    day,
    methodology: version,
    composite: score,
    riskLevel: riskLevel(score),
    isBackTested: true,
  }
}

/** The newest loss of a protocol with a score before it; null without one. */
export function newestScored(
  { incidents }: IncidentList,
  scores: ScoresBefore,
): { incident: RecordedIncident; score: ScoreBefore } | null {
  const [newest] = incidents
    .flatMap((incident) => {
      const score = incident.protocol && scores.get(incident.id)
      return score ? [{ incident, score }] : []
    })
    .toSorted((a, b) => b.incident.day.localeCompare(a.incident.day))
  return newest ?? null
}

/** What a score before a loss is of, such as `back-tested, of 11 Mar 2024, method 1.2.0`. */
export function formatScoreDay({ day, methodology, isBackTested }: ScoreBefore): string {
  return `${isBackTested ? 'back-tested, ' : ''}of ${formatDay(day)}, method ${methodology}`
}
