import { parseJson } from '../../domain/json.ts'
import {
  type ApiResponse,
  PUBLISHED,
  problem,
  textOf,
  unavailable,
} from '../../http/api-response.ts'
import { snapshotGone } from '../../http/snapshot-gone.ts'
import type { RouteContext } from '../routes/route.ts'

const ATTEMPTS = 3
const FORM = /^[\w.-]{1,100}$/

/**
 * Answers a read from one snapshot, which the header `X-Snapshot` names. With the parameter `snapshot` only from that one: 410 when
 * another is published. Asks again when a folder was published meanwhile; where a host does not say which folder a document
 * is from, all documents of a request are of one deploy.
 */
export async function ofOneSnapshot(
  context: RouteContext,
  handle: (context: RouteContext) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (context.search === '') return answer(context, null, handle)
  const params = new URLSearchParams(context.search)
  const [pin, ...more] = params.getAll('snapshot')
  if (pin === undefined) return answer(context, null, handle)
  if (more.length > 0 || !FORM.test(pin)) {
    const details = { snapshot: ['must be the id of one snapshot, as X-Snapshot names it'] }
    return problem('INVALID_REQUEST', { details })
  }
  params.delete('snapshot')
  const search = params.size === 0 ? '' : `?${params}`
  return answer({ ...context, search }, pin, handle)
}

async function answer(
  context: RouteContext,
  pin: string | null,
  handle: (context: RouteContext) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const read = () => context.fetchInternal(`/_data/${context.dataSet}/snapshot.json`)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const note = read()
    if (pin !== null) {
      const id = idOf(await note)
      if (id === null) break
      if (id !== pin) return snapshotGone('snapshot', id)
    }
    const [before, response] = await Promise.all([note, handle(context)])
    const mark = before.headers[PUBLISHED]
    if (mark !== undefined && (await read()).headers[PUBLISHED] !== mark) continue
    const id = response.status === 200 ? idOf(before) : null
    if (id === null) return response
    return { ...response, headers: { ...response.headers, 'X-Snapshot': id } }
  }
  return unavailable()
}

/** Ids by the note that has them: a host that keeps its documents gives the same one to every request. */
const ids = new WeakMap<ApiResponse, string | null>()

function idOf(note: ApiResponse): string | null {
  const known = ids.get(note)
  if (known !== undefined) return known
  const { id } = Object(note.status === 200 ? parseJson(textOf(note)) : null)
  const found = typeof id === 'string' ? id : null
  ids.set(note, found)
  return found
}
