import { LIST_FIELDS, SCREENER_FIELDS } from '../../../contract/list-fields.ts'
import { listMark, pageMeta, screenerMark } from '../../../contract/page-meta.ts'
import { type PageRequest, parseListQuery, parseScreenerQuery } from '../../../contract/query.ts'
import { positionOf } from '../cursor-position.ts'
import { answerFromIndex, createResponseCache, openOnce, Refusal } from '../index-function.ts'
import { createEngine, type Engine, type EnginePage } from './engine.ts'
import { onlyFields, unknownFields } from './row-fields.ts'
import { isScreenerIndex } from './screener-index.ts'

const findEngine = openOnce((document) => {
  if (!isScreenerIndex(document))
    throw new Error('screener.json is incomplete or does not match its schema.')
  const responses = createResponseCache({ responses: 1_000, bytes: 16_000_000 })
  return { engine: createEngine(document), snapshot: document.snapshot, responses }
})

/** `/_fn/screener?set=…`: the rows of `GET /v1/screener`. */
export const answerScreener = answerFromIndex({
  find: findEngine,
  parse: parseScreenerQuery,
  keyOf: (_, text) => `screener ${text}`,
  answer: (opened, query) =>
    answerPage(opened, query, {
      fields: SCREENER_FIELDS,
      mark: screenerMark(query),
      select: (start) => opened.engine.screen(query, start),
    }),
})

/** `/_fn/protocols?set=…`: the rows of `GET /v1/protocols`. */
export const answerProtocols = answerFromIndex({
  find: findEngine,
  parse: parseListQuery,
  keyOf: (_, text) => `protocols ${text}`,
  answer: (opened, query) =>
    answerPage(opened, query, {
      fields: LIST_FIELDS,
      mark: listMark(query),
      select: (start) => opened.engine.list(query, start),
    }),
})

interface Selected extends EnginePage<{ id: string }> {
  /** Said in `meta`. */
  assets?: object
}

interface List {
  /** Every field that its rows can have. */
  fields: readonly string[]
  /** What its cursors belong to. */
  mark: string
  select: (start: number) => Selected
}

function answerPage(
  { engine, snapshot }: { engine: Engine; snapshot: string },
  query: PageRequest,
  { fields, mark, select }: List,
) {
  const refused = unknownFields(query.fields ?? [], fields)
  if (refused) return new Refusal(refused)
  const start = positionOf(query, { snapshot, mark })
  if (typeof start !== 'number') return new Refusal(start)
  const { rows, total, assets } = select(start)
  const unknownChains = engine.unknownChains(query.chains)
  const meta = {
    ...pageMeta(query, { start, total, snapshot, mark }),
    ...(query.ids && { unknownIds: engine.unknownIds(query.ids) }),
    ...(unknownChains.length > 0 && { unknownChains }),
    ...(assets && { assets }),
  }
  return { success: true, data: onlyFields(rows, query.fields), meta }
}
