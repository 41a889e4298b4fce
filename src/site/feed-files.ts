import type { RecordedIncident } from '../contract/incident-list.ts'
import type { Feed } from '../embed/feed.ts'
import {
  pageNameOf,
  readChanges,
  readChangesIndex,
  readHistory,
  readIncidents,
  readRetired,
  readSteps,
  readSummaries,
} from './catalogue-files.ts'
import { stepReasons } from './moves.ts'
import { protocolFeed } from './protocol-feed.ts'
import { changesFeed, incidentsFeed } from './site-feeds.ts'

/** The feed of all changes. */
export async function loadChangesFeed(folder: string): Promise<Feed> {
  const [{ previous }, steps] = await Promise.all([readChangesIndex(folder), readSteps(folder)])
  return changesFeed(steps, await readChanges(folder, previous))
}

/** The feed of recorded losses. */
export async function loadIncidentsFeed(folder: string): Promise<Feed> {
  const [{ to }, list] = await Promise.all([readChangesIndex(folder), readIncidents(folder)])
  return incidentsFeed(list, to.day)
}

/** What the feeds of all protocols have in common, by the id of the protocol. */
interface Common {
  asOf: string
  reasons: ReadonlyMap<string, string>
  incidents: Map<string | undefined, RecordedIncident[]>
}

let common: { folder: string; parts: Promise<Common> } | undefined

/** The feed of one protocol, by the name of its document. */
export async function loadProtocolFeed(folder: string, fileName: string): Promise<Feed> {
  if (common?.folder !== folder) common = { folder, parts: loadCommon(folder) }
  const { asOf, reasons, incidents } = await common.parts
  const history = await readHistory(folder, fileName)
  const own = (incidents.get(history.id) ?? []).map(({ id, day, lossUsd, returnedUsd, cause }) => {
    return { id, exploitDate: day, lossUsd, returnedUsd, cause }
  })
  return protocolFeed({ history, incidents: own, reasons, asOf })
}

async function loadCommon(folder: string): Promise<Common> {
  const [{ previous, to }, list, steps] = await Promise.all([
    readChangesIndex(folder),
    readIncidents(folder),
    readSteps(folder),
  ])
  return {
    asOf: to.day,
    reasons: stepReasons(steps, await readChanges(folder, previous)),
    incidents: Map.groupBy(list.incidents, ({ protocol }) => protocol?.slug),
  }
}

/** The names of the documents of all protocols with a page, listed or retired. */
export async function listProtocolNames(folder: string): Promise<string[]> {
  const [summaries, retired] = await Promise.all([readSummaries(folder), readRetired(folder)])
  return [...summaries, ...retired.map(({ slug }) => ({ id: slug, slug }))].map(pageNameOf)
}
