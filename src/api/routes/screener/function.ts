import type { ParsedQuery } from '../../../contract/parameter-reader.ts'
import { type PageQuery, parseListQuery, parseScreenerQuery } from '../../../contract/query.ts'
import { type ApiResponse, problem, unavailable } from '../../../http/api-response.ts'
import type { DataSet } from '../../../http/internal-fetch.ts'
import { cacheable } from './cacheable.ts'
import { createEngine, type Engine, type Page } from './engine.ts'
import { type CacheLimits, createResponseCache } from './response-cache.ts'
import { isScreenerIndex } from './screener-index.ts'

const RETRY_AFTER_SECONDS = 60

/** For each published index. */
const CACHE_LIMITS: CacheLimits = { responses: 1_000, bytes: 16_000_000 }

export interface ScreenerDependencies {
  /**
   * Reads and parses the index of a data set; rejects when it cannot. Must return the same object while the published
   * document is the same: the engine and the cached responses are kept per object.
   */
  loadIndex: (set: DataSet) => Promise<unknown>
  /** Takes the reason why an index cannot be used. */
  log: (error: unknown) => void
}

/** `search` is the query with its `?`, such as `?set=live&page=1`, in canonical form so that the cache finds it. */
export type AnswerQuery = (
  search: string,
  dependencies: ScreenerDependencies,
) => Promise<ApiResponse>

/** `/_fn/screener?set=…`: the rows of `GET /v1/screener`. */
export const answerScreener: AnswerQuery = (search, dependencies) =>
  answer(search, dependencies, 'screener', parseScreenerQuery, (engine, query) =>
    engine.screen(query),
  )

/** `/_fn/protocols?set=…`: the rows of a filtered `GET /v1/protocols`. */
export const answerProtocols: AnswerQuery = (search, dependencies) =>
  answer(search, dependencies, 'protocols', parseListQuery, (engine, query) => engine.list(query))

async function answer<Q extends PageQuery>(
  search: string,
  dependencies: ScreenerDependencies,
  name: 'screener' | 'protocols',
  parse: (params: URLSearchParams) => ParsedQuery<Q>,
  ask: (engine: Engine, query: Q) => Page<unknown>,
): Promise<ApiResponse> {
  // The gateway puts the data set first. It has validated the query already; the function does not rely on that.
  const [, set, rest = ''] = /^\?set=(live|sandbox)(?:&(.*))?$/s.exec(search) ?? []
  if (set !== 'live' && set !== 'sandbox') return problem('NOT_FOUND')
  const known = await findKnown(set, dependencies)
  const cacheKey = `${name} ${rest}`
  const cached = known?.responses.get(cacheKey)
  if (cached) return cached
  const parsed = parse(new URLSearchParams(rest))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  if (!known) return unavailable(RETRY_AFTER_SECONDS)
  const { rows, total } = ask(known.engine, parsed.value)
  const { page, perPage: limit } = parsed.value
  const meta = { total, page, limit, pageCount: Math.ceil(total / limit) }
  const response = cacheable({ success: true, data: rows, meta })
  known.responses.set(cacheKey, response)
  return response
}

/** An engine and its cached responses. */
interface Known {
  engine: Engine
  responses: ReturnType<typeof createResponseCache>
}

const knownOf = new WeakMap<object, Known>()

async function findKnown(
  set: DataSet,
  { loadIndex, log }: ScreenerDependencies,
): Promise<Known | null> {
  try {
    return knownBy(await loadIndex(set))
  } catch (error) {
    log(error)
    return null
  }
}

function knownBy(document: unknown): Known {
  const known = typeof document === 'object' && document !== null ? knownOf.get(document) : null
  if (known) return known
  if (!isScreenerIndex(document))
    throw new Error('screener.json is incomplete or does not match its schema.')
  const created = { engine: createEngine(document), responses: createResponseCache(CACHE_LIMITS) }
  knownOf.set(document, created)
  return created
}
