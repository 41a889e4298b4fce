import { daysBetween } from '../domain/day.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { hasIncidents } from './cohort.ts'
import type { LabelIncident } from './incident-list.ts'
import { type Labels, type LossWindow, UNMATCHED } from './labels.ts'
import type { CohortReport } from './report.ts'
import type { ScoredCohort } from './score-cohort.ts'

/** With a larger share of incidents of missing protocols, the registry probably lists survivors only. */
const MAX_ABSENT_SHARE = 0.1

interface Parts {
  cohort: ScoredCohort
  window: LossWindow
  incidents: readonly LabelIncident[]
  labels: Labels
  siblings: number
}

/** The description of a cohort: its window, its counts, and what was removed from it. */
export function reportCohort({ cohort, window, incidents, labels, siblings }: Parts): CohortReport {
  const { place, universe, scores, cuts } = cohort
  const unmatched = Object.fromEntries(
    UNMATCHED.map((reason) => [
      reason,
      labels.unmatched.filter((found) => found.reason === reason).length,
    ]),
  ) as CohortReport['unmatched']
  return {
    name: place.name,
    day: place.day,
    kind: place.kind,
    window: { ...window, days: daysBetween(window.after, window.to) },
    registryRows: cuts.rows,
    inScope: universe.records.length,
    scored: scores.filter(({ composite }) => composite !== null).length,
    dead: cuts.dead,
    siblingsLeftOut: siblings,
    incidents: incidents.length,
    events: labels.events.size,
    unmatched,
    cut: cutSentences(cohort),
    warnings: warningsOf(cohort, labels),
  }
}

function cutSentences({ cuts, refusedLater }: ScoredCohort): string[] {
  const parts: [number, string][] = [
    [cuts.listedAfter, 'Rows that were listed after the day, left out'],
    [cuts.deadLater, 'Rows that died after the day, kept as they were'],
    [cuts.laterAudits, 'Audit links that bear a later day, left out'],
    [cuts.laterOracles, 'Oracles that began after the day, left out'],
    ...Object.entries(refusedLater).map(([source, count]): [number, string] => [
      count,
      source === SOURCE_OF_ROLE.incidents
        ? 'Incidents after the day, kept from the score'
        : `Entries of ${source} that bear a later day, kept from the score`,
    ]),
  ]
  return parts.flatMap(([count, text]) => (count > 0 ? [`${text}: ${count}.`] : []))
}

function warningsOf({ cuts, place, refusedLater }: ScoredCohort, labels: Labels): string[] {
  const warnings: string[] = []
  if (cuts.listedAfter + cuts.deadLater + cuts.laterOracles > 0) {
    warnings.push(
      `The file knows things of after ${place.day}, so it was written later: what bears no date in it may be of later, too.`,
    )
  }
  if (cuts.flagsIgnored.length > 0) {
    warnings.push(
      `Flagged dead or rugged, and yet exploited after ${place.day}: ${cuts.flagsIgnored.join(', ')}. The flags bear no date and were ignored.`,
    )
  }
  const absent = labels.unmatched.filter(({ reason }) => reason === 'absent')
  if (absent.length > 0) {
    const names = absent.map(({ incident }) => incident.name).join(', ')
    const tied = labels.events.size + absent.length
    const verdict =
      absent.length > tied * MAX_ABSENT_SHARE
        ? ' The registry seems to hold survivors only, and its figures flatter.'
        : ''
    warnings.push(
      `Exploited after ${place.day}, old enough to be listed, and not in the registry: ${names}.${verdict}`,
    )
  }
  if (cuts.dead === 0) {
    warnings.push(
      'No row is flagged dead. An early registry has no such flag; a later one without any holds survivors only.',
    )
  }
  if (hasIncidents(place) && refusedLater[SOURCE_OF_ROLE.incidents]) {
    warnings.push(
      'The cohort’s own incident list reaches beyond its day; the rest of it was refused.',
    )
  }
  return warnings
}
