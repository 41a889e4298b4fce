import { type PageRequest, parseListQuery, parseScreenerQuery } from '../../../contract/query.ts'
import { answerFromIndex, createResponseCache, openOnce } from '../index-function.ts'
import { createEngine, type EnginePage } from './engine.ts'
import { isScreenerIndex } from './screener-index.ts'

const findEngine = openOnce((document) => {
  if (!isScreenerIndex(document))
    throw new Error('screener.json is incomplete or does not match its schema.')
  const responses = createResponseCache({ responses: 1_000, bytes: 16_000_000 })
  return { engine: createEngine(document), responses }
})

/** `/_fn/screener?set=…`: the rows of `GET /v1/screener`. */
export const answerScreener = answerFromIndex({
  find: findEngine,
  parse: parseScreenerQuery,
  keyOf: (_, text) => `screener ${text}`,
  answer: ({ engine }, query) => pageOf(engine.screen(query), query),
})

/** `/_fn/protocols?set=…`: the rows of a filtered `GET /v1/protocols`. */
export const answerProtocols = answerFromIndex({
  find: findEngine,
  parse: parseListQuery,
  keyOf: (_, text) => `protocols ${text}`,
  answer: ({ engine }, query) => pageOf(engine.list(query), query),
})

function pageOf({ rows, total }: EnginePage<unknown>, { page, perPage: limit }: PageRequest) {
  const meta = { total, page, limit, pageCount: Math.ceil(total / limit) }
  return { success: true, data: rows, meta }
}
