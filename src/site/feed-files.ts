import type { NewsFeed } from '../embed/feed.ts'
import {
  oncePerFolder,
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
import { readScoresBefore } from './scores-before.ts'
import { changesFeed, incidentsFeed } from './site-feeds.ts'

/** The feed of all changes. */
export async function loadChangesFeed(folder: string): Promise<NewsFeed> {
  const [{ previous }, steps] = await Promise.all([readChangesIndex(folder), readSteps(folder)])
  return changesFeed(steps, await readChanges(folder, previous))
}

/** The feed of recorded losses. */
export async function loadIncidentsFeed(folder: string): Promise<NewsFeed> {
  const [{ to }, list] = await Promise.all([readChangesIndex(folder), readIncidents(folder)])
  return incidentsFeed(list, to.day, await readScoresBefore(folder, list))
}

/** The feed of one protocol, by the name of its document. */
export async function loadProtocolFeed(folder: string, fileName: string): Promise<NewsFeed> {
  const { asOf, reasons, incidents } = await loadCommon(folder)
  const history = await readHistory(folder, fileName)
  const own = (incidents.get(history.id) ?? []).map(({ id, day, lossUsd, returnedUsd, cause }) => {
    return { id, exploitDate: day, lossUsd, returnedUsd, cause }
  })
  return protocolFeed({ history, incidents: own, reasons, asOf })
}

/** What the feeds of all protocols have in common, by the id of the protocol. */
const loadCommon = oncePerFolder(async (folder) => {
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
})

/** The names of the documents of all protocols with a page, listed or retired. */
export async function listProtocolNames(folder: string): Promise<string[]> {
  const [summaries, retired] = await Promise.all([readSummaries(folder), readRetired(folder)])
  return [...summaries, ...retired.map(({ slug }) => ({ id: slug, slug }))].map(pageNameOf)
}
