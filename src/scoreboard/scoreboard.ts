import { type Scoreboard, scoreboard as schema } from '../contract/scoreboard.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import type { Day } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { Incident } from '../domain/protocol.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { isConfirmed } from '../score/subject.ts'
import { listDropped } from '../store/drop-day.ts'
import { loadIncidents } from '../store/load-incidents.ts'
import { type Store, storeError, storeName } from '../store/open.ts'
import {
  countTenths,
  listPredictions,
  loadFirstSeen,
  loadKnownProtocols,
  type Prediction,
} from '../store/predictions.ts'
import { keepPublishedEvents, loadPublishedEvents } from '../store/published-events.ts'
import { figuresOf, type JudgedEvent, yearsByLevel } from './figures.ts'
import { compareEvents, type Judgement, judgeLosses } from './judge-losses.ts'
import { asPublished } from './published.ts'

/** Events before which no figure is published: the interval of an AUC over fewer is wider than ±0.13. */
const EVENTS_NEEDED = 20

/** Path of the document below the folder of its data set, and of the file for readers below the root of the site. */
export const SCOREBOARD_FILE = 'scoreboard.json'

/**
 * Judges every snapshot of the store before that of the catalogue against the losses that the catalogue knows, and returns the
 * document as JSON. The same store gives the same bytes. Throws `STORE_UNUSABLE` when the store cannot be read, and
 * `EXPORT_FAILED` when the document does not match its schema.
 */
export function createScoreboard(store: Store, catalogue: Catalogue): string {
  try {
    return written(judge(store, catalogue))
  } catch (error) {
    throw storeError(error, storeName(store))
  }
}

/**
 * Keeps the events of a new snapshot as its scoreboard has them, so that they stay as they were published. `incidents` are those that the
 * snapshot publishes. Throws `STORE_UNUSABLE`.
 */
export function keepEvents(
  store: Store,
  { asOf, origin, incidents }: { asOf: Day; origin: string; incidents: readonly Incident[] },
): void {
  const { judged, unscored } = judgeAll(
    store,
    listPredictions(store, origin, asOf),
    incidents.filter(isCounted),
  )
  keepPublishedEvents(store, asOf, [
    ...judged.map(({ event }) => ({ incident: event.incident, event: JSON.stringify(event) })),
    ...unscored.map(({ incident }) => ({ incident, event: null })),
  ])
}

const isCounted = (incident: Incident) => isConfirmed(incident, METHODOLOGY)

function judgeAll(
  store: Store,
  predictions: Prediction[],
  incidents: readonly Incident[],
): Judgement {
  const [first] = predictions
  return judgeLosses({
    store,
    incidents: first ? incidents : [],
    predictions,
    firstSeen: first ? loadFirstSeen(store, first.asOf) : new Map(),
    protocols: loadKnownProtocols(store),
  })
}

function judge(store: Store, catalogue: Catalogue): Scoreboard {
  const { publicId: id, asOf, methodology, origin } = catalogue.snapshot
  const incidentsAsOf =
    catalogue.sources.find((source) => source.id === SOURCE_OF_ROLE.incidents)?.asOf ?? null
  const predictions = listPredictions(store, origin, asOf)
  const published = loadPublishedEvents(store, asOf)
  const listed = incidentsOf(catalogue)
  const ids = new Set(listed.map(({ id: incident }) => incident))
  const dropped = [...published.keys()].filter((incident) => !ids.has(incident))
  const incidents = [...listed, ...loadIncidents(store, dropped, asOf)]
  const today = judgeAll(store, predictions, incidents.filter(isCounted))
  const once = listed.filter((incident) => !isCounted(incident) && !published.has(incident.id))
  const pending = judgeAll(store, predictions, once)
  const { unscored, unmatched, ...board } = asPublished(today, published, incidents, asOf)
  const judged = board.judged.sort((a, b) => compareEvents(a.event, b.event))
  const years = () => yearsByLevel(predictions, countTenths(store, origin), incidentsAsOf ?? asOf)
  return {
    format: 1,
    snapshot: { id, asOf, methodology, origin },
    incidentsAsOf,
    registered: origin === 'live',
    status: statusOf(judged.length, predictions.length),
    eventsNeeded: EVENTS_NEEDED,
    predictions: byMethodology(predictions, judged),
    withdrawn: listDropped(store, origin),
    events: judged.map(({ event }) => event),
    unscored,
    ...(pending.judged.length + pending.unscored.length > 0 && {
      pending: { events: pending.judged.map(({ event }) => event), unscored: pending.unscored },
    }),
    unmatched: unmatched.length,
    figures: judged.length < EVENTS_NEEDED ? null : figuresOf(judged, years(), EVENTS_NEEDED),
  }
}

/** Every incident that the snapshot publishes, once: those of the list, and those on pages of protocols. */
function incidentsOf({ incidents, entries }: Catalogue): Incident[] {
  const all = [...incidents, ...entries.flatMap((entry) => entry.incidents)]
  return [...new Map(all.map((incident) => [incident.id, incident])).values()]
}

function statusOf(events: number, predictions: number): string {
  if (predictions === 0)
    return 'There is no earlier snapshot yet, so there is no prediction to judge.'
  if (events < EVENTS_NEEDED) {
    return `${events} of ${EVENTS_NEEDED} events; no figure is given before there are ${EVENTS_NEEDED}.`
  }
  return `${events} events.`
}

function byMethodology(
  predictions: readonly Prediction[],
  judged: readonly JudgedEvent[],
): Scoreboard['predictions'] {
  return [...Map.groupBy(predictions, ({ methodology }) => methodology)].map(
    ([methodology, own]) => ({
      methodology,
      snapshots: own.length,
      firstDay: own[0]?.asOf ?? '',
      lastDay: own.at(-1)?.asOf ?? '',
      events: judged.filter(({ event }) => event.methodology === methodology).length,
    }),
  )
}

function written(document: Scoreboard): string {
  const result = schema.safeParse(document)
  if (result.success) return JSON.stringify(document)
  const [issue] = result.error.issues
  throw new PlimsollError(
    'EXPORT_FAILED',
    `${SCOREBOARD_FILE} does not match its schema at ${issue?.path.join('.')}: ${issue?.message}.`,
  )
}
