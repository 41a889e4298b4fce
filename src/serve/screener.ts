import { problemResponse } from '../contract/problems.ts'
import {
  type PageQuery,
  type ParsedQuery,
  parseListQuery,
  parseScreenerQuery,
} from '../contract/query.ts'
import type { DataSet } from '../gateway/lists.ts'
import { respondCacheable } from './respond.ts'
import { createEngine, type Engine, type Page } from './screener-engine.ts'
import { isScreenerIndex } from './screener-index.ts'

const RETRY_AFTER_SECONDS = 60

export interface ScreenerDependencies {
  /**
   * Reads and parses the index of a data set; rejects when it cannot. As long as the published document is the same it
   * gives the same object: the engine over it is kept with it.
   */
  loadIndex: (set: DataSet) => Promise<unknown>
  /** Told why an index cannot be used. */
  log: (error: unknown) => void
}

/** `/_fn/screener?set=…`: the rows of `GET /v1/screener`. */
export function handleScreener(
  request: Request,
  dependencies: ScreenerDependencies,
): Promise<Response> {
  return answer(request, dependencies, parseScreenerQuery, (engine, query) => engine.screen(query))
}

/** `/_fn/protocols?set=…`: the rows of a filtered `GET /v1/protocols`. */
export function handleProtocols(
  request: Request,
  dependencies: ScreenerDependencies,
): Promise<Response> {
  return answer(request, dependencies, parseListQuery, (engine, query) => engine.list(query))
}

async function answer<Q extends PageQuery>(
  request: Request,
  dependencies: ScreenerDependencies,
  parse: (params: URLSearchParams) => ParsedQuery<Q>,
  ask: (engine: Engine, query: Q) => Page<unknown>,
): Promise<Response> {
  const [first, ...others] = new URL(request.url).searchParams
  const set = dataSetOf(first)
  if (!set) return problemResponse('NOT_FOUND')
  const parsed = parse(new URLSearchParams(others))
  if (!parsed.ok) return problemResponse('INVALID_REQUEST', { details: parsed.details })
  const engine = await findEngine(set, dependencies)
  if (!engine) {
    const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) }
    return problemResponse('DATA_UNAVAILABLE', { headers })
  }
  const query = parsed.value
  const { rows, total } = ask(engine, query)
  const { page, perPage: limit } = query
  const meta = { total, page, limit, pageCount: Math.ceil(total / limit) }
  return respondCacheable({ success: true, data: rows, meta })
}

/** The gateway puts the data set before the query. It has read the query already, which is no reason to trust it. */
function dataSetOf(parameter: [string, string] | undefined): DataSet | null {
  const [name, value] = parameter ?? []
  return name === 'set' && (value === 'live' || value === 'sandbox') ? value : null
}

const engines = new WeakMap<object, Engine>()

async function findEngine(
  set: DataSet,
  { loadIndex, log }: ScreenerDependencies,
): Promise<Engine | null> {
  try {
    return engineOf(await loadIndex(set))
  } catch (error) {
    log(error)
    return null
  }
}

function engineOf(document: unknown): Engine {
  const known = typeof document === 'object' && document !== null ? engines.get(document) : null
  if (known) return known
  if (!isScreenerIndex(document)) throw new Error('The screener index is not whole.')
  const engine = createEngine(document)
  engines.set(document, engine)
  return engine
}
