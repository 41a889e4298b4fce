import words from '../content/words.json' with { type: 'json' }
import type { IncidentList, RecordedIncident } from '../contract/incident-list.ts'
import { counted } from '../domain/format.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import { day } from './figures.ts'

/** Up to this level, a loss is a miss: a reader could take the score for a good one. */
const MISS_LEVELS = RISK_LEVELS.slice(0, 3)

export interface IncidentGroup {
  /** Anchor of its section. */
  id: 'misses' | 'warned' | 'unscored' | 'before' | 'unmatched'
  title: string
  note: string
  /** Newest first. */
  incidents: RecordedIncident[]
}

/** True when the protocol was scored very low, low or moderate before its loss. */
export function isMiss({ before }: RecordedIncident): boolean {
  return before.status === 'scored' && MISS_LEVELS.includes(before.riskLevel)
}

/** All incidents by what was published before each, misses first. Groups without an incident are there too, except the last two. */
export function groupIncidents({ incidents }: IncidentList): IncidentGroup[] {
  const of = (status: RecordedIncident['before']['status']) =>
    incidents.filter(({ before }) => before.status === status)
  const groups: Pick<IncidentGroup, 'id' | 'incidents'>[] = [
    { id: 'misses', incidents: incidents.filter(isMiss) },
    { id: 'warned', incidents: of('scored').filter((incident) => !isMiss(incident)) },
    { id: 'before', incidents: of('not-published') },
    { id: 'unscored', incidents: of('unscored') },
    { id: 'unmatched', incidents: of('unmatched') },
  ]
  return groups
    .filter(({ id, incidents: own }) => id === 'misses' || own.length > 0)
    .map((group) => ({ ...group, ...words.incidentGroup[group.id] }))
}

/** What the scores beside the incidents are worth, in a sentence. */
export function publishedSentence({ registered, firstSnapshot, incidents }: IncidentList): string {
  const scored = incidents.filter(({ before }) => before.status === 'scored').length
  if (!registered) {
    return scored === 0
      ? 'These are not live data: no score had been published before any of these losses. One marked “back-tested” was computed afterwards, from what was known on its day.'
      : 'These are not live data: the scores beside the losses were computed afterwards, from what was known on the earlier day. They were not published before.'
  }
  if (firstSnapshot === null) {
    return 'There is no earlier snapshot yet, so no score had been published before any of these losses.'
  }
  return `The first score was published on ${day(firstSnapshot)}. Since then ${counted(scored, 'loss', 'losses')} hit a protocol with a published score.`
}
