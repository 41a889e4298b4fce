import type { IncidentList } from '../contract/incident-list.ts'
import type { Day } from '../domain/day.ts'
import type { Feed } from './feed.ts'
import { incidentText, incidentTitle } from './incident-text.ts'
import { protocolPage } from './protocol-page.ts'

const MAX_ITEMS = 50

/** The feed of recorded losses, newest first. `asOf`: day of the snapshot. */
export function incidentsFeed({ incidents, registered }: IncidentList, asOf: Day): Feed {
  return {
    path: '/incidents',
    title: 'Plimsoll: incidents',
    description: 'Recorded losses of DeFi protocols, with the score published on the day before.',
    page: '/incidents/',
    asOf,
    items: incidents.slice(0, MAX_ITEMS).map((incident) => ({
      key: `incident ${incident.id}`,
      day: incident.day,
      title: incidentTitle(incident),
      text: incidentText(incident, registered),
      page: incident.protocol ? protocolPage({ id: incident.protocol.slug }) : '/incidents/',
    })),
  }
}
