import { type Scoreboard, scoreboard as schema } from '../contract/scoreboard.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import type { Incident } from '../domain/protocol.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { PlimsollError } from '../errors.ts'
import { listDropped } from '../store/drop-day.ts'
import { type Store, storeError, storeName } from '../store/open.ts'
import {
  countTenths,
  listPredictions,
  loadFirstSeen,
  loadKnownProtocols,
  type Prediction,
} from '../store/predictions.ts'
import { figuresOf, type Judged, yearsByLevel } from './figures.ts'
import { judgeLosses } from './judge-losses.ts'

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

function judge(store: Store, catalogue: Catalogue): Scoreboard {
  const { publicId: id, asOf, methodology, origin } = catalogue.snapshot
  const incidentsAsOf =
    catalogue.sources.find((source) => source.id === SOURCE_OF_ROLE.incidents)?.asOf ?? null
  const predictions = listPredictions(store, origin, asOf)
  const [first] = predictions
  const { judged, unscored, unmatched } = judgeLosses({
    store,
    incidents: first ? incidentsOf(catalogue) : [],
    predictions,
    firstSeen: first ? loadFirstSeen(store, first.asOf) : new Map(),
    protocols: loadKnownProtocols(store),
  })
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
    unmatched,
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
  judged: readonly Judged[],
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
