import words from '../content/words.json' with { type: 'json' }
import type { Changes, StepList } from '../contract/changes.ts'
import type { IncidentList } from '../contract/incident-list.ts'
import type { Day } from '../domain/day.ts'
import { type Feed, type FeedItem, newestFirst } from './feed.ts'
import { day } from './figures.ts'
import { incidentText, incidentTitle } from './incident-text.ts'
import { causeText, methodChangeSentence, moveTitle, reasonText } from './moves.ts'
import { protocolPage } from './protocol-page.ts'

/** Entries of the feed of changes. Those of ten days fit unless more than a hundred protocols move in each step. */
const MAX_CHANGES = 200

const MAX_INCIDENTS = 50

/**
 * The feed of all changes: the moves of each step of the last days, changes of method, and what retired. `newest` is the comparison
 * with the snapshot before, which has the reasons in full; entries of earlier steps name the signals.
 */
export function changesFeed(steps: StepList, newest: Changes): Feed {
  const reasons = new Map(newest.moves.map((move) => [move.id, reasonText(move)]))
  const moves = steps.flatMap(({ to, moves: own }) =>
    own.map((move): FeedItem => {
      const reason = (to.id === newest.to.id && reasons.get(move.id)) || causeText(move)
      return {
        key: `move ${move.id} ${to.day}`,
        day: to.day,
        title: moveTitle(move),
        text: `Since ${day(move.since)}. ${reason}`,
        page: protocolPage(move),
      }
    }),
  )
  const methods = newest.methodChanges.map(
    (change): FeedItem => ({
      key: `method ${change.after.day}`,
      day: change.after.day,
      title: `New methodology ${change.after.methodology}`,
      text: methodChangeSentence(change),
      page: '/changes/#method',
    }),
  )
  const gone = newest.retired.map(
    (retired): FeedItem => ({
      key: `retired ${retired.id} ${retired.day}`,
      day: retired.day,
      title: `${retired.name} is no longer listed`,
      text: words.retired[retired.reason],
      page: protocolPage(retired),
    }),
  )
  return {
    path: '/changes',
    title: 'Plimsoll: changes',
    description: 'Protocols whose published risk score changed, with the reasons. Lower is safer.',
    page: '/changes/',
    asOf: newest.to.day,
    items: newestFirst([...methods, ...gone, ...moves]).slice(0, MAX_CHANGES),
  }
}

/** The feed of recorded losses, newest first. `asOf`: day of the snapshot. */
export function incidentsFeed({ incidents, registered }: IncidentList, asOf: Day): Feed {
  return {
    path: '/incidents',
    title: 'Plimsoll: incidents',
    description: 'Recorded losses of DeFi protocols, with the score published on the day before.',
    page: '/incidents/',
    asOf,
    items: incidents.slice(0, MAX_INCIDENTS).map((incident) => ({
      key: `incident ${incident.id}`,
      day: incident.day,
      title: incidentTitle(incident),
      text: incidentText(incident, registered),
      page: incident.protocol ? protocolPage({ id: incident.protocol.slug }) : '/incidents/',
    })),
  }
}
