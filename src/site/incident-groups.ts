import words from '../content/words.json' with { type: 'json' }
import type { IncidentList, RecordedIncident } from '../contract/incident-list.ts'
import { counted } from '../domain/format.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import { day } from './figures.ts'

/** Levels that a reader could take for good ones. */
const SAFER_LEVELS = RISK_LEVELS.slice(0, 3)

export interface IncidentGroup {
  /** Anchor of its section. */
  id: 'safer' | 'warned' | 'unscored' | 'before' | 'unmatched'
  title: string
  note: string
  /** Newest first. */
  incidents: RecordedIncident[]
}

/** True when the protocol was scored very low, low or moderate before its loss. */
export function wasSafer({ before }: RecordedIncident): boolean {
  return before.status === 'scored' && SAFER_LEVELS.includes(before.riskLevel)
}

/**
 * All incidents by what was published before each, those with the safer scores first. Of the groups without an incident only that one is
 * there, where a score had been published that could be in it.
 */
export function groupIncidents({
  incidents,
  registered,
  firstSnapshot,
}: IncidentList): IncidentGroup[] {
  const of = (status: RecordedIncident['before']['status']) =>
    incidents.filter(({ before }) => before.status === status)
  const groups: Pick<IncidentGroup, 'id' | 'incidents'>[] = [
    { id: 'safer', incidents: incidents.filter(wasSafer) },
    { id: 'warned', incidents: of('scored').filter((incident) => !wasSafer(incident)) },
    { id: 'before', incidents: of('not-published') },
    { id: 'unscored', incidents: of('unscored') },
    { id: 'unmatched', incidents: of('unmatched') },
  ]
  const isJudged = registered && firstSnapshot !== null
  return groups
    .filter(({ id, incidents: own }) => (id === 'safer' && isJudged) || own.length > 0)
    .map((group) => ({ ...group, ...words.incidentGroup[group.id] }))
}

/** What the scores beside the incidents are worth, in a sentence. */
export function publishedSentence({ registered, firstSnapshot, incidents }: IncidentList): string {
  const hit = incidents.filter(({ before }) => before.status === 'scored')
  const scored = hit.length
  if (!registered) {
    return scored === 0
      ? 'These are not live data: no score had been published before any of these losses. One marked “back-tested” was computed afterwards, from what was known on its day.'
      : 'These are not live data: the scores beside the losses were computed afterwards, from what was known on the earlier day. They were not published before.'
  }
  if (firstSnapshot === null) {
    return 'There is no earlier snapshot yet, so no score had been published before any of these losses.'
  }
  const once = hit.filter(({ readings }) => readings === 1).length
  const pending = once === 0 ? '' : `, ${once} of which one reading has so far`
  return `The first score was published on ${day(firstSnapshot)}. Since then ${counted(scored, 'loss', 'losses')} hit a protocol with a published score${pending}.`
}
