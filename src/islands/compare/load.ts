import type { ProtocolDetail } from '../../contract/protocol-detail.ts'
import { TIMEOUT_MS } from '../load-json.ts'

/** A protocol of the comparison: its document, or why there is none. */
export type Loaded = { id: string; detail: ProtocolDetail } | { id: string; problem: string }

/** Reads a protocol from the API of this site. Former slugs work. Never rejects. */
export async function loadProtocol(
  id: string,
  get: typeof fetch = fetch,
  timeoutMs = TIMEOUT_MS,
): Promise<Loaded> {
  try {
    const path = `/v1/protocols/${encodeURIComponent(id.toWellFormed())}`
    const response = await get(path, { signal: AbortSignal.timeout(timeoutMs) })
    // The body of an error, of any form, is read as well: unread, it would hold the connection.
    const document: unknown = await (response.ok ? response.json() : response.text())
    return response.ok && isDetailDocument(document)
      ? { id: document.data.id, detail: document.data }
      : { id, problem: problemOf(id, response) }
  } catch {
    return { id, problem: `${id} could not be read. Check the connection and reload.` }
  }
}

function problemOf(id: string, { status, headers }: Response): string {
  if (status === 404) return `No protocol has the id ${id}.`
  if (status === 429) {
    return `Too many requests. Try again in ${headers.get('Retry-After') ?? '60'} seconds.`
  }
  return `${id} could not be read (status ${status}). Try again later.`
}

/** The API checks its documents against their schema before it publishes them. */
function isDetailDocument(document: unknown): document is { data: ProtocolDetail } {
  const data = (document as { data?: Partial<ProtocolDetail> } | null)?.data
  return typeof data?.id === 'string' && typeof data.name === 'string'
}
