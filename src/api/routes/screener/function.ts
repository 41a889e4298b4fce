import {
  type PageQuery,
  type ParsedQuery,
  parseListQuery,
  parseScreenerQuery,
} from '../../../contract/query.ts'
import { type ApiResponse, problem, unavailable } from '../../http/api-response.ts'
import type { DataSet } from '../../http/internal-fetch.ts'
import { cacheable } from './cacheable.ts'
import { createEngine, type Engine, type Page } from './engine.ts'
import { type MemoryLimits, Remembered } from './response-cache.ts'
import { isScreenerIndex } from './screener-index.ts'

const RETRY_AFTER_SECONDS = 60

/** Answers kept for each published index. */
const MEMORY: MemoryLimits = { answers: 1_000, bytes: 16_000_000 }

export interface ScreenerDependencies {
  /**
   * Reads and parses the index of a data set; rejects when it cannot. As long as the published document is the same it
   * gives the same object: the engine over it and what it answered are kept with it.
   */
  loadIndex: (set: DataSet) => Promise<unknown>
  /** Told why an index cannot be used. */
  log: (error: unknown) => void
}

/** Answers to the query of an address, such as `?set=live&page=1`. The gateway writes it in one way, so it is known again. */
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
  // The gateway puts the data set before the query. It has read the query already, which is no reason to trust it.
  const [, set, rest = ''] = /^\?set=(live|sandbox)(?:&(.*))?$/s.exec(search) ?? []
  if (set !== 'live' && set !== 'sandbox') return problem('NOT_FOUND')
  const known = await findKnown(set, dependencies)
  const question = `${name} ${rest}`
  const remembered = known?.answers.get(question)
  if (remembered) return remembered
  const parsed = parse(new URLSearchParams(rest))
  if (!parsed.ok) return problem('INVALID_REQUEST', { details: parsed.details })
  if (!known) return unavailable(RETRY_AFTER_SECONDS)
  const { rows, total } = ask(known.engine, parsed.value)
  const { page, perPage: limit } = parsed.value
  const meta = { total, page, limit, pageCount: Math.ceil(total / limit) }
  const answered = cacheable({ success: true, data: rows, meta })
  known.answers.set(question, answered)
  return answered
}

/** An engine and what it answered. */
interface Known {
  engine: Engine
  answers: Remembered
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
  if (!isScreenerIndex(document)) throw new Error('The screener index is not whole.')
  const created = { engine: createEngine(document), answers: new Remembered(MEMORY) }
  knownOf.set(document, created)
  return created
}
