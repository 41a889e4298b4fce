import type {
  Changes,
  ChangesBlock,
  ChangesDocument,
  ChangesIndex,
} from '../../../contract/changes.ts'
import { type ChangesRequest, parseChangesQuery } from '../../../contract/query.ts'
import type { ComparedReason } from '../../../domain/compared.ts'
import { addDays, type Day, dayOf } from '../../../domain/day.ts'
import { type ApiResponse, jsonResponse, problem, unavailable } from '../../../http/api-response.ts'
import { withIgnoredParameters } from '../../../http/ignored-parameters.ts'
import { readDocument } from '../read-document.ts'
import { OPEN, type Route, type RouteContext } from '../route.ts'

const DEFAULT_DAYS = 7

/** `GET /v1/changes`: the published comparison with the snapshot at or before a day. */
export const changes = {
  id: 'changes',
  path: '/v1/changes',
  summary: 'List what changed since a day',
  ...OPEN,
  readsQuery: true,
  handle: readChanges,
} as const satisfies Route

async function readChanges(context: RouteContext): Promise<ApiResponse> {
  const parsed = parseChangesQuery(new URLSearchParams(context.search))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  const data = await findComparison(context, parsed.value)
  // A clock may be behind the day of the snapshot.
  if (data && [dayOf(context.now), data.to.day].every((day) => day < (parsed.value.since ?? ''))) {
    return problem('INVALID_REQUEST', { details: { since: ['must not be in the future'] } })
  }
  const response = data ? jsonResponse({ success: true, data }) : unavailable()
  return withIgnoredParameters(response, parsed.ignored)
}

/** The gateway reads again when a folder is published between these documents. */
async function findComparison(
  context: RouteContext,
  { since, limit, ids }: ChangesRequest,
): Promise<Changes | null> {
  const index = await readDocument(context, 'changes')
  if (!isIndex(index)) return null
  const day = chooseDay(index, since)
  const document = await readDocument(context, `changes/${day}`)
  if (!isComparison(document)) return null
  const data = { ...document.data, ...reasonOf(index, since) }
  if (ids.length === 0) return { ...data, ...mapLists((list) => data[list].slice(0, limit)) }
  const aliases = await readDocument(context, 'aliases')
  if (aliases === null) return null
  const former = Object(aliases)
  const current = new Map(
    ids.map((id) => [Object.hasOwn(former, id) ? String(former[id]) : id, id]),
  )
  const blocks = await Promise.all(
    blocksOf(index.blocks?.[day] ?? [], [...current.keys()]).map((at) =>
      readDocument(context, `changes/${day}/${at}`),
    ),
  )
  return blocks.every(isBlock) ? only(data, blocks, current, limit) : null
}

/** The places of the blocks that can have these ids. `firsts`: the first id of each block, ascending. */
function blocksOf(firsts: readonly string[], ids: readonly string[]): number[] {
  const places = ids.map((id) => firsts.findLastIndex((first) => first <= id))
  return [...new Set(places)].filter((at) => at >= 0)
}

/** The rows of these ids alone, each with what it was asked by: a former id, or itself. `counts` stay those of all protocols. */
function only(
  data: Changes,
  blocks: readonly ChangesBlock[],
  ids: ReadonlyMap<string, string>,
  limit: number,
): Changes {
  const lists = mapLists((list) =>
    [data, ...blocks].flatMap((part) =>
      (part[list] as { id: string }[]).filter(({ id }) => ids.has(id)),
    ),
  )
  const named = new Set(LISTS.flatMap((list) => lists[list].map(({ id }) => id)))
  return {
    ...data,
    ...mapLists((list) => lists[list].slice(0, limit)),
    inNone: [...ids].flatMap(([id, asked]) => (named.has(id) ? [] : [asked])),
  }
}

const LISTS = ['moves', 'scored', 'unscored', 'appeared', 'retired'] as const

function mapLists(rows: (list: (typeof LISTS)[number]) => unknown[]): ChangesBlock {
  return Object.fromEntries(LISTS.map((list) => [list, rows(list)])) as ChangesBlock
}

/** The newest day at or before `since`; the oldest when `since` is before all of them. */
function chooseDay({ to, days }: ChangesIndex, since: Day | null): Day {
  return days.findLast((day) => day <= wanted(to.day, since)) ?? days[0] ?? to.day
}

/** Why the chosen day is not the wanted one, or nothing can have moved since; nothing where neither is so. */
function reasonOf({ to, days: [first = to.day] }: ChangesIndex, since: Day | null) {
  const day = wanted(to.day, since)
  const reason: ComparedReason | null =
    day >= to.day
      ? 'none-after'
      : first === to.day
        ? 'none-before'
        : day < first
          ? 'before-first'
          : null
  return reason && { reason }
}

function wanted(newest: Day, since: Day | null): Day {
  return since ?? addDays(newest, -DEFAULT_DAYS)
}

/** All are false for a truncated document. Its content was checked against the schema before it was published. */
function isIndex(document: unknown): document is ChangesIndex {
  const { to, days } = Object(document)
  return Array.isArray(days) && typeof Object(to).day === 'string'
}

function isComparison(document: unknown): document is ChangesDocument {
  return Array.isArray(Object(Object(document).data).moves)
}

function isBlock(document: unknown): document is ChangesBlock {
  return Array.isArray(Object(document).moves)
}
