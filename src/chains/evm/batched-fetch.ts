import * as z from 'zod'
import { parseOutsideJson } from '../../domain/json.ts'
import { listOf } from '../nodes/list-of.ts'
import {
  type Body,
  BodyFailure,
  type Fetch,
  type FetchAnswer,
  type HttpAnswer,
  readBody,
} from '../nodes/read-body.ts'
import { originOf } from '../nodes/request-limit.ts'
import { halves } from './chunks.ts'

/** Nodes accept fewer calls at once than they document; further calls go in another batch. */
const MAX_CALLS = 16
/** Heavy calls are answered one after the other within a batch, so few share one. */
const MAX_HEAVY_CALLS = 4
/** The `priority` of requests with calls that take a node long: they are batched apart from the others. */
const HEAVY = 'low'
/** Characters of one batch: three full chunks of calls. */
const MAX_LENGTH = 600_000
const MAX_ANSWER_BYTES = 8_000_000

const DONE = new Error('The batch is answered, or no caller waits for it.')

const answers = listOf(
  z.looseObject({ id: z.int(), error: z.unknown().optional() }),
  // A node may add error rows of its own.
  2 * MAX_CALLS,
)
/** Bytes kept of an answer that is not a batch: enough for an error message. */
const MAX_COMPLAINT = 16_384

const decoder = new TextDecoder()

/** The request of one question. `afterId` is its text after the id, which is another one in a batch. */
export interface QuestionInit extends RequestInit {
  afterId?: string
}

/** The id of every question that is sent alone, and of every answer that a caller gets. */
export const QUESTION_ID = 1

/** The request of a question whose JSON goes on with `afterId` after its id. Long text is only joined, and copied when it is sent. */
export function questionInit(afterId: string, isHeavy = false): QuestionInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `${headOf(QUESTION_ID)}${afterId}`,
    afterId,
    ...(isHeavy && { priority: HEAVY }),
  }
}

function headOf(id: number): string {
  return `{"jsonrpc":"2.0","id":${id},`
}

interface Waiting {
  init: RequestInit
  afterId: string
  resolve: (answer: HttpAnswer) => void
  reject: (reason: unknown) => void
}

const batchers = new WeakMap<Fetch, FetchAnswer>()
/** Nodes that refused a batch, remembered from scan to scan. */
const refusals = new WeakMap<Fetch, Set<string>>()

/**
 * A `fetch` for JSON-RPC: requests of `questionInit` to one node in the same tick of the event loop are sent as one batch, heavy ones in others. A node that refuses
 * a batch gets single requests from then on; calls missing from its answer are sent again alone. Each caller keeps its own
 * signal and gets its own answer. Returns the same function for the same `fetch`.
 */
export function batched(fetch: Fetch): FetchAnswer {
  const known = batchers.get(fetch)
  if (known) return known
  const made = createBatcher(fetch)
  batchers.set(fetch, made)
  return made
}

function createBatcher(fetch: Fetch): FetchAnswer {
  const refusing = refusalsOf(originOf(fetch))
  const waiting = new Map<string, Waiting[]>()

  const flush = () => {
    const turn = [...waiting]
    waiting.clear()
    for (const [url, all] of turn) {
      const open = all.filter(({ init: { signal }, reject }) => {
        if (signal?.aborted) reject(signal.reason)
        return !signal?.aborted
      })
      for (const batch of batchesOf(open)) send({ fetch, url, refusing }, batch)
    }
  }

  return (url, { afterId, ...init }: QuestionInit) => {
    if (afterId === undefined || refusing.has(url)) return fetch(url, init)
    const asked = { init, afterId }
    return new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(flush)
      waiting.set(url, [...(waiting.get(url) ?? []), { ...asked, resolve, reject }])
    })
  }
}

/** Where a batch goes. */
interface BatchTarget {
  fetch: Fetch
  url: string
  /** Nodes that refuse batches. */
  refusing: Set<string>
}

function send(target: BatchTarget, batch: Waiting[], isHalf = false): void {
  const [only] = batch
  if (only && batch.length === 1) void sendAlone(target, only)
  else void sendTogether(target, batch, isHalf)
}

async function sendAlone({ fetch, url }: BatchTarget, { init, resolve, reject }: Waiting) {
  try {
    resolve(await fetch(url, init))
  } catch (error) {
    reject(error)
  }
}

async function sendTogether(target: BatchTarget, batch: Waiting[], isHalf: boolean) {
  const { fetch, url, refusing } = target
  const late = new AbortController()
  const untie = endWithLast(batch, late)
  try {
    const parts = batch.flatMap(({ afterId }, at) => [at === 0 ? '[' : ',', headOf(at), afterId])
    const init = { ...batch[0]?.init, body: [...parts, ']'].join('') }
    const options = { fetch, signal: late.signal, maxBytes: MAX_ANSWER_BYTES }
    const split = await readBody(url, init, options).then((read) => readBatch(read, batch), alone)
    if (Array.isArray(split)) {
      for (const [at, each] of batch.entries()) {
        const answer = split[at]
        if (answer) each.resolve(answer)
        else void sendAlone(target, each)
      }
      return
    }
    if (split === 'limited') {
      if (isHalf) for (const { resolve } of batch) resolve(LIMITED)
      else for (const half of halves(batch)) send(target, half, true)
      return
    }
    if (split === 'refused') refusing.add(url)
    for (const each of batch) void sendAlone(target, each)
  } catch (error) {
    for (const { reject } of batch) reject(error)
  } finally {
    untie()
  }
}

function refusalsOf(fetch: Fetch): Set<string> {
  const known = refusals.get(fetch)
  if (known) return known
  const made = new Set<string>()
  refusals.set(fetch, made)
  return made
}

function batchesOf(all: readonly Waiting[]): Waiting[][] {
  const isHeavy = ({ init }: Waiting) => init.priority === HEAVY
  const light = all.filter((each) => !isHeavy(each))
  return [...cut(light, MAX_CALLS), ...cut(all.filter(isHeavy), MAX_HEAVY_CALLS)]
}

function cut(all: readonly Waiting[], maxCalls: number): Waiting[][] {
  const batches: Waiting[][] = []
  let length = 0
  for (const each of all) {
    const last = batches.at(-1)
    length += each.afterId.length
    if (last && last.length < maxCalls && length <= MAX_LENGTH) last.push(each)
    else {
      batches.push([each])
      length = each.afterId.length
    }
  }
  return batches
}

/** Aborts a request once all its callers have aborted. */
function endWithLast(batch: readonly Waiting[], late: AbortController): () => void {
  const signals = batch.map(({ init }) => init.signal)
  const onAbort = () => {
    if (signals.every((signal) => signal?.aborted)) late.abort(DONE)
  }
  for (const signal of signals) signal?.addEventListener('abort', onAbort)
  return () => {
    for (const signal of signals) signal?.removeEventListener('abort', onAbort)
  }
}

/**
 * The answers in the order of the batch. `refused`: the node does not accept batches. `alone`: this batch failed, so send its
 * calls one by one. `limited`: it has too many calls, or the node has had too many, and the error does not say which: smaller batches
 * help with the first, and more requests make the second worse. Any other status goes to every caller, as from a server that is busy or
 * denies access.
 */
function readBatch(
  { status, bytes }: Body,
  batch: readonly Waiting[],
): (HttpAnswer | undefined)[] | 'refused' | 'alone' | 'limited' {
  const text = decoder.decode(bytes)
  const read = parseOutsideJson(text)
  const rows = answers.safeParse(read)
  if (!rows.success) {
    if (status === 413) return 'alone'
    if (status === 200 && saysLimit(read)) return 'limited'
    if (REFUSALS.includes(status) || (status === 200 && isObject(read))) return 'refused'
    const body = bytes.length > MAX_COMPLAINT ? null : [bytes]
    return batch.map(() => ({ status, body }))
  }
  if (rows.data.length > 0 && rows.data.every(saysLimit)) return 'limited'
  if (rows.data.length > 0 && isOneComplaint(rows.data)) return 'alone'
  const byId = new Map(rows.data.map((row) => [row.id, row]))
  return batch.map((_, at) => {
    const row = byId.get(at)
    return row && { status: 200, body: null, parsed: { ...row, id: QUESTION_ID } }
  })
}

const REFUSALS = [400, 405, 415, 422]
/** "Limit exceeded" (EIP-1474): of calls in a batch or of calls in a second, so it may be temporary. */
const LIMIT = -32005
const LIMITED: HttpAnswer = {
  status: 200,
  body: null,
  parsed: { id: QUESTION_ID, error: { code: LIMIT, message: 'limit exceeded' } },
}
const complaint = z.looseObject({ error: z.looseObject({ code: z.literal(LIMIT) }) })

function saysLimit(value: unknown): boolean {
  return complaint.safeParse(value).success
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same error for every call is about the batch. */
function isOneComplaint(rows: z.infer<typeof answers>): boolean {
  const errors = new Set(rows.map(({ error }) => JSON.stringify(error ?? null)))
  return errors.size === 1 && !errors.has('null')
}

/** A batch may exceed the size limit although its single answers do not. */
function alone(error: unknown): 'alone' {
  if (error instanceof BodyFailure && error.kind === 'too-long') return 'alone'
  throw error
}
