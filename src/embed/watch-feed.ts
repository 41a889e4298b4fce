import type { AlertTable } from '../contract/alert-table.ts'
import type { StepList } from '../contract/changes.ts'
import { fileNameOf } from '../contract/file-name.ts'
import type { SearchIndex } from '../contract/finding.ts'
import type { IncidentList } from '../contract/incident-list.ts'
import { MAX_FEED_PROTOCOLS, WATCH_FEED } from '../contract/watch-feed.ts'
import { points, usd } from '../domain/format.ts'
import { formatMoved } from '../domain/moved.ts'
import { LEVEL_WORD, riskLevel } from '../domain/risk-level.ts'
import { type ApiResponse, problem } from '../http/api-response.ts'
import { conditional, entityTag, weak } from '../http/conditional.ts'
import { type FeedItem, newestFirst, renderAtom } from './feed.ts'

/** Seconds for which an answer may be kept. */
const CACHE_SECONDS = 900

const MAX_ITEMS = 200
/** Recorded losses of each protocol, the newest first. */
const MAX_LOSSES = 5

const ID = /^[^\s,]{1,100}$/

/** The published documents that a feed of a watchlist is made of. */
export interface WatchDocuments {
  search: Pick<SearchIndex, 'columns' | 'asOf'>
  steps: StepList
  table: AlertTable
  incidents: IncidentList
}

export interface WatchFeedRequest {
  method: string
  /** The query with its `?`, or empty. */
  search: string
  /** Origin of this site. */
  origin: string
  ifNoneMatch: string | null
}

export interface WatchFeedDependencies {
  /** The published documents. Rejects when they cannot be read. */
  load: () => Promise<WatchDocuments>
  log: (error: unknown) => void
}

const SAFE = { 'X-Content-Type-Options': 'nosniff', 'Access-Control-Allow-Origin': '*' }
const HEADERS = {
  ...SAFE,
  'Content-Type': 'application/atom+xml; charset=utf-8',
  'Cache-Control': `public, max-age=${CACHE_SECONDS}`,
}

/**
 * `GET /feeds/watch.xml?ids=a,b`: changes of these protocols, by ids or former ids, as Atom; 304 when the reader has it. Ids that no protocol has
 * are passed over. 405 for a
 * method that does not read, 400 without an id or with more than a hundred, 404 when no protocol has any of them, 503 while the documents
 * cannot be read.
 */
export async function answerWatchFeed(
  { method, search, origin, ifNoneMatch }: WatchFeedRequest,
  { load, log }: WatchFeedDependencies,
): Promise<ApiResponse> {
  if (method !== 'GET' && method !== 'HEAD') {
    const headers = { ...SAFE, Allow: 'GET, HEAD' }
    return problem('METHOD_NOT_ALLOWED', { message: 'Only GET and HEAD are allowed.', headers })
  }
  const ids = new Set(
    new URLSearchParams(search).getAll('ids').join(',').split(',').filter(Boolean),
  )
  if (ids.size === 0 || ids.size > MAX_FEED_PROTOCOLS || [...ids].some((id) => !ID.test(id))) {
    const message = `ids names 1 to ${MAX_FEED_PROTOCOLS} protocols, joined by commas.`
    return problem('INVALID_REQUEST', { message, headers: SAFE })
  }
  try {
    const documents = await load()
    const rows = rowsOf(ids, documents.search)
    if (rows.size === 0) {
      return problem('NOT_FOUND', { message: 'No protocol has one of these ids.', headers: SAFE })
    }
    const body = render(rows, documents, origin)
    const headers = { ...HEADERS, ETag: weak(await entityTag(body)) }
    return conditional({ status: 200, headers, body }, ifNoneMatch)
  } catch (error) {
    log(error)
    const headers = { ...SAFE, 'Retry-After': '30' }
    return problem('DATA_UNAVAILABLE', { headers })
  }
}

/** Ids of the protocols that are meant, with their names. */
function rowsOf(
  ids: ReadonlySet<string>,
  { columns }: WatchDocuments['search'],
): Map<string, string> {
  return new Map(
    columns.id.flatMap((id, row) => {
      const isMeant = ids.has(id) || columns.formerSlugs[row]?.some((former) => ids.has(former))
      return isMeant ? [[id, columns.name[row] ?? id] as const] : []
    }),
  )
}

function render(
  rows: ReadonlyMap<string, string>,
  documents: WatchDocuments,
  origin: string,
): string {
  // Of one move that both documents have, the first.
  const items = [
    ...stepItems(rows, documents),
    ...tableItems(rows, documents),
    ...losses(rows, documents),
  ]
  const each = new Map(items.toReversed().map((item) => [item.key, item]))
  const ids = [...rows.keys()].sort().map(encodeURIComponent).join(',')
  const self = `${WATCH_FEED}?ids=${ids}`
  const feed = {
    ...{ path: self, self, page: '/wallet/#kept', asOf: documents.search.asOf.slice(0, 10) },
    title: 'Plimsoll: my watchlist',
    description: 'Changes of the scores and recorded losses of the protocols that are watched.',
    items: newestFirst([...each.values()]).slice(0, MAX_ITEMS),
  }
  return renderAtom(feed, URL.parse(origin) ?? undefined)
}

/** Moves of the last ten days, with what moved them; of a snapshot the hundred largest. */
function stepItems(rows: ReadonlyMap<string, string>, { steps }: WatchDocuments): FeedItem[] {
  return steps.flatMap(({ to: { day }, moves }) =>
    moves.flatMap(({ id, from, to, since, cause }) => {
      const name = rows.get(id)
      if (name === undefined) return []
      const words = cause?.signals.map(formatMoved) ?? []
      return [moveItem({ id, name, day, since, from: from.composite, to: to.composite, words })]
    }),
  )
}

/** Moves of the last snapshots, of every protocol; with what moved the newest. */
function tableItems(rows: ReadonlyMap<string, string>, { table }: WatchDocuments): FeedItem[] {
  const { snapshots, announced, ids, protocolIds, causes = [] } = table
  const newest = snapshots.length - 1
  return ids.flatMap((id, row) => {
    const name = rows.get(id)
    if (name === undefined) return []
    return snapshots.flatMap(({ day, methodology }, at): FeedItem[] => {
      const before = snapshots[at - 1]
      const [from, to] = [announced[at - 1]?.composite[row], announced[at]?.composite[row]]
      if (before?.methodology !== methodology || from == null || to == null || from === to)
        return []
      const own = causes.find((one) => one.at === at - 1 && one.protocolId === protocolIds[row])
      const signals = at === newest ? (own?.signals ?? []) : []
      const words = signals.map(
        (one) => `${formatMoved(one)}${one.reason ? ` (${one.reason})` : ''}`,
      )
      return [moveItem({ id, name, day, since: before.day, from, to, words })]
    })
  })
}

function losses(rows: ReadonlyMap<string, string>, { incidents }: WatchDocuments): FeedItem[] {
  const own = incidents.incidents.flatMap((one) => {
    const name = one.protocol && rows.get(one.protocol.slug)
    return one.protocol && name !== undefined && name !== null
      ? [{ ...one, slug: one.protocol.slug, name }]
      : []
  })
  return [...Map.groupBy(own, ({ slug }) => slug).values()].flatMap((all) =>
    newestFirst(all)
      .slice(0, MAX_LOSSES)
      .map(({ id, day, lossUsd, cause, slug, name }) => ({
        ...{ key: `incident ${id}`, day, page: pageOf(slug) },
        title: `${name}: a recorded loss${lossUsd === null ? '' : ` of ${usd(lossUsd)}`}`,
        text: cause === null ? 'The cause is not known.' : `Cause: ${cause}.`,
      })),
  )
}

interface MoveWords {
  id: string
  name: string
  day: string
  since: string
  from: number
  to: number
  /** What moved it. */
  words: string[]
}

function moveItem({ id, name, day, since, from, to, words }: MoveWords): FeedItem {
  const level = LEVEL_WORD[riskLevel(to)].toLowerCase()
  const now = riskLevel(from) === riskLevel(to) ? level : `now ${level}`
  const side = to > from ? 'riskier' : to < from ? 'safer' : 'as before'
  const why = words.length > 0 ? `${words.join('; ')}.` : 'What moved it is not kept of that day.'
  return {
    ...{ key: `move ${id} ${day}`, day, page: pageOf(id) },
    title: `${name}: ${points(from)} to ${points(to)}, ${side}, ${now}`,
    text: `Since ${since}. ${why}`,
  }
}

function pageOf(id: string): string {
  return `/protocol/${encodeURIComponent(fileNameOf(id))}/`
}
